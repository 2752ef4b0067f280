import { isObject } from "../../fixtures/json.ts";
import { parseData, readDataFile } from "../../fixtures/data-file.ts";
import { readDialect } from "../../fixtures/dialect/declared.ts";
import { openDialect } from "../../fixtures/dialect/open.ts";
import { isPath } from "../../fixtures/is-path.ts";
import { parseWith, type GivenData } from "../../fixtures/parse-with.ts";
import { givenValue } from "../api/option-schemas.ts";
import { reportSchema } from "../report/report.ts";
import { CannotJudge } from "../run/cannot-judge.ts";
import { builtInDialectSide, dialectFileSide } from "./dialect-side.ts";
import { reportSide } from "./report-side.ts";
import type { Side } from "./side.ts";

/**
 * A dialect by its name or from a file, or a report from its file.
 * @throws InputError where it is none of them
 * @throws CannotJudge where the report is of a run that judged nothing
 */
export async function readNamedSide(given: string): Promise<Side> {
  if (!isPath(given)) return builtInDialectSide(given, await openDialect(given));
  return readData(given, readDataFile(given, "Dialect or report"));
}

/**
 * A report, what was learned, or a dialect, as a program holds it.
 * @param side names it in messages and evidence
 * @throws as `readNamedSide` does
 */
export function readGivenSide(side: string, given: unknown): Side {
  if (isLearned(given)) {
    const name = `learned of ${given.baseUrl}`;
    return readData(name, parseData(given.text, name, "Dialect"));
  }
  const data = givenValue(given, side, side);
  return readData(side, data, { ...data, position: (place) => [side, ...place].join(".") });
}

/** @param evidence says where a key stands; as messages say it, unless given */
function readData(name: string, data: GivenData, evidence = data): Side {
  if (!isReport(data.value)) return dialectFileSide(name, readDialect(data), evidence);
  const report = parseWith(reportSchema, data, "Report");
  if (report.problem !== undefined) throw new CannotJudge(`The run of ${name} judged nothing: ${report.problem}`);
  return reportSide(name, report);
}

function isReport(value: unknown): boolean {
  return isObject(value) && Array.isArray(value["results"]);
}

/** What `learn` returns. Its dialect as text tells only what was told. */
function isLearned(value: unknown): value is { readonly baseUrl: string; readonly text: string } {
  return isObject(value) && typeof value["baseUrl"] === "string" && typeof value["text"] === "string";
}
