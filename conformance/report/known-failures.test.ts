import { expect, test } from "vitest";
import { exampleReport } from "./example-report.fixture.ts";
import { findNewFailures, knownFailuresText, type KnownFailures } from "./baseline.ts";

const report = exampleReport();
const failed = report.results.filter(({ status }) => status === "failed");
const [first] = failed;
const { id = "", operation } = first ?? {};
const today = "2026-11-28";

test.each<[what: string, known: KnownFailures, isAccepted: boolean]>([
  ["its requirement on its operation", [{ id, operation, reason: "#12", until: "2027-01-31" }], true],
  ["its requirement on all operations", [{ id, reason: "#12", until: today }], true],
  ["it, until yesterday", [{ id, operation, reason: "#12", until: "2026-11-27" }], false],
  ["another requirement", [{ id: "ENV-09", reason: "#12", until: "2027-01-31" }], false],
  ["it on another operation", [{ id, operation: "createUser", reason: "#12", until: "2027-01-31" }], false],
])("a failure is accepted where the list has %s", (_, known, isAccepted) => {
  const names = findNewFailures(report, { known, today }).map((one) => `${one.id} ${one.operation}`);
  expect(names.includes(`${id} ${operation}`)).toBe(!isAccepted);
});

test("the failures of a baseline are accepted, and no others", () => {
  expect(failed).not.toHaveLength(0);
  expect(findNewFailures(report, { known: [], baseline: report, today })).toHaveLength(0);
  const before = { ...report, results: report.results.filter((result) => result !== first) };
  expect(findNewFailures(report, { known: [], baseline: before, today })).toStrictEqual([first]);
});

test("what does not fail any more is said, and what is overdue", () => {
  const known: KnownFailures = [
    { id: "ENV-09", reason: "old proxy", until: "2027-01-31" },
    { id, operation, reason: "#12", until: "2026-11-27" },
  ];
  const text = knownFailuresText(report, { known, today }, (_, shown) => shown);
  expect(text).toMatch(/any more, remove it: ENV-09: old proxy/);
  expect(text).toContain(`overdue: ${id} ${operation}: #12`);
});
