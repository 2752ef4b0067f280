import * as z from "zod/mini";
import { operationIds } from "../../fixtures/contract/operations.ts";
import { isJson } from "../../fixtures/values/json.ts";
import { optional, withDefault, wholeNumber } from "../../fixtures/values/schema.ts";

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
const texts: z.ZodMiniType<readonly z.infer<typeof textOrMatcher>[]> = z.array(textOrMatcher);
const parameters = z.record(
  z.string(),
  z.union([textOrMatcher, texts], "expected a string, a list of strings, or a matcher"),
);

/** Which requests match; absent members match anything. */
export const matchSchema = z.strictObject({
  operation: optional(z.enum(operationIds), "The operation of the request."),
  method: optional(z.string(), "In any letter case."),
  path: optional(
    z
      .string()
      .check(
        z.regex(
          /^(?:\/|https?:\/\/)[^?#]*$/,
          "expected a path below the base URL, such as /api/v1/users, or the whole URL of another service; its query is `query`",
        ),
      ),
    "The whole path below the base URL.",
  ),
  query: optional(
    parameters,
    "Parameters that must be present with these values; a list is all values of a repeated one.",
  ),
  headers: optional(
    z.record(z.string(), textOrMatcher),
    "Headers that must be present with these values; names in any letter case.",
  ),
  body: optional(
    z
      .unknown()
      .check(
        z.refine(
          (value) => isJson(value, isMatcher),
          "expected JSON, which may hold matchers such as expect.any(String)",
        ),
      ),
    "JSON that the body must contain: objects may have more members.",
  ),
  status: optional(z.int(), "0 if no response was sent."),
  account: optional(z.string(), "The id of the account of the token."),
  rule: optional(z.string(), "The reason for the response: a requirement id or a dialect key."),
  scenario: optional(z.string(), "The name of a scenario that changed the response."),
});

export type Match = z.infer<typeof matchSchema>;

/** The expected number of requests: a number, or bounds. */
export const countSchema = z.union(
  [
    wholeNumber(0),
    z.strictObject({
      atLeast: z.optional(wholeNumber(0)),
      atMost: z.optional(wholeNumber(0)),
    }),
  ],
  "expected a number from 0, or { atLeast, atMost }",
);

export const expectationSchema = z.strictObject({
  match: z._default(matchSchema, {}),
  count: withDefault(countSchema, { atLeast: 1 }, "At least one by default."),
});

/** What was to be received, before its defaults. */
export type Expectation = z.input<typeof expectationSchema>;

export type Count = z.infer<typeof countSchema>;
