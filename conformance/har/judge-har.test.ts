import { expect, test } from "vitest";
import { openTemporaryDirectory } from "../../fixtures/files/temporary-directory.fixture.ts";
import { verdictLine } from "../report/view.ts";
import { baseUrl, entry, harOf, token, type EntryChanges } from "./har.fixture.ts";
import { judgeHar } from "./judge-har.ts";

const directory = openTemporaryDirectory();
const good = {};
const withoutToken = { authorization: null };

/** The report about a file with these entries. */
async function judge(entries: readonly EntryChanges[], dialect?: object) {
  const har = [directory.write("visit.har", harOf(...entries.map(entry)))];
  return judgeHar({ har, ...(dialect && { dialect }) });
}

test("traffic without a violation is never conforming, and the result says what was verified", async () => {
  const report = await judge([good, { url: `${baseUrl}/login` }, good]);
  expect(report).toMatchObject({
    verdict: "inconclusive",
    complete: false,
    requests: 0,
    missing: [{ give: "--dialect FILE" }],
    traffic: { leftOut: [{ reason: "not part of the interface", count: 1 }] },
  });
  expect(verdictLine(report)).toMatch(/^no violation in 2 exchanges: \d+ of \d+ verified/);
});

test("a violation counts as usual, with the exchanges that show it and no secret", async () => {
  const json = { data: [{ id: "u1", echo: token }], meta: { page: 1, total: "one" } };
  const report = await judge([good, { json, headers: [{ name: "Cookie", value: `sid=${token}` }] }, good]);
  expect(report.verdict).toBe("non-conforming");
  const failures = report.results.filter(({ status }) => status === "failed");
  expect(failures).toMatchObject([{ id: "ENV-05", message: expect.stringContaining("in 1 of 3 exchanges") }]);
  expect(JSON.stringify(report)).not.toContain(token);
});

const lowerCase = { authorization: `bearer ${token}` };

test.each<
  [what: string, entries: readonly EntryChanges[], statuses: Readonly<Record<string, string>>, dialect?: object]
>([
  ["a page", [good], { "ENV-04": "passed", "AUTH-04": "skipped" }],
  ["no token, accepted", [good, withoutToken], { "AUTH-02": "failed" }],
  ["no token, rejected", [good, { ...withoutToken, status: 401 }], { "AUTH-02": "passed" }],
  [
    "no token in the whole file: the tool removed them",
    [withoutToken, withoutToken],
    { "AUTH-01": "skipped", "AUTH-02": "skipped", "ENV-04": "passed" },
  ],
  ["a partial success accepts the token", [{ status: 206 }], { "AUTH-01": "passed", "PATH-01": "passed" }],
  ["a declared status", [good], { "DECL-10": "failed" }, { statuses: { success: { listUsers: 203 } } }],
  ["a declared scheme", [lowerCase], { "AUTH-01": "skipped" }, { auth: { schemeCase: "exact" } }],
  ["a scheme in any case", [lowerCase], { "AUTH-01": "passed" }, { auth: { schemeCase: "any" } }],
])("%s is judged", async (_, entries, statuses, dialect) => {
  const { results } = await judge(entries, dialect);
  const users = results.filter(({ operation }) => operation === "listUsers");
  expect(Object.fromEntries(users.map(({ id, status }) => [id, status]))).toMatchObject(statuses);
});
