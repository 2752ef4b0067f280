import { expect, test } from "vitest";
import { catalogueHash, sealed } from "./digest.ts";
import { exampleReport, exampleResult, fixedReport, hostile } from "./example-report.fixture.ts";
import { code, fenced, inline, inTable } from "./markdown.ts";
import { reportSummary } from "./summary.ts";

function expectAll(text: string, parts: readonly string[]): void {
  for (const part of parts) expect(text).toContain(part);
}

test("of one target: verdict, counts, failures, what to give, what was verified and what not, how to repeat it", () => {
  const text = reportSummary([sealed(exampleReport({ command: `orgkit conform https://x.example # ${hostile}` }))]);
  expectAll(text, [
    "❌ **non-conforming**: 3 of 20 failed, 10 passed; writes off",
    "| staging | ❌ non-conforming | 10 | 3 | 7 | 4 | 63 |",
    "**ENV-04 listUsers** (stated, §2)",
    '- Found: `meta.page` is the string "1"; §2 says integer',
    '```sh\ncurl -sS -i -H "accept: application/json"',
    "- `--allow-writes`: 3 more",
    "AUTH-09; createUser PATH-01, ENV-01",
    "<details><summary>Verified (10)</summary>\n\nPATH-01 listUsers, PATH-01 getSubscription",
    "```sh\norgkit conform https://x.example",
    catalogueHash(),
    "It is not a signature",
  ]);
  expect(text).not.toContain("Cut to fit");
  expect(text.replaceAll(/`{3,}sh[^]*?\n`{3,}/g, "")).not.toContain("<script>");
});

test("of many targets: a line for each verdict and a row for each target", () => {
  const target = { name: "a|b", baseUrl: "https://b", dialect: null };
  expectAll(reportSummary([exampleReport(), fixedReport({ target })]), [
    "❌ **non-conforming**: 1 of 2",
    "✅ **conforming**: 1 of 2",
    "| a\\|b | ✅ conforming in what was verified | 13 | 0 | 7 | 4 | 63 |",
  ]);
});

test("a target that could not be judged says why, and asks for nothing", () => {
  const text = reportSummary([exampleReport({ results: [], problem: "The host does not answer." })]);
  expect(text).toContain("**Could not be judged.** The host does not answer.");
  expect(text).not.toContain("To verify more");
});

const long = `${hostile} ${"é`|<&".repeat(5000)}`;
const failure = exampleResult("AUTH-08", "listInvoices", "failed", long);
const failing = exampleReport({ results: Array.from({ length: 200 }, () => failure) });

test.each([
  [1, /_Cut to fit a job summary/],
  [900, /_\d+ more targets are not in this table\._/],
])("it fits, whatever %d targets failed", (count, note) => {
  const text = reportSummary(Array.from({ length: count }, () => failing));
  expect(Buffer.byteLength(text)).toBeLessThan(60_000);
  expect(text).toMatch(note);
});

test.each([
  [inline("<b>*x*</b> [a](b) @everyone #1"), "&lt;b>\\*x\\*&lt;/b> \\[a\\](b) @\u200Beveryone \\#1"],
  [inTable("a|b\nc"), "a\\|b c"],
  [inline("`data` is <x>"), "`data` is &lt;x>"],
  [inline("an odd ` <x>"), "an odd \\` &lt;x>"],
  [code("https://x"), "`https://x`"],
  [code("a`b```c\nd"), "`` a`b`c d ``"],
  [fenced("a\n````\nb", "sh", 100), "`````sh\na\n````\nb\n`````"],
  [fenced("0123456789", "sh", 4), "```sh\n0123…\n```"],
])("text of a target in Markdown means nothing but code: %#", (shown, expected) => {
  expect(shown).toBe(expected);
});
