import { z } from "zod";
import { operationIds } from "../../fixtures/contract/operations.ts";

const textMap = z.record(z.string(), z.string());

/** Which requests match; absent members match anything. */
export const matchSchema = z.strictObject({
  operation: z.enum(operationIds).optional().describe("The operation of the request."),
  method: z.string().optional().describe("In any letter case."),
  path: z.string().optional().describe("The whole path below the base URL."),
  query: textMap.optional().describe("Parameters that must be present with these values."),
  headers: textMap.optional().describe("Headers that must be present with these values; names in any letter case."),
  body: z.json().optional().describe("JSON that the body must contain: objects may have more members."),
  status: z.int().optional().describe("0 if no response was sent."),
  account: z.string().optional().describe("The id of the account of the token."),
  rule: z.string().optional().describe("The reason for the response: a requirement id or a dialect key."),
  scenario: z.string().optional().describe("The name of a scenario that changed the response."),
});

export type Match = z.infer<typeof matchSchema>;

/** The expected number of requests: a number, or bounds. */
export const countSchema = z.union([
  z.int().min(0),
  z.strictObject({ atLeast: z.int().min(0).optional(), atMost: z.int().min(0).optional() }),
]);

export const expectationSchema = z.strictObject({
  match: matchSchema.default({}),
  count: countSchema.default({ atLeast: 1 }).describe("At least one by default."),
});

export type Count = z.infer<typeof countSchema>;
