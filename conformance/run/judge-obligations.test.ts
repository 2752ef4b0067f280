import { expect, test } from "vitest";
import { obligationName, obligations, requirementSet } from "../requirements/catalogue.ts";
import { selectObligations } from "./conform.ts";
import { hasFailed } from "../test-servers/judge-server.ts";
import { judgeInOrder, judgeOpenPoint, scored } from "./judge-target.ts";
import { openPoint } from "../open-points/reader.fixture.ts";
import { envelope, scriptedReader } from "../open-points/scripted-reader.fixture.ts";
import { isRuled, levels } from "../requirements/requirement.ts";

const requirement = openPoint("DECL-10");
const later = requirementSet + 1;

test.each([
  [203, requirementSet, "failed", /^[^]*203/],
  [203, later, "observed", /^not scored yet.*failed: .*203/],
  [200, later, "passed", /200/],
] as const)("a response with %d to a requirement since set %d is %s", async (status, since, verdict, message) => {
  const dialect = { statuses: { success: { listUsers: 200 } } };
  const { reader } = scriptedReader(() => ({ ...envelope([]), status }), { dialect });
  await reader.ask({ operation: "listUsers" });
  const check = await judgeOpenPoint(reader, { ...requirement, since }, "listUsers");
  expect(check).toMatchObject({ status: verdict, message: expect.stringMatching(message) });
  const reworded = { ...check, message: "in other words" };
  expect(hasFailed(reworded)).toBe(status === 203);
});

test("a requirement of a later set for one operation is scored on the others", () => {
  const failed = { status: "failed", message: "no array" } as const;
  const judged = { ...requirement, since: { listUsers: later } };
  expect(scored(failed, { requirement: judged, operation: "listInvoices" }).status).toBe("failed");
  expect(scored(failed, { requirement: judged, operation: "listUsers" }).status).toBe("observed");
});

test("open points come first, of creations after those of lists, and what reads the run of rules last", async () => {
  const selected = obligations(levels);
  const order = new Set<string>();
  const found = await judgeInOrder(selected, (obligation) => {
    const { requirement: one, operation } = obligation;
    order.add(isRuled(one) ? "ruled" : (one.order ?? (operation === "createUser" ? "of creations" : "of lists")));
    return Promise.resolve(obligationName(obligation));
  });
  expect([...order]).toEqual(["of lists", "of creations", "ruled", "last", "creating"]);
  expect(found).toEqual(selected.map(obligationName));
});

test.each([
  ["ENV-04 listusers", ["ENV-04 listUsers"]],
  ["ENV-04 listUsers | AUTH-06 listInvoices", ["ENV-04 listUsers", "AUTH-06 listInvoices"]],
])("'%s' selects obligations by parts of their names, of the given levels", (grep, names) => {
  expect(selectObligations({ level: "stated", grep }).map(obligationName)).toEqual(names);
  expect(() => selectObligations({ level: "stated", grep: "DECL-01" })).toThrow("matches");
});
