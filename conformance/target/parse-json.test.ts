import { describe, expect, test } from "vitest";
import fc from "fast-check";
import { parseJson, whyNotReadInFull, withRoundedIntegers } from "./parse-json.ts";

const nested = (levels: number, leaf = "1"): string => `${'{"a":'.repeat(levels)}${leaf}${"}".repeat(levels)}`;

/** The depth of a value; throws if it is deeper than recursion can go. */
function depthOf(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  return 1 + Object.values(value).reduce<number>((most, member) => Math.max(most, depthOf(member)), 0);
}

test("a text is parsed like JSON.parse", () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 8 }), (text) => {
      expect(parseJson(text)).toEqual(JSON.parse(text));
      expect(whyNotReadInFull(text)).toBeUndefined();
    }),
    { seed: 7, numRuns: 300 },
  );
});

test("whole numbers that a JavaScript number cannot hold stay different in `data`", () => {
  const value = parseJson('{"data":[{"id":9007199254740992},{"id":-9007199254740993,"x":1.5}],"meta":{"total":1e30}}');
  expect(value).toEqual({
    data: [{ id: "9007199254740992" }, { id: "-9007199254740993", x: 1.5 }],
    meta: { total: 1e30 },
  });
  expect(withRoundedIntegers(value)).toMatchObject({ data: [{ id: 2 ** 53 }, { id: -(2 ** 53) }] });
  expect(parseJson('{"data":["9007199254740993",12]}')).toEqual({ data: ["9007199254740993", 12] });
});

test.each(["", "<p>", "[NaN]", '{"a":', "[1,]", '{"a":"}', '"\\', "[".repeat(5000)])("%j is not JSON", (text) => {
  expect(parseJson(text)).toBeUndefined();
  expect(whyNotReadInFull(text)).toBeUndefined();
});

describe("a value nested deeper than 100 levels", () => {
  test.each([101, 100_000])("is cut, at %d levels", (levels) => {
    const value = parseJson(`{"data":[${nested(levels)}],"meta":{"page":1,"total":1}}`);
    expect(depthOf(value)).toBe(100);
    expect(value).toMatchObject({ meta: { page: 1, total: 1 } });
    expect(whyNotReadInFull(nested(levels))).toBe(`nested ${levels} levels deep, deeper than orgkit reads (100)`);
  });

  test("stays equal to equal values, and different from others", () => {
    expect(parseJson(nested(500))).toEqual(parseJson(nested(500)));
    expect(parseJson(nested(500))).not.toEqual(parseJson(nested(500, "2")));
  });

  test("is not confused with brackets in strings", () => {
    const text = JSON.stringify(['{"a":'.repeat(500), '\\"[[', "]"]);
    expect(parseJson(text)).toEqual(JSON.parse(text));
    expect(whyNotReadInFull(text)).toBeUndefined();
  });
});
