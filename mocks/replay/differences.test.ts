import { describe, expect, test } from "vitest";
import { differences, type Seen } from "./differences.ts";

type Whole = Exclude<Seen, { readonly none: string }>;

const reply: Whole = {
  status: 200,
  headers: { a: "1", b: "2" },
  body: '{"data":[{"id":"x","n":1}],"meta":{"total":1}}',
};

function linesOf(actual: Partial<Whole>, expected: Partial<Whole> = {}): readonly string[] {
  return differences({ ...reply, ...expected }, { ...reply, ...actual });
}

describe("differences", () => {
  test("do not exist between equal responses, whatever the order of their headers", () => {
    expect(linesOf({ headers: { b: "2", a: "1" } })).toStrictEqual([]);
  });

  test("list status and headers", () => {
    expect(linesOf({ status: 404, headers: { b: "3", c: "4" } })).toStrictEqual([
      "status: expected 200, got 404",
      'header a: expected "1", got none',
      'header b: expected "2", got "3"',
      'header c: expected none, got "4"',
    ]);
  });

  test("list members of a JSON body", () => {
    const body = '{"data":[{"id":"y","n":1},{"id":"z"}],"meta":{}}';
    expect(linesOf({ body })).toStrictEqual([
      'body.data[0].id: expected "x", got "y"',
      'body.data[1]: expected none, got {"id":"z"}',
      "body.meta.total: expected 1, got none",
    ]);
  });

  test("are at most a few lines", () => {
    const list = (from: number): string => JSON.stringify(Array.from({ length: 9 }, (_, index) => from + index));
    expect(linesOf({ body: list(10) }, { body: list(0) })).toStrictEqual([
      ...[0, 1, 2, 3, 4].map((index) => `body[${index}]: expected ${index}, got ${index + 10}`),
      "and 4 more",
    ]);
  });

  test.each([
    ['{"a":1,"b":2}', '{"b":2,"a":1}', String.raw`3 on: expected "{\"a\":1,\"b\":2}", got "{\"b\":2,\"a\":1}"`],
    [
      "is well here, they said",
      "is well here, they sang",
      '22 on: expected "s well here, they said", got "s well here, they sang"',
    ],
    ["", "x", '1 on: expected "", got "x"'],
    ["abc", "ab", '3 on: expected "abc", got "ab"'],
  ])("of %j and %j show the first different character of the body", (expected, actual, expectedLines) => {
    expect(linesOf({ body: actual }, { body: expected })).toStrictEqual([`body, from character ${expectedLines}`]);
  });

  test("shorten long values", () => {
    const [line = ""] = linesOf({ body: "y".repeat(500) }, { body: "x".repeat(500) });
    expect(line.length).toBeLessThan(250);
  });

  test("show the delivery; by default at once and complete", () => {
    expect(differences({ ...reply, delivery: { delayMs: 0 } }, reply)).toStrictEqual([]);
    expect(differences({ ...reply, delivery: { delayMs: 5, end: "cut" } }, reply)).toStrictEqual([
      'delivery: expected {"delayMs":5,"bodyMs":0,"end":"cut"}, got {"delayMs":0,"bodyMs":0,"end":"whole"}',
    ]);
  });

  test.each<[Seen, Seen, readonly string[]]>([
    [{ none: "a broken connection" }, { none: "a broken connection" }, []],
    [{ none: "a broken connection" }, reply, ['reply: expected "a broken connection", got "status 200"']],
    [reply, { none: "no response" }, ['reply: expected "status 200", got "no response"']],
  ])("between %j and %j", (expected, actual, expectedLines) => {
    expect(differences(expected, actual)).toStrictEqual(expectedLines);
  });
});
