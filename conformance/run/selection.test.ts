import { expect, test } from "vitest";
import { operationIds } from "../../fixtures/contract/operations.ts";
import { planText } from "../report/plan.ts";
import { connectionSchema } from "../target/connection.ts";
import { targetSchema } from "../target/target.ts";
import { selectObligations } from "./read-conform-options.ts";

const connection = connectionSchema.parse({});
const target = targetSchema.parse({ baseUrl: "https://t.example", allowWrites: false, isQuick: true });

test.each([
  ["ENV-04 listInvoices", "1 on 1 operation, 0 observations"],
  ["ENV-04", `${operationIds.length} on ${operationIds.length} operations, 0 observations`],
  ["OBS-18", "0 on 1 operation, 1 observation (never scored)"],
])("the plan of --grep '%s' says how much is judged, and on how many operations", (grep, words) => {
  const plan = { version: "1", target, hasSecondToken: false, connection, selected: selectObligations({ grep }) };
  expect(planText(plan, (_, text) => text)).toContain(words);
});
