import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { operationIds } from "../../fixtures/contract/operations.ts";
import { levels } from "../../fixtures/contract/requirement.ts";
import { connectionSchema } from "../target/connection.ts";
import { exchangeSchema } from "../target/exchange.ts";
import { secretsSchema, targetSchema, type Secrets } from "../target/target.ts";

/** The folder of one run, private to it: what is judged (`run.json`), what was exchanged, what was found. */
export const runFolderVariable = "ORGKIT_RUN_FOLDER";

/** The secrets of the targets, by name, as JSON: they travel in the environment and are never written. */
export const secretsVariable = "ORGKIT_RUN_SECRETS";

/** Set where a person watches: progress is then shown on standard error. */
export const progressVariable = "ORGKIT_RUN_PROGRESS";

export const runFiles = { run: "run.json", findings: "findings.jsonl" } as const;

/** Where the exchanges of one target are kept. */
export function exchangesFile(folder: string, target: string): string {
  return join(folder, `exchanges-${target}.jsonl`);
}

/** Which of the requirements a run judges. */
const selectionSchema = z.strictObject({
  levels: z.array(z.enum(levels)),
  /** A part of an obligation's name, `ENV-04` or `listUsers`; absent: all. */
  grep: z.string().optional(),
});
export type Selection = z.infer<typeof selectionSchema>;

/** What one run of the suite judges. Secrets are not in it. */
const runSchema = z.strictObject({
  runId: z.string(),
  targets: z.array(targetSchema).min(1),
  connection: connectionSchema,
  selection: selectionSchema,
  workers: z.int().min(1),
  /** Where the blob report of Playwright goes; none is made without. */
  blobFolder: z.string().optional(),
});
export type Run = z.infer<typeof runSchema>;

export function readRun(folder: string): Run {
  return runSchema.parse(JSON.parse(readFileSync(join(folder, runFiles.run), "utf8")));
}

/** The secrets of one target of a run, from the environment. */
export function readSecrets(environment: NodeJS.ProcessEnv, target: string): Secrets {
  const all = z.record(z.string(), secretsSchema).parse(JSON.parse(environment[secretsVariable] ?? "{}"));
  const secrets = all[target];
  if (secrets === undefined) throw new Error(`the run has no secrets of target "${target}"`);
  return secrets;
}

/** A user a run created, for whoever has to clear up: the interface has no way to delete one. */
const createdSchema = z.strictObject({
  /** The body that was sent. */
  sent: z.string(),
  /** The reply's `data`, as JSON; the start of the body where it has none. */
  received: z.string(),
});

/** What the run was for one target, as far as it had come when a finding was made. */
export const factsSchema = z.strictObject({
  /** Where the target stands among those of the run. */
  index: z.int(),
  name: z.string(),
  baseUrl: z.string(),
  /** The name of the declared dialect. */
  dialect: z.string().nullable(),
  runId: z.string(),
  startedAt: z.iso.datetime(),
  durationMs: z.number(),
  requests: z.int(),
  /** Milliseconds waited because the target limits the rate of calls. */
  waitedMs: z.number(),
  created: z.array(createdSchema),
  /** Why the target cannot be judged; absent where it can. */
  problem: z.string().optional(),
});
export type Facts = z.infer<typeof factsSchema>;

/** What a check found, before it becomes a result of a report. */
export const findingSchema = z.strictObject({
  id: z.string(),
  operation: z.enum(operationIds),
  status: z.enum(["passed", "failed", "skipped", "inconclusive", "observed"]),
  message: z.string(),
  evidence: z.array(exchangeSchema),
  lack: z
    .enum(["writes", "second-token", "subscription-id", "second-subscription-id", "dialect", "nothing"])
    .optional(),
});
export type Finding = z.infer<typeof findingSchema>;

/**
 * What a test of the suite attaches. Many findings rest on the same few exchanges, so each of these stands once, and
 * a finding names its evidence by number.
 */
export const attachmentSchema = z.strictObject({
  facts: factsSchema,
  exchanges: z.array(exchangeSchema),
  findings: z.array(findingSchema.extend({ evidence: z.array(z.int()) })),
});
export type Attachment = z.infer<typeof attachmentSchema>;

/** A line of what the reporter leaves behind: an attachment, or a fault of orgkit, which tells nothing of a target. */
export const findingsLineSchema = z.union([
  z.strictObject({ attachment: attachmentSchema }),
  z.strictObject({ fault: z.string() }),
  z.strictObject({ ended: z.int() }),
]);
export type FindingsLine = z.infer<typeof findingsLineSchema>;

/** What was found on one target, in the order of judging. */
export interface TargetFindings {
  readonly facts: Facts;
  readonly findings: readonly Finding[];
}
