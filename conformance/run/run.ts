import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { levels } from "../../fixtures/contract/requirement.ts";
import { factsSchema, findingSchema } from "../report/finding.ts";
import { connectionSchema } from "../target/connection.ts";
import { exchangeSchema } from "../target/exchange.ts";
import { secretsSchema, targetSchema, type Secrets } from "../target/target.ts";

/** The folder of one run, private to it: what is judged (`run.json`), what was exchanged, what was found. */
export const runFolderVariable = "ORGKIT_RUN_FOLDER";

/** The secrets of the targets, by name, as JSON: they travel in the environment and are never written. */
export const secretsVariable = "ORGKIT_RUN_SECRETS";

export const runFiles = { run: "run.json" } as const;

/** The annotation of a test of the suite that says how many obligations it judges. */
export const obligationsAnnotation = "obligations";

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

/**
 * What the process of the suite tells the one that started it: how many obligations there are, which one is judged
 * now, an attachment, a fault of orgkit (with the target, where it is about one alone), the end.
 */
export const suiteLineSchema = z.union([
  z.strictObject({ obligations: z.int() }),
  z.strictObject({ judging: z.strictObject({ target: z.string(), obligation: z.string() }) }),
  z.strictObject({ attachment: attachmentSchema }),
  z.strictObject({ fault: z.string(), target: z.string().optional() }),
  z.strictObject({ ended: z.int() }),
]);
export type SuiteLine = z.infer<typeof suiteLineSchema>;
