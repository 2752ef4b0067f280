import { spawnSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { githubAnnotations } from "./annotations.ts";
import { exampleExchange, exampleReport, exampleResult, hostile } from "./example-report.fixture.ts";
import { reportHtml } from "./html.ts";
import { reportJunit } from "./junit.ts";
import { code, fenced, inline } from "./markdown.ts";
import type { Report } from "./report.ts";
import { reportSummary } from "./summary.ts";
import { reportText } from "./text.ts";
import { visible, visibleLine } from "./visible.ts";

const forms = {
  terminal: (report: Report) => reportText(report, (_, text) => text),
  annotations: (report: Report) => githubAnnotations(report).join("\n"),
  summary: reportSummary,
  junit: reportJunit,
  page: reportHtml,
};

const formNames = [
  "terminal",
  "annotations",
  "summary",
  "junit",
  "page",
] as const satisfies readonly (keyof typeof forms)[];

/** Undoes the escapes of each form. */
function unescaped(form: string): string {
  return form
    .replaceAll(/<\/?code>/g, "`")
    .replaceAll("&quot;", '"')
    .replaceAll(/\\([_|])/g, "$1");
}

const places = [
  { place: "page 2", status: "passed" as const },
  { place: "users sorted by name", status: "failed" as const, reason: "no array" },
  { place: "users filtered by role", status: "inconclusive" as const, reason: "no response" },
];
const given = exampleReport();
const example = exampleReport({
  results: given.results.map((result) =>
    result.id === "ENV-04" && result.status === "failed" ? { ...result, places } : result,
  ),
  created: [
    { sent: '{"name":"orgkit7f3a9c"}', received: "[]" },
    { sent: "{}", received: "", shownBy: "list" },
  ],
  command: "orgkit conform https://x.example",
});
const command = "orgkit conform https://x.example";
const parts: Readonly<Record<keyof typeof forms, readonly string[]>> = {
  terminal: [
    "✗ ENV-04 listUsers stated, §2",
    "✗ non-conforming: ENV-04, AUTH-04, AUTH-08 (3 of",
    "63 requests in 4.2 s",
  ],
  annotations: [
    "::error title=ENV-04 listUsers::Found: listUsers: `meta.page` is the string",
    "::warning title=orgkit%3A incomplete::6 not verified. To verify more, give --allow-writes (3 more), the token",
    "::notice title=orgkit staging::non-conforming: 3",
  ],
  summary: [command, "❌ **non-conforming**: 3 of", "| 4 | 3 | 6 | 2 | 63 |", "**ENV-04 listUsers** (stated, §2)"],
  junit: [
    '<testsuites name="orgkit" tests="15" failures="3" errors="0" skipped="6" time="4.210">',
    '<testcase classname="§2 Resources and their fields" name="ENV-04 listUsers: ',
    '<skipped message="inconclusive: no complete response within 10 s">',
    "<system-out>page and per_page</system-out>",
  ],
  page: [command, "<title>staging: non-conforming: 3 of", "the query parameters for paging"],
};
const inEach = [
  "3 of 13 failed, 4 passed; writes off, no second account, only one subscription id",
  '`meta.page` is the string "1"; §2 says integer',
  "`meta.page` is an integer (JSON `1.0` is one)",
  "“| meta.page | integer | Page number of the result |” (§2)",
  "More: orgkit explain ENV-04",
  "on getSubscription, listInvoices",
  "failed: users sorted by name",
  "not verified: users filtered by role",
];

test.each(formNames)("the form %s has the verdict with its extent, each failure, and what else it is for", (form) => {
  const text = unescaped(forms[form](example));
  for (const part of [...inEach, ...parts[form]]) expect(text).toContain(part);
  if (form !== "annotations") expect(text).toContain("curl -sS -i -H ");
  if (form === "annotations" || form === "junit") return;
  for (const part of [
    '{"name":"orgkit7f3a9c"}',
    "the list of users shows one more",
    "AUTH-09; createUser PATH-01",
    "3 more",
  ])
    expect(text).toContain(part);
});

test.each<[form: keyof typeof forms, says: string, not: string]>([
  ["terminal", "100% down:\nis it <up>?", "To verify more"],
  ["annotations", "::warning title=orgkit could not judge::100%25 down:%0Ais it <up>?", "incomplete"],
  ["summary", "**Could not be judged.** 100% down: is it &lt;up>?", "To verify more"],
  ["junit", '<error message="100% down:" type="inconclusive">', "<skipped"],
  ["page", "<strong>Could not be judged.</strong> 100% down:\nis it &lt;up&gt;?", 'id="results"'],
])("the form %s says why a target could not be judged, and suggests nothing else", (form, says, not) => {
  const text = forms[form](exampleReport({ results: [], choices: [], problem: "100% down:\nis it <up>?" }));
  expect(text).toContain(says);
  expect(text).not.toContain(not);
});

describe("data from a target", () => {
  const text = `a:b,c|d\u009B31m\r\n::error::forged\n::stop-commands::x\n✓ conforming ##[error]x ${hostile}`;
  const request = {
    method: "GET",
    url: `https://x/${text}`,
    headers: { authorization: text },
    body: `::error::${text}`,
  };
  const response = { status: 200, headers: { [text]: text }, body: `::warning::${text}`, ms: 1 };
  const failed = exampleResult("ENV-01", "listUsers", "failed", text, [{ request, response }]);
  const report = exampleReport({
    target: { name: text, baseUrl: `https://${text}`, dialect: text },
    results: [{ ...failed, curl: `curl ${text}` }, exampleResult("ENV-02", "listUsers", "skipped", text)],
    created: [{ sent: text, received: text }],
    command: `orgkit conform # ${text}`,
    missing: [],
  });
  const written = Object.entries(forms).flatMap(([form, write]) => [
    [form, write(report)] as const,
    [form, write({ ...report, problem: text })] as const,
  ]);

  test.each(written)("is only text in the form %s", (form, shown) => {
    expect(shown).not.toMatch(/(?![\t\n])[\p{Cc}\u202E\u2028\uFFFE\uFFFF]/u);
    expect(shown.isWellFormed()).toBe(true);
    const lines = shown.split("\n");
    if (form === "annotations") {
      const kinds = lines.map((line) => /^::(\w+) title=[^:,]*::/.exec(line)?.[1]);
      expect(kinds).toStrictEqual(["error", "warning", "notice"]);
    } else expect(lines.filter((line) => /^\s*::|##\[/.test(line))).toStrictEqual([]);
    if (form === "terminal") expect(lines.filter((line) => /Found.*forged/.test(line))).toHaveLength(1);
    else if (form !== "annotations") {
      // In a summary code is text.
      expect(shown.replaceAll(/`{3,}sh[^]*?\n`{3,}|`` .* ``/g, "")).not.toMatch(/<script>document|<img/);
    }
  });

  test("leaves JUnit's XML well-formed", () => {
    const parser = "import sys, xml.dom.minidom; xml.dom.minidom.parseString(sys.stdin.buffer.read())";
    const input = reportJunit({ ...report, problem: text });
    const { status, stderr, error } = spawnSync("python3", ["-c", parser], { input, encoding: "utf8" });
    // Without such a parser, the other tests have to suffice.
    if (error === undefined) expect({ status, stderr }).toStrictEqual({ status: 0, stderr: "" });
  });

  test.each([
    [visible("a\u0000b\u001B[1m\u007F\u0085"), "a␀b␛[1m␡⟨U+0085⟩"],
    [visible("one\r\ntwo\n\tthree"), "one\ntwo\n\tthree"],
    [visible("half \uD83D of a pair, 😀 whole"), "half � of a pair, 😀 whole"],
    [visible("::error::a\n  ::set-env name=b::c\nd ::e::"), ": :error::a\n  : :set-env name=b::c\nd ::e::"],
    [visible("a ##[group]b\n##vso[task.setvariable]c ## d"), "a # #[group]b\n# #vso[task.setvariable]c ## d"],
    [visibleLine("  one\n\n two\t three "), "one two three"],
    [visibleLine("0123456789", 5), "0123…"],
    [inline("<b>*x*</b> [a](b) @everyone #1"), "&lt;b>\\*x\\*&lt;/b> \\[a\\](b) @\u200Beveryone \\#1"],
    [inline("`data` is <x>, an odd `"), "\\`data\\` is &lt;x>, an odd \\`"],
    [code("a`b```c\nd"), "`` a`b`c d ``"],
    [fenced("a\n````\nb", "sh", 100), "`````sh\na\n````\nb\n`````"],
  ])("is shown as %j", (shown, expected) => {
    expect(shown).toBe(expected);
  });
});

test("the page loads nothing, and lets no script run", () => {
  const page = reportHtml(example);
  const [, policy = ""] = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(page) ?? [];
  expect(policy).toMatch(/^default-src &#39;none&#39;; |^default-src 'none'; /);
  expect(policy).not.toMatch(/unsafe|script-src/);
  expect(page).not.toMatch(/<script|<[^>]+\s(?:src|on\w+|style)=|<a[^>]+href="(?!#)/);
});

test("the page stays small enough to mail, and a summary small enough for CI, however much failed", () => {
  const message = `${hostile} ${"é`|<&".repeat(5000)}`;
  const body = JSON.stringify(Array.from({ length: 400 }, (_, id) => ({ id, name: hostile })));
  const passed = Array.from({ length: 190 }, (_, index) =>
    exampleResult("ENV-01", "listUsers", "passed", "fine", [exampleExchange("listUsers", 200, `${index}${body}`)]),
  );
  expect(reportHtml(exampleReport({ results: passed })).length).toBeLessThan(2_000_000);
  const results = Array.from({ length: 200 }, () => exampleResult("AUTH-08", "listInvoices", "failed", message));
  const text = reportSummary(exampleReport({ results }));
  expect(Buffer.byteLength(text)).toBeLessThan(60_000);
  expect(text).toContain("_Shortened for the job summary");
  expect(reportSummary(example)).not.toContain("_Shortened");
});
