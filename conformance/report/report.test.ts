import { execFileSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { operationIds } from "../../fixtures/contract/operations.ts";
import { reportBadge } from "./badge.ts";
import { tokenVariables } from "../target/target.ts";
import { curlLine, repeatOf } from "./curl.ts";
import { exampleReport, exampleResult } from "./example-report.fixture.ts";
import { overviewOf, verdictLine } from "./overview.ts";
import { composeReport, reportSchema, type Finding, type Report } from "./report.ts";

const request = {
  method: "GET",
  url: "https://t.example/api/v1/users",
  headers: { authorization: "Bearer $ORGKIT_TOKEN" },
};

function finding(id: string, status: Finding["status"], lack?: Finding["lack"]): Finding {
  const evidence = [{ request, response: { status: 200, headers: {}, body: '{"data":\u001B[1m"x"}', ms: 3 } }];
  return { id, operation: "listUsers", status, message: "found", evidence, ...(lack && { lack }) };
}

function compose(...findings: readonly Finding[]): Report {
  const { target, runId, startedAt } = exampleReport();
  const facts = { target, runId, startedAt, durationMs: 1234, requests: 7, waitedMs: 0, created: [] };
  return composeReport("1.2.3", { facts, findings });
}

const [passed, failed] = [finding("ENV-01", "passed"), finding("ENV-02", "failed")];
const off = finding("ENV-06", "skipped", "writes");
const nothing = finding("ENV-06", "skipped", "nothing");

test.each([
  [[passed, failed], true, "non-conforming: 1 of 2 failed, 1 passed", "non-conforming 1/2", "#b3261e"],
  [[passed, off], false, "conforming in what was verified: 1 of 2; writes off", "conforming 1/2", "#1a7043"],
  [[passed, passed], true, "conforming: all 2 verified", "conforming", "#1a7043"],
  [[passed, nothing], true, "conforming: all 1 that apply here verified, of 2", "conforming", "#1a7043"],
  [[nothing], true, "inconclusive: nothing of 1 could be verified", "inconclusive", "#7a5b00"],
  [
    [nothing, finding("ENV-07", "inconclusive")],
    false,
    "inconclusive: nothing of 2 could be verified",
    "inconclusive",
    "#7a5b00",
  ],
  [[], true, "inconclusive: nothing of 0 could be verified", "inconclusive", "#7a5b00"],
])("the verdict and its badge claim no more than was verified: %#", (findings, complete, line, text, colour) => {
  const report = compose(...findings);
  expect(reportSchema.parse(JSON.parse(JSON.stringify(report)))).toEqual(report);
  expect(line.startsWith(report.verdict)).toBe(true);
  expect(report.complete).toBe(complete);
  expect(report.missing).toStrictEqual(findings.includes(off) ? [{ give: "--allow-writes", toVerify: 1 }] : []);
  expect(verdictLine(report)).toBe(line);
  const badge = reportBadge(report);
  const title = `orgkit: ${line}`;
  for (const part of [`>${text}<`, `fill="${colour}"`, `role="img" aria-label="${title}"`, `<title>${title}</title>`]) {
    expect(badge).toContain(part);
  }
  expect(badge.match(/(?:href|src|url\([^#]|https?:)[^\s]*/g)).toStrictEqual(['http://www.w3.org/2000/svg"']);
});

test("a result has its level, section, reason and a command that repeats it", () => {
  expect(compose(finding("AUTH-02", "inconclusive")).results[0]).toMatchObject({
    level: "implied",
    section: "§5",
    reason: "found",
    curl: `curl -sS -i -H 'authorization: Bearer '"$ORGKIT_TOKEN" 'https://t.example/api/v1/users'`,
  });
});

describe("the list of what is not verified", () => {
  const reasonsOf = (...results: Report["results"]) => overviewOf(exampleReport({ results })).reasons;

  test("is grouped by reason, in ranges, and as a whole if it is about all operations", () => {
    const skips = ["ENV-01", "ENV-02", "ENV-03", "AUTH-01"].map((id) =>
      exampleResult(id, "listUsers", "skipped", "off"),
    );
    const everywhere = operationIds.map((operation) => exampleResult("ENV-05", operation, "inconclusive", "off"));
    expect(reasonsOf(...skips, ...everywhere)).toStrictEqual([
      { reason: "off", count: skips.length + everywhere.length, places: "ENV-05; listUsers ENV-01 to -03, AUTH-01" },
    ]);
  });

  test("has no observations", () => {
    expect(reasonsOf(exampleResult("OBS-05", "listUsers", "skipped", "nothing showed"))).toStrictEqual([]);
  });
});

const repeat = repeatOf({ tokenVariables }, ["x-tenant"], { caFile: "my ca.pem" });

describe.each(["sh", "bash"])("a curl command in %s", (shell) => {
  const ours = { ORGKIT_TOKEN: "our-token-1", ORGKIT_HEADER_X_TENANT: "acme", NPM_TOKEN: "stolen", x: "stolen" };
  /** The words that curl gets from the command. */
  const wordsOf = (line: string): readonly string[] =>
    execFileSync(shell, ["-c", `curl() { printf '%s\\n' "$@"; }; ${line}`], { env: { ...process.env, ...ours } })
      .toString()
      .trimEnd()
      .split("\n");

  test("has the user's token, header and certificate", () => {
    const headers = { authorization: "Bearer $ORGKIT_TOKEN", "x-tenant": "$ORGKIT_HEADER_X_TENANT", "x-empty": "" };
    expect(wordsOf(curlLine({ request: { ...request, headers } }, repeat))).toStrictEqual([
      ..."-sS -i --cacert".split(" "),
      "my ca.pem",
      "-H",
      "authorization: Bearer our-token-1",
      "-H",
      "x-tenant: acme",
      "-H",
      "x-empty;",
      request.url,
    ]);
    expect(curlLine({ request }, repeatOf({ tokenVariables }, [], { insecure: true }))).toContain("curl -sS -i -k ");
  });

  test("expands nothing of a target", () => {
    const evil = `$NPM_TOKEN \${NPM_TOKEN} $(id) \`id\` "x" 'y' !! !export \\ $x \${ORGKIT_TOKEN:-$NPM_TOKEN}`;
    const sent = {
      ...request,
      url: `https://t.example/${evil}`,
      headers: { cookie: evil },
      method: "POST",
      body: evil,
    };
    expect(wordsOf(curlLine({ request: sent }, repeat))).toStrictEqual([
      ..."-sS -i --cacert".split(" "),
      "my ca.pem",
      ..."--globoff -X POST -H".split(" "),
      `cookie: ${evil}`,
      ..."-H content-type: --data-raw".split(" "),
      evil,
      `https://t.example/${evil}`,
    ]);
  });

  test("makes an altered token, and Basic credentials, of the variable", () => {
    const cut = { ...request, headers: { authorization: "Bearer ${ORGKIT_TOKEN%?}" } };
    expect(wordsOf(curlLine({ request: cut }))).toContain("authorization: Bearer our-token-");
    const basic = { ...request, headers: { authorization: "Basic base64(orgkit:$ORGKIT_TOKEN)" } };
    expect(wordsOf(curlLine({ request: basic }))).toStrictEqual(["-sS", "-i", "-u", "orgkit:our-token-1", request.url]);
    const alone = { ...request, headers: { authorization: "Basic base64($ORGKIT_TOKEN)" } };
    const [, , , header = ""] = wordsOf(curlLine({ request: alone }));
    expect(header).toBe(`authorization: Basic ${Buffer.from("our-token-1").toString("base64")}`);
  });

  test.each([
    ["${ORGKIT_TOKEN:0:3}", "our"],
    ["${ORGKIT_TOKEN:4}", "token-1"],
    ["${ORGKIT_TOKEN^^}", "OUR-TOKEN-1"],
    ["${ORGKIT_TOKEN,,}", "our-token-1"],
  ])("makes %s, which only some shells know, by common commands", (altered, token) => {
    const cut = { ...request, headers: { authorization: `Bearer ${altered}` } };
    expect(wordsOf(curlLine({ request: cut }))).toContain(`authorization: Bearer ${token}`);
  });

  test("asks for headers only, sends a path with brackets as it is, and leaves out what is hidden", () => {
    const head = {
      ...request,
      method: "HEAD",
      url: "https://t.example/api/v1/users[0]",
      headers: { cookie: "s=(hidden)" },
    };
    expect(wordsOf(curlLine({ request: head }))).toStrictEqual(["-sS", "-i", "--globoff", "--head", head.url]);
  });

  test("sends a token in a body", () => {
    const sent = {
      ...request,
      method: "POST",
      headers: { "content-type": "application/json" },
      body: '{"token":"$ORGKIT_TOKEN"}',
    };
    expect(wordsOf(curlLine({ request: sent }))).toContain('{"token":"our-token-1"}');
  });
});
