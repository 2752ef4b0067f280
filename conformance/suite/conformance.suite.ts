import { obligationName } from "../../fixtures/contract/catalogue.ts";
import { inTurn, selectObligations } from "../checks/judge.ts";
import type { Facts, Finding } from "../report/finding.ts";
import { obligationsAnnotation, readRun, runFolderVariable, type Attachment } from "../run/run.ts";
import { asEvidence } from "../target/exchange.ts";
import { test } from "./session.fixture.ts";

/** Given, so that Playwright does not take a stack trace for each step. */
const location = { file: import.meta.filename, line: 1, column: 1 };

const { selection } = readRun(process.env[runFolderVariable] ?? "");

/** `AUTH` of `AUTH-04`. A test of its own for each obligation would cost more time than the target takes to answer. */
const areas = Map.groupBy(selectObligations(selection), ({ requirement }) => requirement.id.replace(/-.*/, ""));

// A test of the suite passes whatever its checks find: it fails only where orgkit itself does. What was found
// is what it attaches.
for (const [area, obligations] of areas) {
  const annotation = { type: obligationsAnnotation, description: String(obligations.length) };
  test(area, { annotation }, async ({ judging }, testInfo) => {
    const findings = await inTurn(obligations, (obligation) =>
      test.step(obligationName(obligation), () => judging.find(obligation), { location }),
    );
    const attachment = attachmentOf(findings, await judging.facts());
    await testInfo.attach("findings", { body: JSON.stringify(attachment), contentType: "application/json" });
  });
}

function attachmentOf(findings: readonly Finding[], facts: Facts): Attachment {
  const exchanges = [...new Set(findings.flatMap(({ evidence }) => evidence))];
  return {
    facts,
    exchanges: exchanges.map((exchange) => asEvidence(exchange)),
    findings: findings.map((finding) => ({
      ...finding,
      evidence: finding.evidence.map((exchange) => exchanges.indexOf(exchange)),
    })),
  };
}
