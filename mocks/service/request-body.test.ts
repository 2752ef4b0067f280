import type { JsonObject } from "../../fixtures/json.ts";
import { describe, expect, test } from "vitest";
import { Failure } from "./failure.ts";
import { readJsonObject } from "./request-body.ts";
import { testCall } from "../simulation/caller.fixture.ts";

const limits = { rate: null, bodyBytes: 64 };

function read(body: string | Uint8Array, type?: string): JsonObject | string {
  const headers = type === undefined ? {} : { "content-type": type };
  const result = readJsonObject(testCall({ body, headers }), limits);
  return result instanceof Failure ? `${result.kind}: ${result.message}` : result;
}

describe("the content type", () => {
  test.each([
    "application/json",
    "application/json; charset=utf-8",
    "Application/JSON",
    " application/json ;charset=utf-8",
    "application/vnd.x+json",
    "application/vnd.api+json; version=1",
    "application/merge-patch+json",
  ])("%s is JSON", (type) => {
    expect(read('{"a":1}', type)).toStrictEqual({ a: 1 });
  });

  test.each(["text/plain", "text/json", "application/jsonp", "application/json-seq", "application/xml", "json", ""])(
    "%j is none",
    (type) => {
      expect(read('{"a":1}', type)).toBe(`unsupportedMediaType: The Content-Type is ${type}; send application/json.`);
    },
  );

  test("has to be there", () => {
    expect(read('{"a":1}')).toBe("unsupportedMediaType: There is no Content-Type; send application/json.");
  });
});

test("a list that is too long to be compared item by item is refused", () => {
  const body = (items: number): Uint8Array =>
    new TextEncoder().encode(JSON.stringify({ a: { b: Array(items).fill(1) } }));
  const headers = { "content-type": "application/json" };
  const readLong = (items: number): unknown =>
    readJsonObject(testCall({ body: body(items), headers }), { ...limits, bodyBytes: 1e6 });
  expect(readLong(10_000)).not.toBeInstanceOf(Failure);
  expect(readLong(10_001)).toMatchObject({
    kind: "unreadableBody",
    message: "The body has a list of more than 10,000 items.",
  });
});

describe("the body", () => {
  const json = "application/json";

  test.each([
    ["{}", {}],
    [' {"a": [1, null, "\\u00e9é"]}\n', { a: [1, null, "éé"] }],
    ['\uFEFF{"a":1}', { a: 1 }],
    ['{"a":1,"a":2}', { a: 2 }],
  ])("%j is read", (body, value) => {
    expect(read(body, json)).toStrictEqual(value);
  });

  test.each(["", "{", "{a:1}", "{'a':1}", '{"a":1,}', "NaN", "undefined"])("%j is no JSON", (body) => {
    expect(read(body, json)).toBe("unreadableBody: The body is not valid JSON in UTF-8.");
  });

  test.each(["[]", '[{"email":"a"}]', '"text"', "1", "true", "null"])("%j is no object", (body) => {
    expect(read(body, json)).toBe("unreadableBody: The body must be a JSON object.");
  });

  test.each([
    ["a byte that begins nothing", [0xff]],
    ["a character cut off", [0xc3]],
    ["a surrogate", [0xed, 0xa0, 0x80]],
    ["an overlong slash", [0xc0, 0xaf]],
  ])("with %s is not UTF-8", (_, bytes) => {
    const body = Uint8Array.of(...new TextEncoder().encode('{"a":"'), ...bytes, ...new TextEncoder().encode('"}'));
    expect(read(body, json)).toBe("unreadableBody: The body is not valid JSON in UTF-8.");
  });

  test.each(['{"\\ud800":1}', '{"a":{"\\udc00x":1}}', '{"a":["\\ud83d"]}'])("%s has half a character", (body) => {
    expect(read(body, json)).toBe("unreadableBody: The body has a text that is not valid Unicode.");
  });

  test("may have escaped characters in two halves", () => {
    expect(read('{"a":"\\ud83d\\ude80"}', json)).toStrictEqual({ a: "🚀" });
  });

  test("keeps __proto__ as data", () => {
    const body = read('{"__proto__":{"admin":true}}', json);
    expect(JSON.stringify(body)).toBe('{"__proto__":{"admin":true}}');
    expect(Object.getPrototypeOf(body)).toBe(Object.prototype);
  });
});

describe("the size of the body", () => {
  const sized = (bytes: number): string => `{"a":"${"é".repeat((bytes - 8) / 2)}"}`;

  test("may be exactly the limit, counted in bytes", () => {
    expect(new TextEncoder().encode(sized(64)).byteLength).toBe(64);
    expect(read(sized(64), "application/json")).toStrictEqual({ a: "é".repeat(28) });
  });

  test("may not be one byte more", () => {
    expect(read(`${sized(64)} `, "application/json")).toBe("payloadTooLarge: The body may have at most 64 bytes.");
  });

  test("is judged after the content type and before the content", () => {
    expect(read("x".repeat(65), "text/plain")).toContain("unsupportedMediaType");
    expect(read("x".repeat(65), "application/json")).toContain("payloadTooLarge");
  });
});

describe("the depth of the body", () => {
  const nested = (levels: number): string => `{"a":${"[".repeat(levels - 1)}0${"]".repeat(levels - 1)}}`;
  const deep = (levels: number): string => {
    const call = testCall({ body: nested(levels), headers: { "content-type": "application/json" } });
    const result = readJsonObject(call, { rate: null, bodyBytes: 1024 * 1024 });
    return result instanceof Failure ? `${result.kind}: ${result.message}` : "read";
  };

  test.each([
    [1, "read"],
    [100, "read"],
    [101, "unreadableBody: The body is nested more than 100 levels deep."],
    [500_000, "unreadableBody: The body is nested more than 100 levels deep."],
  ])("of %d levels: %s", (levels, result) => {
    expect(deep(levels)).toBe(result);
  });
});

test.each([
  ['{"a":1e999}', "The body has a number that is too large."],
  ['{"a":[-1e400]}', "The body has a number that is too large."],
  ['{"a":1e308,"b":12345678901234567890}', "read"],
])("a number that cannot be kept: %s", (body, result) => {
  const call = testCall({ body, headers: { "content-type": "application/json" } });
  const outcome = readJsonObject(call, { rate: null, bodyBytes: 1024 });
  expect(outcome instanceof Failure ? outcome.message : "read").toBe(result);
});
