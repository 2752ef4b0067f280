import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { z } from "zod";
import type { RunOptions } from "../api/conform-options.ts";
import { kitVersion } from "../kit.ts";
import { composeReport, type Report } from "../report/report.ts";
import { connectionSchema } from "../target/connection.ts";
import { targetSchema, type secretsSchema } from "../target/target.ts";
import { followRun } from "./follow-run.ts";
import { readFindings } from "./read-findings.ts";
import { runFiles, type Run, type SuiteLine } from "./run.ts";
import { selectionOf, type Chosen } from "./selection.ts";
import { runSuite } from "./suite-process.ts";

/** A target to judge, its secrets with it. */
export interface TargetToJudge {
  readonly target: z.input<typeof targetSchema>;
  readonly secrets: z.input<typeof secretsSchema>;
}

/** What is judged, as far as orgkit itself knows it already. */
export interface Judging extends Chosen, Pick<RunOptions, "signal" | "onResult" | "onProgress"> {
  readonly targets: readonly TargetToJudge[];
  readonly connection?: z.input<typeof connectionSchema>;
  /** How many targets are judged at the same time; one by default. */
  readonly workers?: number;
  /** A part of the targets only: `1/3`. Its blob report is then what `mergeShards` takes. */
  readonly shard?: string | undefined;
  /** Where the blob report of Playwright goes; none is kept by default. */
  readonly blobFolder?: string | undefined;
}

/**
 * Judges several targets in one run, each with the whole suite.
 * @returns a report of each, in the order given; one that cannot be judged says so as its `problem`
 * @throws KitFault where the suite itself broke, or orgkit failed on every target
 */
export async function judgeTargets(judging: Judging): Promise<readonly Report[]> {
  const { targets, shard, signal } = judging;
  signal?.throwIfAborted();
  const folder = mkdtempSync(join(tmpdir(), "orgkit-"));
  try {
    const run = runOf(judging);
    writeFileSync(join(folder, runFiles.run), JSON.stringify(run), { mode: 0o600 });
    const secrets = targets.map(({ target, secrets: own }): [string, unknown] => [target.name ?? "target", own]);
    const lines: SuiteLine[] = [];
    const follow = followRun(judging);
    const output = await runSuite(folder, {
      secrets: Object.fromEntries(secrets),
      shard,
      signal,
      onLine: (line) => {
        lines.push(line);
        follow(line);
      },
    });
    return readFindings(lines, output, run).map((findings) => composeReport(kitVersion, findings));
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

function runOf({ targets, connection, workers = 1, shard = "1", blobFolder, ...chosen }: Judging): Run {
  return {
    // "org" and a digit first: a name or an address that begins with it stays well formed.
    runId: `orgkit${randomBytes(3).toString("hex")}`,
    targets: targets.map(({ target }) => targetSchema.parse(target)),
    connection: connectionSchema.parse(connection ?? {}),
    selection: selectionOf(chosen),
    workers,
    ...(blobFolder === undefined ? {} : { blobFolder: resolve(blobFolder, `shard-${shard.replace("/", "-of-")}`) }),
  };
}
