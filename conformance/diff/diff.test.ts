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

test("a dialect does not differ from itself", () => {
  const one = side("ours", { paging: { users: { style: "page", maxSize: 50 } } });
  expect(compareDialects(one, one).differences).toEqual([]);
});
