import { expect, test } from "vitest";
import { openTemporaryDirectory } from "../../fixtures/temporary-directory.fixture.ts";
import { verdictLine } from "../report/view.ts";
import type { Report } from "../report/report.ts";
import { baseUrl, entry, harOf, token } from "./har.fixture.ts";
import { judgeHar } from "./judge-har.ts";

const directory = openTemporaryDirectory();
let files = 0;

function write(...entries: readonly object[]): string {
  files += 1;
  return directory.write(`visit-${files}.har`, harOf(...entries));
}

function statusOf({ results }: Report, id: string, operation = "listUsers"): string | undefined {
  return results.find((result) => result.id === id && result.operation === operation)?.status;
}

const good = entry();
const page = (data: readonly object[], total: unknown) => ({ json: { data, meta: { page: 1, total } } });

test("traffic without a violation is never conforming, and the result says what was verified", async () => {
  const report = await judgeHar({ har: [write(good, entry({ url: `${baseUrl}/login` })), write(good)] });
  expect(report).toMatchObject({ verdict: "inconclusive", complete: false, requests: 0 });
  expect(statusOf(report, "ENV-04")).toBe("passed");
  expect(statusOf(report, "ENV-04", "listInvoices")).toBe("skipped");
  expect(statusOf(report, "AUTH-04")).toBe("skipped");
  expect(verdictLine(report)).toMatch(/^no violation in 2 exchanges: \d+ of \d+ verified/);
  expect(report.traffic?.leftOut).toEqual([{ reason: "not part of the interface", count: 1 }]);
});

test("a violation counts as usual, with the exchanges that show it and no secret", async () => {
  const bad = entry({
    ...page([{ id: "u1", echo: token }], "one"),
    headers: [{ name: "Cookie", value: `sid=${token}` }],
  });
  const report = await judgeHar({ har: [write(good, bad, good)] });
  expect(report.verdict).toBe("non-conforming");
  expect(statusOf(report, "ENV-05")).toBe("failed");
  expect(report.results.find(({ status }) => status === "failed")?.message).toContain("in 1 of 3 exchanges");
  expect(JSON.stringify(report)).not.toContain(token);
});

test("a request without a token is judged, but not if the tool removed the tokens", async () => {
  const without = entry({ authorization: null });
  const shown = await judgeHar({ har: [write(good, without)] });
  expect(statusOf(shown, "AUTH-02")).toBe("failed");
  const redacted = await judgeHar({ har: [write(without, without)] });
  expect(statusOf(redacted, "AUTH-02")).toBe("skipped");
  expect(statusOf(redacted, "AUTH-01")).toBe("skipped");
  expect(statusOf(redacted, "ENV-04")).toBe("passed");
  const rejected = await judgeHar({ har: [write(good, entry({ authorization: null, status: 401 }))] });
  expect(statusOf(rejected, "AUTH-02")).toBe("passed");
});

test("a declared dialect is judged too, and suggested if it is missing", async () => {
  const plain = await judgeHar({ har: [write(good)] });
  expect(plain.missing.map(({ give }) => give)).toEqual(["--dialect FILE"]);
  const declared = await judgeHar({ har: [write(good)], dialect: { statuses: { success: { listUsers: 203 } } } });
  expect(declared.verdict).toBe("non-conforming");
});

test("any success accepts the token, also a partial one; the word `Bearer` in another letter case does not if a dialect declares it", async () => {
  const partial = await judgeHar({ har: [write(entry({ status: 206 }))] });
  expect([statusOf(partial, "PATH-01"), statusOf(partial, "AUTH-01")]).toEqual(["passed", "passed"]);
  const lower = entry({ authorization: `bearer ${token}` });
  for (const [dialect, status] of [
    [{ auth: { schemeCase: "exact" } }, "skipped"],
    [{ auth: { schemeCase: "any" } }, "passed"],
  ] as const) {
    const report = await judgeHar({ har: [write(lower)], dialect });
    expect([statusOf(report, "PATH-01"), statusOf(report, "AUTH-01")]).toEqual([status, status]);
  }
});
