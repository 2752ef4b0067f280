import { expect, test } from "vitest";
import { Failure } from "./reply.ts";
import { readJsonObject } from "./request-body.ts";
import { testCall } from "../simulation/caller.fixture.ts";

const json = "application/json";

function read(body: string | Uint8Array, type: string | undefined = json, bodyBytes = 1e6): unknown {
  const result = readJsonObject(testCall({ body, headers: { "content-type": type } }), {
    limits: { rate: null, bodyBytes },
  });
  return result instanceof Failure ? `${result.kind}: ${result.message}` : result;
}

const listOf = (items: number): string => JSON.stringify({ a: { b: Array(items).fill(1) } });
const nested = (levels: number): string => `{"a":${"[".repeat(levels - 1)}0${"]".repeat(levels - 1)}}`;
const withBytes = (...bytes: readonly number[]): Uint8Array =>
  Uint8Array.of(...new TextEncoder().encode('{"a":"'), ...bytes, ...new TextEncoder().encode('"}'));

test.each([
  "application/json; charset=utf-8",
  "Application/JSON",
  " application/json ;charset=utf-8",
  "application/vnd.api+json; version=1",
  "application/merge-patch+json",
])("%s is JSON", (type) => {
  expect(read('{"a":1}', type)).toStrictEqual({ a: 1 });
});

test.each(["text/plain", "text/json", "application/jsonp", "application/json-seq", "application/xml", "json", ""])(
  "%j is not JSON",
  (type) => {
    expect(read('{"a":1}', type)).toBe(`unsupportedMediaType: The Content-Type is ${type}; send application/json.`);
  },
);

test("a content type is required", () => {
  const result = readJsonObject(testCall({ body: "{}" }), { limits: { rate: null, bodyBytes: 9 } });
  expect(result).toMatchObject({ message: "There is no Content-Type; send application/json." });
});

test.each([
  ["{}", {}],
  [' {"a": [1, null, "\\u00e9é"]}\n', { a: [1, null, "éé"] }],
  ['\uFEFF{"a":1}', { a: 1 }],
  ['{"a":1,"a":2}', { a: 2 }],
  ['{"a":"\\ud83d\\ude80"}', { a: "🚀" }],
  ['{"a":1e308,"b":1234567890123456}', { a: 1e308, b: 1234567890123456 }],
])("%j is read", (body, value) => {
  expect(read(body)).toStrictEqual(value);
});

test.each([
  ["", "unreadableBody: There is no body; send a JSON object."],
  ...["[]", '[{"email":"a"}]', '"text"', "1", "true", "null"].map((body) => [
    body,
    "unreadableBody: The body must be a JSON object.",
  ]),
])("%j: %s", (body, failure) => {
  expect(read(body)).toBe(failure);
});

test.each([
  [["{", "{a:1}", "{'a':1}", '{"a":1,}', "NaN", "undefined"], "The body is not valid JSON in UTF-8."],
  // An invalid first byte, a truncated character, a surrogate, an overlong slash.
  [
    [[0xff], [0xc3], [0xed, 0xa0, 0x80], [0xc0, 0xaf]].map((bytes) => withBytes(...bytes)),
    "The body is not valid JSON in UTF-8.",
  ],
  [['{"\\ud800":1}', '{"a":{"\\udc00x":1}}', '{"a":["\\ud83d"]}'], "The body has a text that is not valid Unicode."],
  [['{"a":1e999}', '{"a":[-1e400]}'], "The body has a number that is too large."],
  [[listOf(10_001)], "The body has a list of more than 10,000 items."],
  [[nested(101), nested(400_000)], "The body is nested more than 100 levels deep."],
])("%.40j: %s", (bodies, message) => {
  for (const body of bodies) expect(read(body)).toBe(`unreadableBody: ${message}`);
});

test("lists and nesting have a maximum", () => {
  for (const body of [listOf(10_000), nested(100)]) expect(read(body)).toStrictEqual(JSON.parse(body));
});

test("the size is in bytes, checked after the content type and before the content", () => {
  const sized = `{"a":"${"é".repeat(28)}"}`;
  expect(read(sized, json, 64)).toStrictEqual({ a: "é".repeat(28) });
  expect(read(`${sized} `, json, 64)).toBe("payloadTooLarge: The body may have at most 64 bytes.");
  expect(read("x".repeat(65), "text/plain", 64)).toContain("unsupportedMediaType");
  expect(read("x".repeat(65), json, 64)).toContain("payloadTooLarge");
});

test.each(["gzip", "br", "bogus", "identity, gzip"])("a body encoded with %s is rejected by its name", (encoding) => {
  const headers = { "content-type": json, "content-encoding": encoding };
  const found = readJsonObject(testCall({ body: "{}", headers }), { limits: { rate: null, bodyBytes: 9 } });
  expect(found).toMatchObject({
    kind: "unsupportedMediaType",
    message: expect.stringContaining(`Content-Encoding ${encoding} `),
  });
});

test("a whole number that would lose digits is rejected by its digits, and no other", () => {
  const problem = "has more digits than a number keeps; write it as a string, in quotes.";
  expect(read('{"a":[1,{"n":-9007199254740993}]}')).toBe(`unreadableBody: The number -9007199254740993 ${problem}`);
  for (const exact of ["9007199254740992", '"9007199254740993"', "0.12345678901234567", "1e300"]) {
    expect(read(`{"n":${exact}}`)).toEqual({ n: JSON.parse(exact) });
  }
});
