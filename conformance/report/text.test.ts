import { expect, test } from "vitest";
import { exampleReport, exampleResult } from "./example-report.fixture.ts";
import { reportText, tableText } from "./text.ts";

const plain = (_: unknown, text: string): string => text;

test("what a target sends cannot steer a terminal, begin a line, or command a CI runner", () => {
  const hostile = "a\u001B[2J\u009B31m\n::error::forged\n✓ conforming\u202E ##[error]x";
  const failed = exampleResult("ENV-01", "listUsers", "failed", hostile);
  const exchange = {
    request: { method: "GET", url: `https://x/${hostile}`, headers: { authorization: hostile }, body: "::error::sent" },
    response: { status: 200, headers: {}, body: `::warning::${hostile}`, ms: 1 },
  };
  const skipped = { ...exampleResult("ENV-02", "listUsers", "skipped", hostile), reason: hostile };
  const report = exampleReport({
    results: [{ ...failed, evidence: [exchange], curl: `curl ${hostile}` }, skipped],
    created: [{ sent: hostile, received: hostile }],
    problem: hostile,
  });
  const text = `${reportText(report, plain)}\n${tableText([report], plain)}`;
  expect(text).not.toMatch(/(?!\n)\p{Cc}|\u202E/u);
  const lines = text.split("\n");
  expect(lines.filter((line) => /^\s*::|##\[/.test(line))).toStrictEqual([]);
  expect(lines.filter((line) => /Found/.test(line) && line.includes("forged"))).toHaveLength(1);
});
