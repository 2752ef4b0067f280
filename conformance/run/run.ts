import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { exchangeSchema } from "../target/exchange.ts";
import { targetSchema, tokenVariables, type Tokens } from "../target/target.ts";

/** The folder of one run, private to it: what is judged (`run.json`), what was exchanged, what was found. */
export const runFolderVariable = "ORGKIT_RUN_FOLDER";

export const runFiles = { run: "run.json", exchanges: "exchanges.jsonl", findings: "findings.json" } as const;

/** What one run of the suite judges. Secrets are not in it: tokens travel in the environment. */
const runSchema = z.strictObject({ target: targetSchema, showProgress: z.boolean() });
export type Run = z.infer<typeof runSchema>;

export function readRun(folder: string): Run {
  return runSchema.parse(JSON.parse(readFileSync(join(folder, runFiles.run), "utf8")));
}

/** The tokens of a run, from the environment. */
export function readTokens(environment: NodeJS.ProcessEnv): Tokens {
  const first = environment[tokenVariables.first] ?? "";
  const second = environment[tokenVariables.second];
  return second === undefined || second === "" ? { first } : { first, second };
}

/** What the suite found, before it becomes a report: by obligation, in the order of judging. */
export const findingSchema = z.strictObject({
  id: z.string(),
  operation: z.enum(["listUsers", "createUser", "getSubscription", "listInvoices"]),
  status: z.enum(["passed", "failed", "skipped", "inconclusive", "observed"]),
  message: z.string(),
  evidence: z.array(exchangeSchema),
});
export type Finding = z.infer<typeof findingSchema>;

/** What the reporter leaves behind. `faults` are orgkit's own: they say nothing about the target. */
export const findingsSchema = z.strictObject({ findings: z.array(findingSchema), faults: z.array(z.string()) });
export type Findings = z.infer<typeof findingsSchema>;
