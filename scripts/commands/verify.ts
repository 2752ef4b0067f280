import { z } from "zod";
import { verifyReport, type Verification } from "../../conformance/report/verify.ts";
import { reportSchema, type Report } from "../../conformance/report/report.ts";
import { runReportSchema, type RunReport } from "../../conformance/report/run-report.ts";
import { visibleLine } from "../../conformance/report/visible.ts";
import { readDataFile } from "../../fixtures/data-file.ts";
import { InputError } from "../../fixtures/input-error.ts";
import { parseWith } from "../../fixtures/parse-with.ts";
import { defineCommand } from "../settings/define-command.ts";
import { paint, print } from "../terminal.ts";

/** `orgkit verify`: checks that a report was not edited. */
export default defineCommand(
  {
    name: "verify",
    summary: "check that a report was not edited",
    description:
      "Checks the digest of a report.json, and shows the target, the orgkit version and the requirement set. The digest detects edits, but is not a signature.",
    arguments: { "<REPORT>": "a report.json" },
    options: z.object({}),
  },
  async ({ given: [path = ""] }) => {
    const file = readDataFile(path, "report");
    const members = z.looseObject({}).safeParse(file.value).data ?? {};
    if (!("verdict" in members)) {
      const problem = "not a report; expected a report.json of orgkit conform";
      throw new InputError(`report "${path}"`, [{ at: path, problem }]);
    }
    const report = parseWith("targets" in members ? runReportSchema : reportSchema, file, "report");
    const verification = verifyReport(report);
    print(...verificationLines(report, verification));
    return verification.intact === true && verification.contradictions.length === 0 ? 0 : 1;
  },
);

function verificationLines(report: Report | RunReport, verification: Verification): readonly string[] {
  const { kit, contract, verdict, complete } = report;
  const { intact, sameSet, contradictions } = verification;
  const state =
    intact === undefined
      ? paint("yellow", "? the report has no digest, so an edit would not show")
      : intact
        ? paint("green", "✓ not edited since it was made")
        : paint("red", "✗ edited since it was made: the digest does not match");
  const note = "A digest is not a signature: anyone can make a new one. To be sure, judge the target again.";
  return [
    state,
    ...contradictions.map((contradiction) => paint("red", `✗ ${visibleLine(contradiction)}`)),
    "",
    ...("targets" in report ? report.targets : [report.target]).map(
      ({ baseUrl, dialect }) => `  Target   ${visibleLine(baseUrl)}, dialect ${visibleLine(dialect ?? "not declared")}`,
    ),
    `  Verdict  ${verdict}${complete ? "" : ", in what was verified"}`,
    `  Set      ${visibleLine(`${contract.title} ${contract.version}`)}, requirement set ${contract.set}${sameSet ? "" : paint("yellow", ": not the set of this orgkit")}`,
    `  Version  ${kit.name} ${visibleLine(kit.version)}`,
    "",
    paint("dim", note),
  ];
}
