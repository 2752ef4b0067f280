import { expect, test } from "@playwright/test";
import { hasId, operationIds, recordKinds } from "../../fixtures/contract/operations.ts";
import { hasFailed } from "../checks/judge.ts";
import { obligationsOf } from "../test-servers/defects/defect.ts";
import { startPrism } from "../test-servers/prism.fixture.ts";
import { defaultTokens } from "../test-servers/independent-server.ts";
import { judgeForReport } from "./conform.ts";

test("Prism fails only because it accepts any token and keeps no state", { tag: "@slow" }, async () => {
  const { baseUrl, stop } = await startPrism();
  const broken = [
    "AUTH-04 listUsers",
    "AUTH-04 listInvoices",
    "AUTH-05 listUsers",
    "AUTH-05 listInvoices",
    // The one creation that is accepted without a valid token is enough.
    "AUTH-04 createUser",
    "CREATE-01 createUser",
  ];
  // The document's example has no record, so a known one is missing.
  const more = obligationsOf("AUTH-04 AUTH-05 SUB-01", operationIds.filter(hasId));
  for (const known of [[], ["any"]]) {
    const ids = Object.fromEntries(recordKinds.map((kind) => [kind, known]));
    const target = { baseUrl, allowWrites: true, ids };
    const { results, verdict } = await judgeForReport({
      target: { target, secrets: defaultTokens },
      connection: { patience: 500 },
    });
    const found = new Map(results.map((result) => [`${result.id} ${result.operation}`, result] as const));
    const failed = [...found].filter(([, result]) => hasFailed(result)).map(([name]) => name);
    expect(verdict).toBe("non-conforming");
    expect(failed.toSorted()).toEqual([...broken, ...(known.length > 0 ? more : [])].toSorted());
    const envelope = results.filter(
      ({ id, reason }) => id.startsWith("ENV-") && (known.length > 0 || reason === undefined),
    );
    expect(envelope.map(({ status }) => status)).toEqual(envelope.map(() => "passed"));
  }
  await stop();
});
