import { spawnSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { githubAnnotations } from "./annotations.ts";
import { exampleReport, exampleResult, hostile } from "./example-report.fixture.ts";
import { reportHtml } from "./html.ts";
import { reportJunit } from "./junit.ts";
import type { Report } from "./report.ts";
import { reportSummary } from "./summary.ts";
import { reportText } from "./text.ts";

const plain = (_: unknown, text: string): string => text;

const forms = {
  terminal: (report: Report) => reportText(report, plain),
  annotations: (report: Report) => githubAnnotations(report).join("\n"),
  summary: reportSummary,
  junit: reportJunit,
  page: reportHtml,
};

/** Undoes the escapes of each form. */
function unescaped(form: string): string {
  return form
    .replaceAll(/<\/?code>/g, "`")
    .replaceAll("&quot;", '"')
    .replaceAll(/\\([_|])/g, "$1");
}

const created = [
  { sent: '{"name":"orgkit7f3a9c"}', received: "[]" },
  { sent: "{}", received: "", shownBy: "list" as const },
  { sent: "{}", received: "", shownBy: "nothing" as const },
];
const example = exampleReport({ created, command: "orgkit conform https://x.example" });
const handedOver = ['{"name":"orgkit7f3a9c"}', "the list of users shows one more", "possibly"];
const evidence = ["“| meta.page | integer | Page number of the result |” (§2)", "curl -sS -i -H "];
const repeat = ["orgkit conform https://x.example"];

test.each<[form: keyof typeof forms, parts: readonly string[]]>([
  [
    "terminal",
    [
      ...evidence,
      ...handedOver,
      "✗ ENV-04 listUsers stated, §2",
      "(Authorization: Bearer $ORGKIT_TOKEN)",
      "To verify more, give --allow-writes (3 more),",
      "✗ non-conforming: ENV-04, AUTH-04, AUTH-08 (3 of",
      "63 requests in 4.2 s",
      "Waited 2.4 s",
    ],
  ],
  [
    "annotations",
    [
      "::error title=ENV-04 listUsers::`meta.page` is the string",
      "%0ARule (stated, §2): ",
      "::warning title=orgkit%3A incomplete::7 not verified; to verify more, give --allow-writes (3 more), the token",
      "::notice title=orgkit staging::non-conforming: 3",
    ],
  ],
  [
    "summary",
    [
      ...evidence,
      ...repeat,
      "❌ **non-conforming**: 3 of",
      "| 10 | 3 | 7 | 4 | 63 |",
      "**ENV-04 listUsers** (stated, §2)",
      "- `--allow-writes`: 3 more",
      "AUTH-09; createUser PATH-01, ENV-01",
      "<details><summary>Verified (10)</summary>\n\nPATH-01 listUsers, PATH-01 getSubscription",
    ],
  ],
  [
    "junit",
    [
      ...evidence,
      '<testsuites name="orgkit" tests="24" failures="3" errors="0" skipped="7" time="4.210">',
      'skipped="7" time="4.210" timestamp="2026-11-02T09:30:00.000Z">',
      '<property name="requirementSet" value="3"/>',
      '<testcase classname="§2 Resources and their fields" name="ENV-04 listUsers: ',
      'type="stated">Rule: ',
      "200 in 42 ms",
      '<skipped message="writes are off: give --allow-writes"/>',
      '<skipped message="inconclusive: no complete response within 10 s"/>',
      "<system-out>page and per_page</system-out>",
    ],
  ],
  [
    "page",
    [
      ...evidence,
      ...handedOver,
      ...repeat,
      "<title>staging: non-conforming: 3 of",
      '<p class="word">non-conforming</p>',
      "<li>`--allow-writes`",
      "the query parameters for paging",
      "Waited 2.4 s",
      'id="failures"',
    ],
  ],
])(
  "the form %s has the verdict with its extent, each failure with its rule, and what else it is for",
  (form, parts) => {
    const text = unescaped(forms[form](example));
    for (const part of [
      ...parts,
      "3 of 20 failed, 10 passed; writes off, no second account, only one subscription id",
      '`meta.page` is the string "1"; §2 says integer',
      "`meta.page` is an integer (JSON `1.0` is one)",
    ]) {
      expect(text).toContain(part);
    }
  },
);

test.each(["terminal", "annotations", "summary", "page"] as const)(
  "the form %s says where to get a dialect",
  (form) => {
    const text = forms[form](exampleReport({ missing: [{ give: "--dialect FILE", toVerify: 72 }] }));
    expect(text).toContain("72 more; orgkit learn writes one");
  },
);

test.each<[form: keyof typeof forms, says: string, not: string]>([
  ["terminal", "100% down:\nis it <up>?", "To verify more"],
  ["annotations", "::warning title=orgkit could not judge::100%25 down:%0Ais it <up>?", "incomplete"],
  ["summary", "**Could not be judged.** 100% down: is it &lt;up>?", "To verify more"],
  ["junit", 'errors="1" skipped="0"', "<skipped"],
  ["junit", '<error message="100% down:" type="inconclusive">', "<failure"],
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
});

test("annotations are complete if the report is, and list at most fifty failures", () => {
  expect(forms.annotations(exampleReport({ results: [], complete: true, missing: [] }))).toMatch(/^::notice [^\n]*$/);
  const results = Array.from({ length: 60 }, () => exampleResult("ENV-01", "listUsers", "failed", "no object"));
  const errors = githubAnnotations(exampleReport({ results })).filter((line) => line.startsWith("::error"));
  expect(errors).toHaveLength(51);
  expect(errors.at(-1)).toBe("::error title=orgkit::10 more failures are in the report");
});

test("JUnit counts the time of a request once, so the cases add up to the real time", () => {
  const times = [...forms.junit(example).matchAll(/<testcase [^>]*time="([\d.]+)"/g)];
  expect(times.reduce((sum, [, time]) => sum + Number(time), 0)).toBeCloseTo(0.21);
});

const failure = exampleResult("AUTH-08", "listInvoices", "failed", `${hostile} ${"é`|<&".repeat(5000)}`);
const failing = exampleReport({ results: Array.from({ length: 200 }, () => failure) });

test("a summary fits, even if everything failed, and says that it was cut", () => {
  const text = reportSummary(failing);
  expect(Buffer.byteLength(text)).toBeLessThan(60_000);
  expect(text).toContain("_Shortened for the job summary");
  expect(forms.summary(example)).not.toContain("_Shortened");
});
