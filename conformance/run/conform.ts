import { randomBytes } from "node:crypto";
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { z } from "zod";
import { levels, type Level } from "../../fixtures/contract/requirement.ts";
import { selectObligations } from "../checks/judge.ts";
import { composeReport, type Report } from "../report/report.ts";
import { connectionSchema } from "../target/connection.ts";
import { targetSchema, type secretsSchema } from "../target/target.ts";
import { runFiles, type Run, type Selection } from "./run.ts";
import { KitFault, readFindings } from "./read-findings.ts";
import { mergeBlobs, runSuite } from "./suite-process.ts";

/** The target cannot be judged, for a reason only its owner or user can mend. Not a failure of the target. */
export class CannotJudge extends Error {
  override readonly name = "CannotJudge";
}

/** A target to judge, its secrets with it. */
export interface TargetToJudge {
  readonly target: z.input<typeof targetSchema>;
  readonly secrets: z.input<typeof secretsSchema>;
}

export interface RunOptions {
  /** The version of orgkit, for the report. */
  readonly version: string;
  /** Judge the requirements up to this level; `declared`, that is all of them, by default. */
  readonly level?: Exclude<Level, "observed"> | undefined;
  /** Judge only obligations whose name holds this text: `ENV-04`, `listUsers`. */
  readonly grep?: string | undefined;
  readonly connection?: z.input<typeof connectionSchema>;
  /** How many targets are judged at the same time. */
  readonly workers?: number | undefined;
  /** A part of the targets only: `1/3`. Its blob report is then what `merge` takes. */
  readonly shard?: string | undefined;
  /** Where the blob report of Playwright goes; none is kept by default. */
  readonly blobFolder?: string | undefined;
  /** Whether standard error shows progress. */
  readonly showProgress?: boolean;
  /** Stops the run: it then rejects, and nothing of it is left behind. */
  readonly signal?: AbortSignal;
}

/**
 * Judges one target with the whole suite.
 * @throws CannotJudge where the target cannot be reached or accepts the token nowhere
 * @throws KitFault where the suite itself broke
 */
export async function conform(options: RunOptions & TargetToJudge): Promise<Report> {
  const [report] = await conformAll({ ...options, targets: [options] });
  if (report === undefined) throw new KitFault("the suite judged no target");
  if (report.problem !== undefined) throw new CannotJudge(report.problem);
  return report;
}

/**
 * Judges several targets in one run, each with the whole suite.
 * @returns a report of each, in the order given; one that cannot be judged says so as its `problem`
 * @throws KitFault where the suite itself broke
 */
export async function conformAll(
  options: RunOptions & { readonly targets: readonly TargetToJudge[] },
): Promise<readonly Report[]> {
  const folder = mkdtempSync(join(tmpdir(), "orgkit-"));
  try {
    const run = toRun(options);
    writeFileSync(join(folder, runFiles.run), JSON.stringify(run), { mode: 0o600 });
    const secrets = options.targets.map(({ target, secrets: own }): [string, unknown] => [
      target.name ?? "target",
      own,
    ]);
    const output = await runSuite(folder, { ...options, secrets: Object.fromEntries(secrets) });
    return readFindings(folder, output).map((findings) => composeReport(options.version, findings));
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/**
 * Puts the shards of a run together: the reports are those of one run over all its targets.
 * @param blobFolder where the blob reports of the shards are
 */
export async function mergeShards(version: string, blobFolder: string): Promise<readonly Report[]> {
  const folder = mkdtempSync(join(tmpdir(), "orgkit-"));
  try {
    const blobs = join(folder, "blobs");
    mkdirSync(blobs);
    for (const [index, file] of blobReports(blobFolder).entries()) copyFileSync(file, join(blobs, `${index}.zip`));
    const output = await mergeBlobs(folder, blobs);
    return readFindings(folder, output).map((findings) => composeReport(version, findings));
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** The blob reports in a folder, however deep: each shard leaves its own in a folder of its own. */
export function blobReports(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".zip"))
    .toSorted()
    .map((file) => join(folder, file));
}

function toRun(options: RunOptions & { readonly targets: readonly TargetToJudge[] }): Run {
  const targets = options.targets.map(({ target }) => targetSchema.parse(target));
  return {
    // "org" and a digit first: a name or an address that begins with it stays well formed.
    runId: `orgkit${randomBytes(3).toString("hex")}`,
    targets,
    connection: connectionSchema.parse(options.connection ?? {}),
    selection: selectionOf(options),
    workers: options.workers ?? 1,
    ...(options.blobFolder === undefined
      ? {}
      : { blobFolder: resolve(options.blobFolder, `shard-${(options.shard ?? "1").replace("/", "-of-")}`) }),
  };
}

/** What a run judges: every level up to the given one, and what is observed, which is never scored. */
function selectionOf({ level = "declared", grep }: Pick<RunOptions, "level" | "grep">): Selection {
  const upTo = levels.slice(0, levels.indexOf(level) + 1);
  const selection: Selection = { levels: [...upTo, "observed"] };
  return grep === undefined ? selection : { ...selection, grep };
}

/** How many obligations a run judges, and how many it only observes. */
export function countObligations(options: Pick<RunOptions, "level" | "grep">): { judged: number; observed: number } {
  const selected = selectObligations(selectionOf(options));
  const observed = selected.filter(({ requirement }) => requirement.level === "observed").length;
  return { judged: selected.length - observed, observed };
}
