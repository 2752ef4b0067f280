import { describe, expect, test } from "vitest";
import { exampleReport, exampleResult, hostile, mendedReport } from "./example-report.fixture.ts";
import { catalogueHash, sealed } from "./digest.ts";
import { code, fenced, inline, inTable } from "./markdown.ts";
import { reportSummary } from "./summary.ts";

test("the summary of one target: verdict, counts, failures, what to give, what was not verified", () => {
  const text = reportSummary([exampleReport()]);
  expect(text).toContain("❌ **non-conforming**: 3 of 20 failed, 10 passed; writes off");
  expect(text).toContain("| staging | ❌ non-conforming | 10 | 3 | 7 | 4 | 63 |");
  expect(text).toContain("**ENV-04 listUsers** (stated, §2)");
  expect(text).toContain('- Found: `meta.page` is the string "1"; §2 says integer');
  expect(text).toContain('```sh\ncurl -sS -i -H "accept: application/json"');
  expect(text).toContain("- `--allow-writes`: 3 more");
  expect(text).not.toContain("Cut to fit");
  expect(text).toContain("AUTH-09; createUser PATH-01, ENV-01");
});

test("the summary of one target can be published: what was verified, by which set, and how to repeat it", () => {
  const text = reportSummary([sealed(exampleReport({ command: `orgkit conform https://x.example # ${hostile}` }))]);
  expect(text).toContain("<details><summary>Verified (10)</summary>\n\nPATH-01 listUsers, PATH-01 getSubscription");
  expect(text).toContain("```sh\norgkit conform https://x.example");
  expect(text).toContain(catalogueHash());
  expect(text).toContain("It is not a signature");
  expect(text.replaceAll(/`{3,}sh[^]*?\n`{3,}/g, "")).not.toContain("<script>");
});

test("the summary of many targets has a line for each verdict and a row for each target", () => {
  const text = reportSummary([
    exampleReport(),
    mendedReport({ target: { name: "a|b", baseUrl: "https://b", dialect: null } }),
  ]);
  expect(text).toContain("❌ **non-conforming**: 1 of 2");
  expect(text).toContain("✅ **conforming**: 1 of 2");
  expect(text).toContain("| a\\|b | ✅ conforming in what was verified | 13 | 0 | 7 | 4 | 63 |");
});

test("a target that could not be judged says why, and asks for nothing", () => {
  const text = reportSummary([exampleReport({ results: [], problem: "The host does not answer." })]);
  expect(text).toContain("**Could not be judged.** The host does not answer.");
  expect(text).not.toContain("To verify more");
});

describe("the summary fits", () => {
  const long = `${hostile} ${"é`|<&".repeat(5000)}`;
  const failing = exampleReport({
    results: Array.from({ length: 200 }, () => exampleResult("AUTH-08", "listInvoices", "failed", long)),
  });

  test("whatever one target failed", () => {
    const text = reportSummary([failing]);
    expect(Buffer.byteLength(text)).toBeLessThan(60_000);
    expect(text).toContain("_Cut to fit a job summary");
  });

  test("whatever hundreds of targets failed", () => {
    const text = reportSummary(Array.from({ length: 900 }, () => failing));
    expect(Buffer.byteLength(text)).toBeLessThan(60_000);
    expect(text).toMatch(/_\d+ more targets are not in this table\._/);
  });
});

describe("text of strangers in Markdown", () => {
  test("means nothing", () => {
    expect(inline("<b>*x*</b> [a](b) @everyone #1")).toBe("&lt;b>\\*x\\*&lt;/b> \\[a\\](b) @\u200Beveryone \\#1");
    expect(inTable("a|b\nc")).toBe("a\\|b c");
  });

  test("keeps pairs of backticks as code, and shows an odd one", () => {
    expect(inline("`data` is <x>")).toBe("`data` is &lt;x>");
    expect(inline("an odd ` <x>")).toBe("an odd \\` &lt;x>");
  });

  test("is code on one line, backticks and all", () => {
    expect(code("https://x")).toBe("`https://x`");
    expect(code("a`b```c\nd")).toBe("`` a`b`c d ``");
  });

  test("cannot close the fence around it", () => {
    expect(fenced("a\n````\nb", "sh", 100)).toBe("`````sh\na\n````\nb\n`````");
    expect(fenced("0123456789", "sh", 4)).toBe("```sh\n0123…\n```");
  });
});
