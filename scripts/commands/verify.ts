import { Command } from "commander";
import { z } from "zod";
import { reportSchema, type Report } from "../../conformance/report/report.ts";
import {
  statementSchema,
  verifyReport,
  verifyStatement,
  type Statement,
  type Verification,
} from "../../conformance/report/statement.ts";
import type { Paint } from "../../conformance/report/text.ts";
import { visibleLine } from "../../conformance/report/visible.ts";
import { readDataFile } from "../../fixtures/data-file.ts";
import { InputError } from "../../fixtures/input-error.ts";
import { parseWith } from "../../fixtures/parse-with.ts";
import { paintFor } from "../terminal.ts";

/** `orgkit verify`: was this report or statement edited since it was made? */
export function verifyCommand(): Command {
  return new Command("verify")
    .summary("check that a report or statement was not edited")
    .description(
      "Checks the digest of a report.json or statement.json, and says by which kit and requirement set which target was judged. A digest shows an edit; it is no signature.",
    )
    .argument("<FILE>", "a report.json or a statement.json")
    .action((path: string) => {
      const file = readDataFile(path, "Statement");
      if (!z.looseObject({ verdict: z.unknown() }).safeParse(file.value).success) {
        const problem = "it is no report and no statement; expected a file that orgkit conform wrote";
        throw new InputError(`Statement "${path}"`, [{ at: path, problem }]);
      }
      const isReport = z
        .object({ results: z.unknown() })
        .refine(({ results }) => results !== undefined)
        .safeParse(file.value).success;
      const document = isReport
        ? parseWith(reportSchema, file, "Report")
        : parseWith(statementSchema, file, "Statement");
      const verification = "results" in document ? verifyReport(document) : verifyStatement(document);
      process.stdout.write(`${verificationText(document, verification, paintFor(process.stdout))}\n`);
      process.exitCode = verification.intact === true && verification.contradictions.length === 0 ? 0 : 1;
    });
}

function verificationText(document: Report | Statement, verification: Verification, paint: Paint): string {
  const { kit, contract, target, verdict, complete } = document;
  const { intact, sameSet, contradictions } = verification;
  const state =
    intact === undefined
      ? paint("yellow", "? it carries no digest, so an edit would not show")
      : intact
        ? paint("green", "✓ not edited since it was made")
        : paint("red", "✗ edited since it was made: the digest does not fit");
  return [
    state,
    ...contradictions.map((contradiction) => paint("red", `✗ ${visibleLine(contradiction)}`)),
    "",
    `  Target   ${visibleLine(target.baseUrl)}, dialect ${visibleLine(target.dialect ?? "not declared")}`,
    `  Verdict  ${verdict}${complete ? "" : ", in what was verified"}`,
    `  Set      ${visibleLine(`${contract.title} ${contract.version}`)}, requirement set ${contract.set}${sameSet ? "" : paint("yellow", ": not the set of this orgkit")}`,
    `  Kit      ${kit.name} ${visibleLine(kit.version)}`,
    "",
    paint(
      "dim",
      "A digest is no signature: whoever edits on purpose can make a new one. To be sure, judge the target again.",
    ),
  ].join("\n");
}
