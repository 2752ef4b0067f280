import { expect, test } from "vitest";
import { operationIds, type OperationId } from "../../fixtures/contract/operations.ts";
import { reportBadge } from "./badge.ts";
import { baselineText, findNewFailures, knownFailuresText, type KnownFailures } from "./baseline.ts";
import { exampleReport, exampleResult } from "./example-report.fixture.ts";
import { createExchange } from "../rules/log.fixture.ts";
import type { Check } from "../log/rule.ts";
import type { Credentials } from "../target/credentials.ts";
import { composeReport, reportSchema, type Report } from "./report.ts";
import { viewReport } from "./view.ts";
import { maskPeople } from "./mask-people.ts";

function check(requirement: string, status: Check["status"], lack?: Check["lack"]): Check {
  const exchanges = [createExchange({ text: '{"data":\u001B[1m"x"}' }, 0)];
  return { requirement, operation: "listUsers", status, message: "found", exchanges, lack };
}

function compose(...checks: readonly Check[]): Report {
  const { target, runId, startedAt } = exampleReport();
  const run = { target, runId, startedAt, durationMs: 1234, requests: 7, waitedMs: 0, created: [] };
  return composeReport("1.2.3", { run, checks });
}

const [passed, failed] = [check("ENV-01", "passed"), check("ENV-02", "failed")];
const off = check("ENV-06", "skipped", "writes");
const nothing = check("ENV-06", "skipped", "nothing");

test.each([
  [[passed, failed], true, "non-conforming: 1 of 2 failed, 1 passed", "non-conforming 1/2"],
  [[passed, off], false, "conforming in what was verified: 1 of 2; writes off", "conforming 1/2"],
  [[passed, passed], true, "conforming: all 2 verified", "conforming"],
  [[passed, nothing], true, "conforming: all 1 that apply here verified, of 2", "conforming"],
  [[nothing, check("ENV-07", "inconclusive")], false, "inconclusive: nothing of 2 could be verified", "inconclusive"],
  [[], true, "inconclusive: nothing of 0 could be verified", "inconclusive"],
])("the verdict and its badge claim no more than was verified: %#", (checks, complete, line, words) => {
  const report = compose(...checks);
  expect(reportSchema.parse(JSON.parse(JSON.stringify(report)))).toEqual(report);
  expect(line.startsWith(report.verdict)).toBe(true);
  expect(report.complete).toBe(complete);
  expect(report.missing).toStrictEqual(checks.includes(off) ? [{ give: "--allow-writes", toVerify: 1 }] : []);
  const { verdict, extent } = viewReport(report);
  expect(`${verdict}: ${extent}`).toBe(line);
  const badge = reportBadge(report);
  for (const part of [`>${words}<`, `role="img" aria-label="orgkit: ${line}"`]) expect(badge).toContain(part);
});

test("a report does not repeat the megabyte that was sent to look for a limit", () => {
  const exchange = createExchange({}, 0);
  const long = { ...exchange, request: { ...exchange.request, body: "x".repeat(1e6) } };
  expect(JSON.stringify(compose({ ...passed, exchanges: [long] })).length).toBeLessThan(50_000);
});

test("what is not verified is grouped by reason, in ranges, and as a whole if it is about all operations", () => {
  const skips = ["ENV-01", "ENV-02", "ENV-03", "AUTH-01"].map((id) => exampleResult(id, "listUsers", "skipped", "off"));
  const everywhere = operationIds.map((operation) => exampleResult("ENV-05", operation, "inconclusive", "off"));
  const observed = exampleResult("OBS-05", "listUsers", "skipped", "nothing showed");
  const { sections } = viewReport(exampleReport({ results: [...skips, ...everywhere, observed] }));
  expect(sections.find(({ id }) => id === "not-verified")).toMatchObject({
    count: skips.length + everywhere.length,
    rows: [{ text: "ENV-05; listUsers ENV-01 to -03, AUTH-01", detail: "off" }],
  });
});

test("failures with a common cause are reported as one", () => {
  const failures: readonly (readonly [OperationId, string])[] = [
    ["listUsers", "AUTH-02 AUTH-04 AUTH-05"],
    ["listInvoices", "AUTH-02 AUTH-04"],
    ["getSubscription", "AUTH-04 AUTH-05"],
  ];
  const results = failures.flatMap(([operation, ids]) =>
    ids.split(" ").map((id) => exampleResult(id, operation, "failed", "found")),
  );
  const { sections } = viewReport(exampleReport({ results }));
  expect(sections.find(({ id }) => id === "causes")?.rows.map(({ text }) => text)).toStrictEqual([
    "listUsers, listInvoices: responds without looking at `Authorization` (AUTH-02, AUTH-04)",
    "getSubscription: accepts any token (AUTH-04, AUTH-05)",
  ]);
});

test("where a requirement passes, a failure says whether the accepted credentials were rejected there or not tried", () => {
  const result = (operation: OperationId, status: Check["status"], ...credentials: readonly Credentials[]) => ({
    ...exampleResult("AUTH-05", operation, status, "found"),
    credentials: [...credentials],
  });
  const passes = (...accepted: readonly Credentials[]): string | undefined => {
    const rejected = [result("createUser", "passed", "cut"), result("listInvoices", "passed", "cut", "extended")];
    const results = [result("listUsers", "failed", ...accepted), ...rejected];
    return viewReport(exampleReport({ results })).problems[0]?.facts.find(([label]) => label === "Passes")?.[1];
  };
  expect(passes("extended")).toBe("on createUser, where that was not tried; on listInvoices, where that was rejected");
  expect(passes("cut", "extended")).toBe(
    "on createUser, by what was tried there; on listInvoices, where that was rejected",
  );
  expect(passes()).toBe("on createUser, listInvoices, by what was tried there");
});

const statuses = { p: "passed", f: "failed", s: "skipped", i: "inconclusive" } as const;

/** A report of results with these statuses. */
function reportOf(...letters: readonly (keyof typeof statuses)[]): Report {
  const results = letters.map((letter, index) => exampleResult(`ENV-0${index + 1}`, "listUsers", statuses[letter], ""));
  return exampleReport({ results });
}

const now = reportOf();

test.each([
  [
    reportOf("p", "f", "f", "p", "s", "i", "f"),
    reportOf("f", "p", "f", "i", "p", "f", "s"),
    [
      "  ✗ new: ENV-01 listUsers, ENV-06 listUsers",
      "  ✗ still failing: ENV-03 listUsers",
      "  ✓ fixed: ENV-02 listUsers",
      "  – verified before, not now: ENV-04 listUsers, ENV-07 listUsers",
      "  + verified now, not before: ENV-05 listUsers",
    ],
  ],
  [
    now,
    { ...now, target: { ...now.target, baseUrl: "https://b" } },
    [
      "  ! another target: https://staging.meridian.example/accounts before, https://b now",
      "  no failures before or now, and the same number verified",
    ],
  ],
])("a comparison with a baseline lists each change, failures first, and another target: %#", (before, after, lines) => {
  const text = baselineText(before, after, (_, part) => part);
  expect(text.split("\n").slice(1)).toStrictEqual(lines);
});

test.each([
  ["ENV-05", "listUsers", '`meta.total` is the string "42", not a non-negative integer', "count(*)"],
  ["ENV-02", "listInvoices", "`data` is an object, not an array", "array_values"],
  ["ENV-02", "listInvoices", "`data` is null, not an array", "nil slice"],
] as const)("the fix of %s says what its form on %s shows", (id, operation, message, cause) => {
  const fixOf = (found: string): string => {
    const { problems } = viewReport(exampleReport({ results: [exampleResult(id, operation, "failed", found)] }));
    return problems.flatMap(({ facts }) => facts.map((fact) => JSON.stringify(fact))).join("\n");
  };
  expect(fixOf(message)).toContain(cause);
  expect(fixOf("something else")).not.toContain(cause);
});

const example = exampleReport();
const failures = example.results.filter(({ status }) => status === "failed");
const [first] = failures;
const { id = "", operation } = first ?? {};
const today = "2026-11-28";

test.each<[what: string, known: KnownFailures, isAccepted: boolean]>([
  ["its requirement on its operation", [{ id, operation, reason: "#12", until: "2027-01-31" }], true],
  ["its requirement on all operations", [{ id, reason: "#12", until: today }], true],
  ["it, until yesterday", [{ id, operation, reason: "#12", until: "2026-11-27" }], false],
  ["another requirement", [{ id: "ENV-09", reason: "#12", until: "2027-01-31" }], false],
  ["it on another operation", [{ id, operation: "createUser", reason: "#12", until: "2027-01-31" }], false],
])("a failure is accepted where the list has %s", (_, known, isAccepted) => {
  const names = findNewFailures(example, { known, today }).map((one) => `${one.id} ${one.operation}`);
  expect(names.includes(`${id} ${operation}`)).toBe(!isAccepted);
});

test("the failures of a baseline are accepted, and no others", () => {
  expect(failures).not.toHaveLength(0);
  expect(findNewFailures(example, { known: [], baseline: example, today })).toHaveLength(0);
  const before = { ...example, results: example.results.filter((result) => result !== first) };
  expect(findNewFailures(example, { known: [], baseline: before, today })).toStrictEqual([first]);
});

test("what does not fail any more is said, and what is overdue", () => {
  const known: KnownFailures = [
    { id: "ENV-09", reason: "old proxy", until: "2027-01-31" },
    { id, operation, reason: "#12", until: "2026-11-27" },
  ];
  const text = knownFailuresText(example, { known, today }, (_, shown) => shown);
  expect(text).toMatch(/any more, remove it: ENV-09: old proxy/);
  expect(text).toContain(`overdue: ${id} ${operation}: #12`);
});

test.each([
  '{"data":[{"id":7,"firstName":"Ada \\"A.\\" Lovelace","e-mail":"ada@example.org"}]}',
  "the user ada@example.org is on no page of the list",
  '{"last_name" : "Lovelace", "homeAddress": "12 Ada Street"}',
])("a report shows no person: %s", (text) => {
  const { results } = maskPeople(exampleReport({ results: [exampleResult("ENV-04", "listUsers", "failed", text)] }));
  expect(JSON.stringify(results)).not.toMatch(/Ada|Lovelace|ada@/);
});

test("a name that stands in one place is masked in all: in messages, and in URLs, however encoded", () => {
  const texts = [
    '{"data":[{"name":{"first":"Ada","family":"Lovelace"},"displayName":"Ada Lovelace"}]}',
    'no page has "Ada Lovelace"',
  ];
  const urls = ["/users?q=Ada%20Lovelace", "/users?q=Ada+Lovelace", "/users?email=ada%40example.org"];
  const results = [...texts, ...urls].map((text) => exampleResult("ENV-04", "listUsers", "failed", text));
  const masked = maskPeople(exampleReport({ results, created: [{ sent: texts[0] ?? "", received: "Ada Lovelace" }] }));
  expect(JSON.stringify(masked)).not.toMatch(/Ada.?Lovelace|Ada%|ada%40|"Ada/);
});

test("what is no person stays", () => {
  const message = '{"id":7,"plan":"team","createdAt":"2026-01-31T10:00:00Z"} at https://staging.example/x';
  const [result] = maskPeople(
    exampleReport({ results: [exampleResult("ENV-04", "listUsers", "failed", message)] }),
  ).results;
  expect(result?.message).toBe(message);
});
