import { obligationName } from "../../fixtures/contract/catalogue.ts";
import { judge, judgedObligations } from "../checks/judge.ts";
import type { Finding } from "../run/run.ts";
import { asEvidence } from "../target/exchange.ts";
import { test } from "./session.fixture.ts";

for (const obligation of judgedObligations) {
  const { requirement, operation } = obligation;
  test(`${obligationName(obligation)}: ${requirement.rule}`, async ({ session }, testInfo) => {
    const outcome = await judge(session, obligation);
    const finding: Finding = { id: requirement.id, operation, ...outcome, evidence: outcome.evidence.map(asEvidence) };
    await testInfo.attach("finding", { body: JSON.stringify(finding), contentType: "application/json" });
    if (outcome.status === "failed") throw new Error(outcome.message);
    testInfo.skip(outcome.status !== "passed", outcome.message);
  });
}
