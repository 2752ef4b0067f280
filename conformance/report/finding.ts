import { z } from "zod";
import { findRequirement } from "../../fixtures/contract/catalogue.ts";
import { operationIds } from "../../fixtures/contract/operations.ts";
import { exchangeSchema } from "../target/exchange.ts";
import { targetSchema } from "../target/target.ts";

/** A user a run created or may have created, for whoever has to clear up: the interface has no way to delete one. */
export const createdSchema = z.strictObject({
  sent: z.string().describe("The body that was sent."),
  received: z
    .string()
    .describe("The `data` of the reply, as JSON; the start of the body where it has none; why there is no reply."),
  shownBy: z
    .enum(["list", "nothing"])
    .optional()
    .describe(
      "What shows it, where the response does not say that a user was created: `list`, the list of users has one more; `nothing`, neither tells, so that it is only possible.",
    ),
});

/** What the run was for one target, as far as it had come when a finding was made. */
export const factsSchema = z.strictObject({
  /** Where the target stands among those of the run. */
  index: z.int(),
  name: targetSchema.shape.name.unwrap(),
  baseUrl: targetSchema.shape.baseUrl,
  /** The name of the declared dialect. */
  dialect: z.string().nullable(),
  runId: z.string().regex(/^[\w-]{1,60}$/),
  startedAt: z.iso.datetime(),
  durationMs: z.number(),
  requests: z.int(),
  /** Milliseconds waited because the target limits the rate of calls. */
  waitedMs: z.number(),
  created: z.array(createdSchema),
  /** Why the target cannot be judged; absent where it can. */
  problem: z.string().optional(),
  /** How orgkit itself failed on it; absent where it did not. */
  fault: z.string().optional(),
});
export type Facts = z.infer<typeof factsSchema>;

/** What a check found, before it becomes a result of a report. */
export const findingSchema = z.strictObject({
  id: z.string().refine((id) => findRequirement(id) !== undefined, "expected the id of a requirement"),
  operation: z.enum(operationIds),
  status: z.enum(["passed", "failed", "skipped", "inconclusive", "observed"]),
  message: z.string(),
  evidence: z.array(exchangeSchema),
  lack: z
    .enum(["writes", "second-token", "subscription-id", "second-subscription-id", "dialect", "nothing"])
    .optional(),
});
export type Finding = z.infer<typeof findingSchema>;

/** What was found on one target, in the order of judging. */
export interface TargetFindings {
  readonly facts: Facts;
  readonly findings: readonly Finding[];
}
