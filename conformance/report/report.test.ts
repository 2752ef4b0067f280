import { describe, expect, test } from "vitest";
import { curlLine } from "./curl.ts";
import { exampleReport, exampleResult } from "./example-report.fixture.ts";
import { composeReport, reportSchema, type Facts, type Finding, type Report } from "./report.ts";
import { reportText, tableText } from "./text.ts";

const request = {
  method: "GET",
  url: "https://t.example/api/v1/users",
  headers: { authorization: "Bearer $ORGKIT_TOKEN" },
};

function finding(id: string, status: Finding["status"], message = "found"): Finding {
  const evidence = [{ request, response: { status: 200, headers: {}, body: '{"data":\u001B[1m"x"}', ms: 3 } }];
  return { id, operation: "listUsers", status, message, evidence };
}

const facts: Facts = {
  target: { name: "target", baseUrl: "https://t.example", dialect: null },
  runId: "orgkit7f3a9c",
  startedAt: new Date(0).toISOString(),
  durationMs: 1234,
  requests: 7,
  waitedMs: 0,
  created: [],
};

function compose(...findings: readonly Finding[]): Report {
  return composeReport("1.2.3", { facts, findings });
}

const plain = (_: unknown, text: string): string => text;

test.each([
  [
    "one failure decides",
    ["passed", "failed"],
    "non-conforming",
    true,
    "✗ non-conforming: ENV-02 (1 of 2 failed, 1 passed)",
  ],
  [
    "what was seen to pass decides",
    ["passed", "skipped"],
    "conforming",
    false,
    "✓ conforming in what was verified: 1 of 2 · 7 requests in 1.2 s",
  ],
  ["nothing seen is never green", ["skipped", "inconclusive"], "inconclusive", false, "? inconclusive: nothing of 2"],
  ["nothing at all is never green", [], "inconclusive", true, "? inconclusive: nothing of 0"],
  ["everything seen is complete", ["passed", "passed"], "conforming", true, "✓ conforming: all 2 verified"],
] as const)("%s", (_, statuses, verdict, complete, line) => {
  const report = compose(...statuses.map((status, index) => finding(`ENV-0${index + 1}`, status)));
  expect(report).toMatchObject({ verdict, complete });
  expect(reportText(report, plain)).toContain(line);
  expect(reportSchema.parse(JSON.parse(JSON.stringify(report)))).toEqual(report);
});

test("a report is complete also where nothing was there to see, and else says what to give", () => {
  const skipped = finding("ENV-06", "skipped");
  expect(compose({ ...skipped, lack: "nothing" })).toMatchObject({ complete: true, missing: [] });
  expect(compose({ ...skipped, lack: "writes" })).toMatchObject({
    complete: false,
    missing: [{ give: "--allow-writes", toVerify: 1 }],
  });
});

test("a result carries level, section, reason and a line that repeats it", () => {
  const [result] = compose(finding("AUTH-02", "inconclusive", "the target limits the rate")).results;
  expect(result).toMatchObject({
    level: "implied",
    section: "§5",
    reason: "the target limits the rate",
    curl: 'curl -sS -i -H "authorization: Bearer $ORGKIT_TOKEN" "https://t.example/api/v1/users"',
  });
});

test("the text shows a failure with its rule, the document's sentence and the evidence", () => {
  const text = reportText(compose(finding("ENV-02", "failed", "`data` is absent")), plain);
  for (const part of [
    "✗ ENV-02 listUsers stated, §2",
    "Found     `data` is absent",
    "“| data | array | The returned records |” (§2)",
    "GET https://t.example/api/v1/users (Authorization: Bearer $ORGKIT_TOKEN)",
  ]) {
    expect(text).toContain(part);
  }
});

test("what a target sends cannot steer a terminal, begin a line, or command a CI runner", () => {
  const hostile = "a\u001B[2J\u009B31m\n::error::forged\n✓ conforming\u202E ##[error]x";
  const exchange = {
    request: { method: "GET", url: `https://x/${hostile}`, headers: { authorization: hostile }, body: "::error::sent" },
    response: { status: 200, headers: {}, body: `::warning::${hostile}`, ms: 1 },
  };
  const failed = exampleResult("ENV-01", "listUsers", "failed", hostile, [exchange]);
  const report = exampleReport({
    results: [{ ...failed, curl: `curl ${hostile}` }, exampleResult("ENV-02", "listUsers", "skipped", hostile)],
    created: [{ sent: hostile, received: hostile }],
    problem: hostile,
  });
  const text = `${reportText(report, plain)}\n${tableText([report], plain)}`;
  expect(text).not.toMatch(/(?!\n)\p{Cc}|\u202E/u);
  const lines = text.split("\n");
  expect(lines.filter((line) => /^\s*::|##\[/.test(line))).toStrictEqual([]);
  expect(lines.filter((line) => /Found/.test(line) && line.includes("forged"))).toHaveLength(1);
});

describe("a curl line", () => {
  test.each([
    [
      "lets the shell fill in the token and nothing else",
      { ...request, method: "POST", body: '{"name":"$(rm -rf ~) `id` \\" $HOME"}' },
      'curl -sS -i -X POST -H "authorization: Bearer $ORGKIT_TOKEN" --data-raw "{\\"name\\":\\"\\$(rm -rf ~) \\`id\\` \\\\\\" \\$HOME\\"}" "https://t.example/api/v1/users"',
    ],
    [
      "gives a token inside Basic as the user that it is made of",
      { ...request, headers: { authorization: "Basic base64(orgkit:$ORGKIT_TOKEN)" } },
      'curl -sS -i -u "orgkit:$ORGKIT_TOKEN" "https://t.example/api/v1/users"',
    ],
    [
      "sends an empty header as an empty header",
      { ...request, headers: { authorization: "" } },
      'curl -sS -i -H "authorization;" "https://t.example/api/v1/users"',
    ],
  ])("%s", (_, sent, line) => {
    expect(curlLine({ request: sent })).toBe(line);
  });
});
