import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { findRequirement } from "../checks/catalogue.ts";
import { readDataFile } from "../../fixtures/data-file.ts";
import { InputError } from "../../fixtures/input-error.ts";
import { parseWith } from "../../fixtures/parse-with.ts";
import { reportSchema, type Report } from "../report/report.ts";
import { runReportSchema } from "../report/run-report.ts";
import { verifyReport } from "../report/verify.ts";
import { targetSchema } from "../target/target.ts";

const { shape } = reportSchema;

/** The minimum that the report of a target must have for paths and pages. */
const shardReportSchema = reportSchema.extend({
  target: shape.target.extend({
    baseUrl: z.string().refine((text) => targetSchema.shape.baseUrl.safeParse(text).success, "expected a base URL"),
  }),
  runId: z.string().regex(/^[\w-]{1,60}$/, "expected the id of a run"),
  results: z.array(
    shape.results.element.extend({
      id: z.string().refine((id) => findRequirement(id) !== undefined, "expected the id of a requirement"),
    }),
  ),
});

/**
 * Combines shards: the reports are those of one run over all its targets.
 * @param directory with the shards' `report.json` files, at any depth
 * @throws InputError if these are not the shards of one run, or one of them is missing
 */
export function mergeShards(directory: string): readonly Report[] {
  const reports = reportFiles(directory).flatMap(readShardReport);
  const [first] = reports;
  if (first === undefined) {
    throw mistake(directory, "has no reports of shards; run orgkit conform --shard I/N --out DIR first");
  }
  const merged = reports.toSorted((left, right) => placeOf(left) - placeOf(right));
  const { of = 0 } = first.place ?? {};
  const isTwice = [reports.map(({ target }) => target.name), reports.map(placeOf)].some(
    (list) => new Set<unknown>(list).size < reports.length,
  );
  if (isTwice || reports.some(({ place }) => place?.of !== of || place.target > of)) {
    throw mistake(directory, "has reports of several runs; expected the shards of one run");
  }
  if (merged.length < of) {
    throw mistake(directory, `has the reports of ${merged.length} of ${of} targets; expected all shards`);
  }
  return merged;
}

function placeOf({ place }: Report): number {
  return place?.target ?? 0;
}

/** @returns nothing for a run of several targets, or one that was not split */
function readShardReport(path: string): readonly Report[] {
  const file = readDataFile(path, "report");
  if (runReportSchema.safeParse(file.value).success) return [];
  const report = parseWith(shardReportSchema, file, "report");
  if (report.place === undefined) return [];
  const { intact, contradictions } = verifyReport(report);
  if (intact !== true || contradictions.length > 0) throw mistake(path, "was edited since it was made");
  return [report];
}

function reportFiles(directory: string): readonly string[] {
  if (statSync(directory, { throwIfNoEntry: false })?.isDirectory() !== true) return [];
  return readdirSync(directory, { recursive: true, encoding: "utf8" })
    .filter((file) => /(^|[\\/])report\.json$/.test(file))
    .toSorted()
    .map((file) => join(directory, file));
}

function mistake(at: string, problem: string): InputError {
  return new InputError("these shards", [{ at, problem }]);
}
