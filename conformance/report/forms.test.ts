import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { exampleExchange, exampleReport, exampleResult, forms, hostile } from "./example-report.fixture.ts";
import { readsOtherAccount } from "../log/rule.ts";
import { code, fenced, inline } from "./summary.ts";
import { viewReport } from "./view.ts";
import { visible, visibleLine } from "../../fixtures/values/visible.ts";

type Form = keyof typeof forms;

const formNames = ["terminal", "annotations", "summary", "junit", "page"] as const satisfies readonly Form[];

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
const command = "orgkit conform https://x.example";
const example = exampleReport({
  results: exampleReport().results.map((result) =>
    result.id === "ENV-04" && result.status === "failed" ? { ...result, places } : result,
  ),
  created: [
    { sent: '{"name":"orgkit7f3a9c"}', received: "[]" },
    { sent: "{}", received: "", shownBy: "list" },
  ],
  command,
});

test("the view has the extent of the verdict, each failure with its rule and where else it passed, and what else to read", () => {
  const { extent, problems, sections, advice } = viewReport(example);
  expect(extent).toBe("3 of 13 failed, 4 passed; writes off, no second account, only one subscription id");
  const [first] = problems;
  expect([first?.title, first?.source]).toEqual(["ENV-04 listUsers", "stated, §2"]);
  const facts = [...(first?.facts ?? []), ...(first?.failures.flatMap((failure) => failure.facts) ?? [])];
  const shown = [...facts.map((fact) => fact.join(": ")), advice, JSON.stringify(sections)].join("\n");
  for (const part of [
    'Found: listUsers: `meta.page` is the string "1"; §2 says integer',
    "`meta.page` is an integer (JSON `1.0` is one)",
    "“| meta.page | integer | Page number of the result |” (§2)",
    "orgkit explain ENV-04",
    "on getSubscription, listInvoices",
    "failed: users sorted by name",
    "not verified: users filtered by role",
    "the list of users shows one more",
    "AUTH-09; createUser PATH-01",
    "--allow-writes (3 more)",
  ]) {
    expect(shown).toContain(part);
  }
});

const curl = "curl -sS -i -H ";
const created = "the list of users shows one more";

test.each<[form: Form, parts: readonly string[]]>([
  ["terminal", [curl, created, "✗ ENV-04 listUsers stated, §2", "✗ non-conforming: ENV-04, AUTH-04, AUTH-08 (3 of"]],
  [
    "annotations",
    ["::error title=ENV-04 listUsers::", "::warning title=orgkit%3A incomplete::6", "::notice title=orgkit staging::"],
  ],
  ["summary", [curl, created, command, "❌ **non-conforming**: 3 of", "**ENV-04 listUsers** (stated, §2)"]],
  [
    "junit",
    [
      curl,
      '<testsuites name="orgkit" tests="15" failures="3" errors="0" skipped="6" time="4.210">',
      '<skipped message="inconclusive: no complete response within 10 s">',
    ],
  ],
  ["page", [curl, created, command, "<title>staging: non-conforming: 3 of", "the query parameters for paging"]],
])("the form %s has the view, and what else it is for", (form, parts) => {
  const text = unescaped(forms[form](example));
  for (const part of ['`meta.page` is the string "1"; §2 says integer', ...parts]) expect(text).toContain(part);
});

test("an observation that may be a leak is a note, in whatever words", () => {
  const noteOf = (value: boolean): string => {
    const read = exampleResult("SCOPE-02", "getSubscription", "observed", "it is read", []);
    return forms.terminal(exampleReport({ results: [{ ...read, observations: [{ key: readsOtherAccount, value }] }] }));
  };
  expect(noteOf(true)).toContain("Observed (SCOPE-02 getSubscription): it is read.");
  expect(noteOf(false)).not.toContain("Observed (SCOPE-02");
});

test.each<[form: Form, says: string, not: string]>([
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

test("a page is headed by the name of its target, or by its base URL", () => {
  const headingOf = (name: string): string | undefined =>
    /<h1>(.*)<\/h1>/.exec(
      forms.page(exampleReport({ target: { name, baseUrl: "https://x.example", dialect: null } })),
    )?.[1];
  expect(["eu", "target"].map(headingOf)).toEqual(["eu", "https://x.example"]);
});

const text = `a:b,c|d\u009B31m\r\n::error::forged\n::stop-commands::x\n✓ conforming ##[error]x ${hostile}`;
const exchange = {
  ...exampleExchange("listUsers", 200, ""),
  request: { method: "GET", url: `https://x/${text}`, headers: { authorization: text }, body: `::error::${text}` },
  response: { status: 200, headers: { [text]: text }, body: `::warning::${text}`, ms: 1 },
};
const hostileReport = exampleReport({
  target: { name: text, baseUrl: `https://${text}`, dialect: text },
  results: [
    { ...exampleResult("ENV-01", "listUsers", "failed", text, [exchange]), curl: `curl ${text}` },
    exampleResult("ENV-02", "listUsers", "skipped", text),
  ],
  created: [{ sent: text, received: text }],
  command: `orgkit conform # ${text}`,
  missing: [],
});

test.each(formNames)("data of a target is only text in the form %s", (form) => {
  for (const report of [hostileReport, { ...hostileReport, problem: text }]) {
    const shown = forms[form](report);
    expect(shown).not.toMatch(/(?![\t\n])[\p{Cc}\u202E\u2028\uFFFE\uFFFF]/u);
    expect(shown.isWellFormed()).toBe(true);
    const lines = shown.split("\n");
    if (form === "annotations") {
      const kinds = lines.map((line) => /^::(\w+) title=[^:,]*::/.exec(line)?.[1]);
      expect(kinds).toStrictEqual(["error", "warning", "notice"]);
      continue;
    }
    expect(lines.filter((line) => /^\s*::|##\[/.test(line))).toStrictEqual([]);
    // The terminal, and code in a summary, show text as it is.
    const markup = form === "terminal" ? "" : shown.replaceAll(/`{3,}sh[^]*?\n`{3,}|`` .* ``/g, "");
    expect(markup).not.toMatch(/<script>document|<img/);
  }
});

test("data of a target leaves JUnit's XML well-formed", () => {
  const parser = "import sys, xml.dom.minidom; xml.dom.minidom.parseString(sys.stdin.buffer.read())";
  const input = forms.junit({ ...hostileReport, problem: text });
  const { status, stderr, error } = spawnSync("python3", ["-c", parser], { input, encoding: "utf8" });
  // Without such a parser, the other tests have to suffice.
  if (error === undefined) expect({ status, stderr }).toStrictEqual({ status: 0, stderr: "" });
});

test.each([
  [visible("a\u0000b\u001B[1m\u007F\u0085"), "a␀b␛[1m␡⟨U+0085⟩"],
  [visible("half \uD83D of a pair, 😀 whole"), "half � of a pair, 😀 whole"],
  [visible("::error::a\n  ::set-env name=b::c\nd ::e::"), ": :error::a\n  : :set-env name=b::c\nd ::e::"],
  [visible("a ##[group]b\n##vso[task.setvariable]c ## d"), "a # #[group]b\n# #vso[task.setvariable]c ## d"],
  [visibleLine("  0123\n\n 456789", 7), "0123 4…"],
  [inline("<b>*x*</b> [a](b) @everyone #1"), "&lt;b>\\*x\\*&lt;/b> \\[a\\](b) @\u200Beveryone \\#1"],
  [inline("`data` is <x>, an odd `"), "\\`data\\` is &lt;x>, an odd \\`"],
  [code("a`b```c\nd"), "`` a`b`c d ``"],
  [fenced("a\n````\nb", "sh", 100), "`````sh\na\n````\nb\n`````"],
])("hostile text is shown as %j", (shown, expected) => {
  expect(shown).toBe(expected);
});

test("the page loads nothing, and lets no script run", () => {
  const page = forms.page(example);
  const [, policy = ""] = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(page) ?? [];
  expect(policy).toMatch(/^default-src (&#39;|')none\1; /);
  expect(policy).not.toMatch(/unsafe|script-src/);
  expect(page).not.toMatch(/<script|<[^>]+\s(?:src|on\w+|style)=|<a[^>]+href="(?!#)/);
});

test("the page stays small enough to mail, and a summary small enough for CI, however much failed", () => {
  const message = `${hostile} ${"é`|<&".repeat(5000)}`;
  const failures = Array.from({ length: 200 }, () => exampleResult("AUTH-08", "listInvoices", "failed", message));
  const summary = forms.summary(exampleReport({ results: failures }));
  expect(Buffer.byteLength(summary)).toBeLessThan(60_000);
  expect(summary).toContain("_Shortened for the job summary");
  const bodies = Array.from({ length: 190 }, (_, index) => `${index}${JSON.stringify(Array(400).fill(hostile))}`);
  const passed = bodies.map((body) =>
    exampleResult("ENV-01", "listUsers", "passed", "fine", [exampleExchange("listUsers", 200, body)]),
  );
  expect(forms.page(exampleReport({ results: passed })).length).toBeLessThan(2_000_000);
});
