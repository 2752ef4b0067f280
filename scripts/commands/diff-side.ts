import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { builtInDialectSide, dialectFileSide } from "../../conformance/diff/dialect-side.ts";
import { reportSide } from "../../conformance/diff/report-side.ts";
import type { Side } from "../../conformance/diff/side.ts";
import { targetSide } from "../../conformance/diff/target-side.ts";
import { learn } from "../../conformance/learn/learn.ts";
import { expiredTokenVariable } from "../../conformance/learn/learning.ts";
import { reportSchema } from "../../conformance/report/report.ts";
import { CannotJudge } from "../../conformance/run/conform.ts";
import { targetSchema } from "../../conformance/target/target.ts";
import { readDataFile } from "../../fixtures/data-file.ts";
import { dialectSchema } from "../../fixtures/dialect/dialect.ts";
import { loadDialect } from "../../fixtures/dialect/load.ts";
import { InputError } from "../../fixtures/input-error.ts";
import { isPath } from "../../fixtures/is-path.ts";
import { parseWith } from "../../fixtures/parse-with.ts";
import { showProgress } from "./learn-progress.ts";
import { openTarget, type Reaching } from "./open-target.ts";

/** What is needed to ask a side that is a target. */
export interface Access extends Reaching {
  readonly token: string | undefined;
  readonly tokenVariable: string;
  readonly subscriptionIds: string[];
  readonly header: readonly string[];
  readonly signal: AbortSignal;
}

/** Is this the base URL of a target, and not a dialect or a report? */
export function isTarget(given: string): boolean {
  return /^https?:\/\//i.test(given);
}

/**
 * Makes sure that a side can be read, before anything is asked.
 * @throws InputError where it is neither a target with a token, nor a dialect, nor a report
 * @returns what reads it
 */
export function prepareSide(at: "A" | "B", given: string, access: Access): () => Promise<Side> {
  if (isTarget(given)) return prepareTarget(at, given, access);
  const side = readSide(given);
  return () => Promise.resolve(side);
}

function prepareTarget(at: string, given: string, access: Access): () => Promise<Side> {
  const { token, tokenVariable } = access;
  const parsed = targetSchema.shape.baseUrl.safeParse(given);
  if (!parsed.success) throw new InputError("Settings", [{ at, problem: parsed.error.issues[0]?.message ?? "" }]);
  if (token === undefined) {
    const problem = `is not set; expected a token that ${given} accepts`;
    throw new InputError("Settings", [{ at: tokenVariable, problem }]);
  }
  return () => learnTarget(parsed.data, token, access);
}

/**
 * A dialect by its name or from a file, or a report.
 * @throws InputError where it is none of them
 * @throws CannotJudge where the report is of a run that judged nothing
 */
export function readSide(given: string): Side {
  if (!isPath(given)) return builtInDialectSide(given, loadDialect(given));
  const file = readDataFile(given, "Dialect or report");
  const isReport = z.object({ results: z.array(z.unknown()) }).safeParse(file.value).success;
  if (!isReport) return dialectFileSide(given, parseWith(dialectSchema, file, "Dialect"), file);
  const report = parseWith(reportSchema, file, "Report");
  if (report.problem !== undefined) throw new CannotJudge(`The run of ${given} judged nothing: ${report.problem}`);
  return reportSide(given, report);
}

/**
 * Learns a target without writes.
 * @throws CannotJudge where it cannot be reached, or accepts the token nowhere
 */
async function learnTarget(baseUrl: string, token: string, access: Access): Promise<Side> {
  const folder = mkdtempSync(join(tmpdir(), "orgkit-diff-"));
  const { subscriptionIds, tokenVariable, signal } = access;
  const session = openTarget({
    ...access,
    target: {
      baseUrl,
      subscriptionIds,
      allowWrites: false,
      tokenVariables: { first: tokenVariable, second: expiredTokenVariable },
    },
    token,
    recordFile: join(folder, "exchanges.jsonl"),
  });
  process.stderr.write(`Asking ${baseUrl}\n`);
  const { onProgress, end } = showProgress(process.stderr);
  try {
    const learned = await learn(session, { onProgress, signal });
    if ("problem" in learned) throw new CannotJudge(learned.problem);
    return targetSide(learned);
  } finally {
    end();
    await session.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
