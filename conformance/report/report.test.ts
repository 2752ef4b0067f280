import { describe, expect, test } from "vitest";
import { curlLine } from "./curl.ts";
import { composeReport, reportSchema, type Facts, type Finding, type Report } from "./report.ts";
import { reportText } from "./text.ts";

const request = {
  method: "GET",
  url: "https://t.example/api/v1/users",
  headers: { authorization: "Bearer $ORGKIT_TOKEN" },
};

function finding(id: string, status: Finding["status"], message = "found"): Finding {
  const evidence = [{ request, response: { status: 200, headers: {}, body: '{"data":\u001B[1m"x"}', ms: 3 } }];
  return { id, operation: "listUsers", status, message, evidence };
}

function compose(...findings: readonly Finding[]): Report {
  return composeReport("1.2.3", { facts, findings: [...findings] });
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

describe("the verdict", () => {
  test("one failure decides", () => {
    expect(compose(finding("ENV-01", "passed"), finding("ENV-02", "failed")).verdict).toBe("non-conforming");
  });

  test("without a failure what was seen to pass decides, and the report says how much that is", () => {
    const report = compose(finding("ENV-01", "passed"), finding("ENV-02", "skipped"));
    expect(report).toMatchObject({ verdict: "conforming", complete: false });
    expect(reportText(report, (_, text) => text)).toContain(
      "✓ conforming in what was verified: 1 of 2 · 7 requests in 1.2 s",
    );
  });

  test("nothing seen is never green", () => {
    expect(compose(finding("ENV-01", "skipped"), finding("ENV-02", "inconclusive")).verdict).toBe("inconclusive");
    expect(compose().verdict).toBe("inconclusive");
  });

  test("everything seen is complete", () => {
    const report = compose(finding("ENV-01", "passed"));
    expect(report.complete).toBe(true);
    expect(reportText(report, (_, text) => text)).toContain("✓ conforming: all 1 verified");
  });
});

test("a report fits its published schema", () => {
  const report = compose(finding("ENV-01", "passed"), finding("ENV-02", "failed"), finding("AUTH-02", "skipped"));
  expect(reportSchema.parse(JSON.parse(JSON.stringify(report)))).toEqual(report);
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

test("the text shows a failure with its rule, the document's sentence and the evidence, and no control character", () => {
  const text = reportText(compose(finding("ENV-02", "failed", "`data` is absent")), (_, part) => part);
  expect(text).toContain("✗ ENV-02 listUsers stated, §2");
  expect(text).toContain("Found     `data` is absent");
  expect(text).toContain("“| data | array | The returned records |” (§2)");
  expect(text).toContain("GET https://t.example/api/v1/users (Authorization: Bearer $ORGKIT_TOKEN)");
  expect(text).toContain("✗ non-conforming: ENV-02 (1 of 1 failed, 0 passed)");
  expect(text).not.toContain("\u001B");
});

test("what is not verified is listed by reason, in ranges", () => {
  const skips = ["ENV-01", "ENV-02", "ENV-03", "AUTH-01"].map((id) => finding(id, "skipped", "writes are off"));
  expect(reportText(compose(...skips), (_, part) => part)).toContain(
    "– listUsers ENV-01 to -03, AUTH-01: writes are off",
  );
});

describe("a curl line", () => {
  test("lets the shell fill in the token and nothing else", () => {
    const body = '{"name":"$(rm -rf ~) `id` \\" $HOME"}';
    expect(curlLine({ request: { ...request, method: "POST", body } })).toBe(
      'curl -sS -i -X POST -H "authorization: Bearer $ORGKIT_TOKEN" --data-raw "{\\"name\\":\\"\\$(rm -rf ~) \\`id\\` \\\\\\" \\$HOME\\"}" "https://t.example/api/v1/users"',
    );
  });

  test("gives a token inside Basic as the user that it is made of", () => {
    const headers = { authorization: "Basic base64(orgkit:$ORGKIT_TOKEN)" };
    expect(curlLine({ request: { ...request, headers } })).toContain('-u "orgkit:$ORGKIT_TOKEN"');
  });

  test("sends an empty header as an empty header", () => {
    expect(curlLine({ request: { ...request, headers: { authorization: "" } } })).toContain('-H "authorization;"');
  });
});
