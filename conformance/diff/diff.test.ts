import { expect, test } from "vitest";
import type { DialectInput } from "../../fixtures/dialect/dialect.ts";
import { compareDialects, comparisonText, type Side } from "./diff.ts";
import { fillDialect } from "../../fixtures/dialect/read-dialect.ts";

function side(name: string, dialect: DialectInput): Side {
  return { name, dialect: fillDialect(dialect) };
}

test("keys that both sides have are compared, and the others said to be unknown", () => {
  const one = side("staging", {
    statuses: { failure: { notFound: 404, missingToken: 401 } },
    filtering: { style: "plain", users: ["role", "status"] },
  });
  const other = side("production", {
    statuses: { failure: { notFound: 410 } },
    filtering: { style: "plain", users: ["status", "role"] },
  });
  const comparison = compareDialects(one, other);
  expect(comparison.differences.map(({ point }) => point.key)).toEqual(["statuses.failure.notFound"]);
  expect(comparison.same.toSorted()).toEqual(["filtering.style", "filtering.users"]);
  expect(comparison.unknown).toEqual(["statuses.failure.missingToken"]);
  expect(comparisonText(one, other, comparison)).toBe(
    [
      "statuses.failure.notFound: an unknown subscription gets",
      "  - 404 (staging)",
      "  + 410 (production)",
      "",
      "1 of 3 keys differ; 1 are known of one side only: statuses.failure.missingToken",
    ].join("\n"),
  );
});

test("a difference of what is only likely is printed, and not counted", () => {
  const failure = (notFound: number): DialectInput => ({ statuses: { failure: { notFound, missingToken: 401 } } });
  const one = side("a", { ...failure(404), likely: ["statuses.failure"] });
  const other = side("b", failure(410));
  const comparison = compareDialects(one, other);
  expect(comparison.differences).toEqual([]);
  expect(comparisonText(one, other, comparison)).toMatch(
    /^Likely.*\n.*gets\n {2}- 404 \(a\)\n {2}\+ 410 \(b\)\n\n0 of 1 keys/,
  );
});

test("of long texts, and of values with the same words, what differs is printed", () => {
  const invoices = (status: readonly string[]) => ({ invoice: { properties: { status: { enum: [...status] } } } });
  const failures = (text: string): DialectInput["errors"] => ({
    format: "template",
    contentType: "application/json",
    body: {
      error: { message: `${"Please read the manual. ".repeat(9)}${text}, and ask again.${" Thank you!".repeat(9)}` },
    },
  });
  const one = side("a", { errors: failures("Wait a minute"), records: invoices(["open", "paid"]) });
  const other = side("b", { errors: failures("Wait an hour"), records: invoices(["open", "void", "paid"]) });
  const text = comparisonText(one, other, compareDialects(one, other));
  expect(text).toMatch(/ {2}- body\.error\.message: "….*Wait a minute.*…" \(a\)\n {2}\+ .*Wait an hour.*…" \(b\)\n/);
  expect(text).toMatch(/ {2}- properties\.status\.enum: \["open","paid"\] \(a\)\n {2}\+ .*"void"/);
  expect(Math.max(...text.split("\n").map(({ length }) => length))).toBeLessThan(100);
});

test("a dialect does not differ from itself", () => {
  const one = side("ours", { paging: { users: { style: "page", maxSize: 50 } } });
  expect(compareDialects(one, one).differences).toEqual([]);
});
