import { z } from "zod";
import { operationIds } from "../../fixtures/contract/operations.ts";
import { isObject } from "../../fixtures/values/json.ts";

/** A matcher of an assertion library: `expect.any(String)`, `expect.objectContaining({ … })`. */
export interface Matcher {
  asymmetricMatch(actual: unknown): boolean;
  /** Its name. */
  toString(): string;
  /** What it was made with. */
  readonly sample?: unknown;
}

export function isMatcher(value: unknown): value is Matcher {
  return typeof value === "object" && value !== null && "asymmetricMatch" in value;
}

/** Playwright declares matchers as objects with any members. */
const matcher = z.custom<Readonly<Record<string, unknown>>>(isMatcher);
const textOrMatcher = z.union([z.string(), matcher], "expected a string, or a matcher such as expect.any(String)");
const parameters = z.record(
  z.string(),
  z.union([textOrMatcher, z.array(textOrMatcher).readonly()], "expected a string, a list of strings, or a matcher"),
);

function isExpectable(value: unknown): boolean {
  if (isMatcher(value) || z.json().safeParse(value).success) return true;
  const isPlain = Array.isArray(value) || (isObject(value) && Object.getPrototypeOf(value) === Object.prototype);
  return isPlain && Object.values(value).every(isExpectable);
}

/** Which requests match; absent members match anything. */
export const matchSchema = z.strictObject({
  operation: z.enum(operationIds).optional().describe("The operation of the request."),
  method: z.string().optional().describe("In any letter case."),
  path: z.string().optional().describe("The whole path below the base URL."),
  query: parameters
    .optional()
    .describe("Parameters that must be present with these values; a list is all values of a repeated one."),
  headers: z
    .record(z.string(), textOrMatcher)
    .optional()
    .describe("Headers that must be present with these values; names in any letter case."),
  body: z
    .unknown()
    .refine(isExpectable, "expected JSON, which may hold matchers such as expect.any(String)")
    .optional()
    .describe("JSON that the body must contain: objects may have more members."),
  status: z.int().optional().describe("0 if no response was sent."),
  account: z.string().optional().describe("The id of the account of the token."),
  rule: z.string().optional().describe("The reason for the response: a requirement id or a dialect key."),
  scenario: z.string().optional().describe("The name of a scenario that changed the response."),
});

export type Match = z.infer<typeof matchSchema>;

/** The expected number of requests: a number, or bounds. */
export const countSchema = z.union(
  [z.int().min(0), z.strictObject({ atLeast: z.int().min(0).optional(), atMost: z.int().min(0).optional() })],
  "expected a number from 0, or { atLeast, atMost }",
);

export const expectationSchema = z.strictObject({
  match: matchSchema.default({}),
  count: countSchema.default({ atLeast: 1 }).describe("At least one by default."),
});

/** What was to be received, before its defaults. */
export type Expectation = z.input<typeof expectationSchema>;

export type Count = z.infer<typeof countSchema>;
