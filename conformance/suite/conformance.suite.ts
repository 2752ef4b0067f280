import { obligationName } from "../../fixtures/contract/catalogue.ts";
import { inconclusive } from "../checks/check.ts";
import { judge, selectObligations } from "../checks/judge.ts";
import { readRun, runFolderVariable, type Attachment } from "../run/run.ts";
import { asEvidence } from "../target/exchange.ts";
import { test } from "./session.fixture.ts";

const { selection } = readRun(process.env[runFolderVariable] ?? "");

// A test of the suite passes whatever its check finds: it fails only where orgkit itself does. What was found
// is the finding it attaches.
for (const obligation of selectObligations(selection)) {
  const { requirement, operation } = obligation;
  test(`${obligationName(obligation)}: ${requirement.rule}`, async ({ judging }, testInfo) => {
    const { session, problem } = judging;
    const outcome = problem === undefined ? await judge(session, obligation) : inconclusive("it cannot be judged");
    const attachment: Attachment = {
      finding: { id: requirement.id, operation, ...outcome, evidence: outcome.evidence.map(asEvidence) },
      facts: judging.facts(),
    };
    await testInfo.attach("finding", { body: JSON.stringify(attachment), contentType: "application/json" });
  });
}
