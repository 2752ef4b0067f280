import { z } from "zod";
import type { OperationId } from "../../fixtures/contract/operations.ts";
import type { Outcome } from "../checks/check.ts";

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
export interface Facts {
  readonly name: string;
  readonly baseUrl: string;
  /** The name of the declared dialect. */
  readonly dialect: string | null;
  readonly runId: string;
  readonly startedAt: string;
  readonly durationMs: number;
  readonly requests: number;
  /** Milliseconds waited because the target limits the rate of calls. */
  readonly waitedMs: number;
  readonly created: z.infer<typeof createdSchema>[];
  /** Why the target cannot be judged; absent where it can. */
  readonly problem?: string;
  /** How orgkit itself failed on it; absent where it did not. */
  readonly fault?: string;
}

/** What a check found, before it becomes a result of a report. */
export interface Finding extends Outcome {
  /** Of the requirement. */
  readonly id: string;
  readonly operation: OperationId;
}

/** What was found on one target, in the order of the catalogue. */
export interface TargetFindings {
  readonly facts: Facts;
  readonly findings: readonly Finding[];
}
