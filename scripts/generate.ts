import { readFileSync, writeFileSync } from "node:fs";
import { z } from "zod";
import { reportSchema } from "../conformance/report/report.ts";
import { runReportSchema } from "../conformance/report/run-report.ts";
import { statementSchema } from "../conformance/report/statement.ts";
import { dialectSchema } from "../fixtures/dialect/dialect.ts";
import { worldSchema } from "../fixtures/worlds/world.ts";

/**
 * `npm run generate`: writes what follows from a definition elsewhere. With `--check` it writes nothing and
 * fails where a file is not what its definition says.
 */
const generated: readonly (readonly [file: URL, text: string])[] = [
  [new URL("../fixtures/dialect/dialect.schema.json", import.meta.url), jsonSchema(dialectSchema, "input")],
  [new URL("../fixtures/worlds/world.schema.json", import.meta.url), jsonSchema(worldSchema, "input")],
  [new URL("../conformance/report/report.schema.json", import.meta.url), jsonSchema(reportSchema, "output")],
  [new URL("../conformance/report/run-report.schema.json", import.meta.url), jsonSchema(runReportSchema, "output")],
  [new URL("../conformance/report/statement.schema.json", import.meta.url), jsonSchema(statementSchema, "output")],
];

function jsonSchema(schema: z.ZodType, io: "input" | "output"): string {
  return `${JSON.stringify(z.toJSONSchema(schema, { io }), null, 2)}\n`;
}

function current(file: URL): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}

const stale = generated.filter(([file, text]) => current(file) !== text);
if (process.argv.includes("--check")) {
  for (const [file] of stale) process.stderr.write(`${file.pathname} is stale: run npm run generate\n`);
  process.exitCode = stale.length === 0 ? 0 : 1;
} else {
  for (const [file, text] of stale) writeFileSync(file, text);
}
