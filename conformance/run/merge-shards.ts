import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { InputError } from "../../fixtures/input-error.ts";
import { kitVersion } from "../kit.ts";
import { composeReport, type Report } from "../report/report.ts";
import { KitFault } from "./kit-fault.ts";
import { readFindings } from "./read-findings.ts";
import type { SuiteLine } from "./run.ts";
import { mergeBlobs } from "./suite-process.ts";

/**
 * Puts the shards of a run together: the reports are those of one run over all its targets.
 * @param blobFolder where the blob reports of the shards are
 * @throws InputError where they are not what the shards of a run leave
 */
export async function mergeShards(blobFolder: string): Promise<readonly Report[]> {
  const folder = mkdtempSync(join(tmpdir(), "orgkit-"));
  try {
    const blobs = join(folder, "blobs");
    mkdirSync(blobs);
    for (const [index, file] of blobReports(blobFolder).entries()) copyFileSync(file, join(blobs, `${index}.zip`));
    const lines: SuiteLine[] = [];
    const output = await mergeBlobs(folder, blobs, (line) => lines.push(line));
    return readFindings(lines, output).map((findings) => composeReport(kitVersion, findings));
  } catch (error) {
    if (!(error instanceof KitFault)) throw error;
    const problem = `holds a blob report that orgkit conform --shard did not write, or not to its end: ${error.message}`;
    throw new InputError(`Folder "${blobFolder}"`, [{ at: blobFolder, problem }]);
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** The blob reports in a folder, however deep: each shard leaves its own in a folder of its own. */
export function blobReports(folder: string): readonly string[] {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) return [];
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".zip"))
    .toSorted()
    .map((file) => join(folder, file));
}
