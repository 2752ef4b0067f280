import { expect, test } from "vitest";
import { openTestCaller, readEnvelope } from "../simulation/caller.fixture.ts";

const createUser = { required: [], unique: [], generated: {}, defaults: {} };

/** The status and the message of the response; or what of the body is in the new user. */
async function send(body: string | Uint8Array, headers: object = {}): Promise<unknown> {
  const caller = await openTestCaller({
    dialect: { createUser, limits: { bodyBytes: 1_000_000 }, errors: { format: "object" } },
  });
  const allHeaders = { "content-type": "application/json", ...headers };
  const reply = await caller.call({ method: "POST", headers: allHeaders, body });
  if (reply.status !== 201) return `${reply.status} ${JSON.parse(reply.body).error.message}`;
  const { id: _, ...user } = readEnvelope(reply).data[0] ?? { id: "" };
  return user;
}

const listOf = (items: number): string => JSON.stringify({ a: { b: Array(items).fill(1) } });
const nest = (levels: number): string => `{"a":${"[".repeat(levels - 1)}0${"]".repeat(levels - 1)}}`;
const withBytes = (...bytes: readonly number[]): Uint8Array =>
  Uint8Array.of(...new TextEncoder().encode('{"a":"'), ...bytes, ...new TextEncoder().encode('"}'));
const fill = (bytes: number): string => `{"a":"${"é".repeat((bytes - 8) / 2)}"}`;

test.each<readonly [header: object, expected: unknown]>([
  ...["application/json; charset=utf-8", " Application/JSON ;a=b", "application/vnd.api+json; version=1"].map(
    (type) => [{ "content-type": type }, {}] as const,
  ),
  [{ "content-type": undefined }, expect.stringContaining("415 There is no Content-Type")],
  ...["text/json", "application/jsonp", "json", ""].map(
    (type) => [{ "content-type": type }, expect.stringContaining(`415 The Content-Type is ${type};`)] as const,
  ),
  ...["bogus", "identity, gzip"].map(
    (type) => [{ "content-encoding": type }, expect.stringContaining(`415 The Content-Encoding ${type} `)] as const,
  ),
])("a body with %j: %j", async (headers, expected) => {
  expect(await send("{}", headers)).toEqual(expected);
});

test.each<readonly [body: string, value: object]>([
  [' {"a": [1, null, "\\u00e9é"]}\n', { a: [1, null, "éé"] }],
  ['\uFEFF{"a":1,"a":2}', { a: 2 }],
  ['{"a":"\\ud83d\\ude80"}', { a: "🚀" }],
  ['{"a":1e308,"b":9007199254740992,"c":"9007199254740993"}', { a: 1e308, b: 2 ** 53, c: "9007199254740993" }],
  ...[listOf(10_000), nest(100), fill(1_000_000)].map((text) => [text, JSON.parse(text)] as const),
])("%.40j is read", async (body, value) => {
  expect(await send(body)).toStrictEqual(value);
});

test.each<readonly [message: string, ...bodies: (string | Uint8Array)[]]>([
  ["400 There is no body", ""],
  ["400 The body must be a JSON object.", "[]", '"text"', "1", "null"],
  ["400 The body is not valid JSON in UTF-8.", "{", "{a:1}", "NaN"],
  // An invalid first byte, a truncated character, a surrogate, an overlong slash.
  [
    "400 The body is not valid JSON in UTF-8.",
    ...[[0xff], [0xc3], [0xed, 0xa0, 0x80], [0xc0, 0xaf]].map((bytes) => withBytes(...bytes)),
  ],
  ["400 The body has a text that is not valid Unicode.", '{"\\ud800":1}', '{"a":{"\\udc00x":1}}', '{"a":["\\ud83d"]}'],
  ["400 The body has a number that is too large.", '{"a":1e999}', '{"a":[-1e400]}'],
  ["400 The number -9007199254740993 has more digits", '{"a":[1,{"n":-9007199254740993}]}'],
  ["400 The body has a list of more than 10,000 items.", listOf(10_001)],
  ["400 The body is nested more than 100 levels deep.", nest(101), nest(400_000)],
  ["413 The body may have at most 1000000 bytes.", `${fill(1_000_000)} `, "x".repeat(1_000_001)],
])("%s", async (message, ...bodies) => {
  for (const body of bodies) expect(await send(body)).toContain(message);
});

test("the content type is checked before the size", async () => {
  expect(await send("x".repeat(1_000_001), { "content-type": "text/plain" })).toContain("415 ");
});
