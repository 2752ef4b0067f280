import { expect, test } from "vitest";
import { openTestCaller, readEnvelope } from "../simulation/caller.fixture.ts";

const dialect = { createUser: { required: [], unique: [], generated: {}, defaults: {} } };

/** The status, the kind of failure and its message; or what of the body is in the new user. */
async function send(body: string | Uint8Array, headers: object = {}, limits: object = {}): Promise<unknown> {
  const caller = await openTestCaller({ dialect: { ...dialect, limits, errors: { format: "object" } } });
  const given = { "content-type": "application/json", ...headers };
  const reply = await caller.call({ method: "POST", headers: given, body });
  if (reply.status !== 201) return `${reply.status} ${JSON.parse(reply.body).error.message}`;
  const { id: _, ...user } = readEnvelope(reply).data[0] ?? { id: "" };
  return user;
}

const listOf = (items: number): string => JSON.stringify({ a: { b: Array(items).fill(1) } });
const nested = (levels: number): string => `{"a":${"[".repeat(levels - 1)}0${"]".repeat(levels - 1)}}`;
const withBytes = (...bytes: readonly number[]): Uint8Array =>
  Uint8Array.of(...new TextEncoder().encode('{"a":"'), ...bytes, ...new TextEncoder().encode('"}'));

test.each(["application/json; charset=utf-8", " Application/JSON ;a=b", "application/vnd.api+json; version=1"])(
  "%s is JSON",
  async (type) => expect(await send('{"a":1}', { "content-type": type })).toStrictEqual({ a: 1 }),
);

test.each<readonly [headers: object, message: string]>([
  [{ "content-type": undefined }, "There is no Content-Type"],
  ...["text/json", "application/jsonp", "json", ""].map(
    (type) => [{ "content-type": type }, `The Content-Type is ${type};`] as const,
  ),
  ...["bogus", "identity, gzip"].map(
    (encoding) => [{ "content-encoding": encoding }, `The Content-Encoding ${encoding} `] as const,
  ),
])("a body with %j is rejected", async (headers, message) => {
  expect(await send("{}", headers)).toContain(`415 ${message}`);
});

test.each<readonly [body: string, value: object]>([
  ["{}", {}],
  [' {"a": [1, null, "\\u00e9é"]}\n', { a: [1, null, "éé"] }],
  ['\uFEFF{"a":1,"a":2}', { a: 2 }],
  ['{"a":"\\ud83d\\ude80"}', { a: "🚀" }],
  ['{"a":1e308,"b":9007199254740992,"c":"9007199254740993"}', { a: 1e308, b: 2 ** 53, c: "9007199254740993" }],
  ...[listOf(10_000), nested(100)].map((text) => [text, JSON.parse(text)] as const),
])("%.40j is read", async (body, value) => {
  expect(await send(body)).toStrictEqual(value);
});

test.each<readonly [message: string, bodies: readonly (string | Uint8Array)[]]>([
  ["There is no body", [""]],
  ["The body must be a JSON object.", ["[]", '"text"', "1", "null"]],
  ["The body is not valid JSON in UTF-8.", ["{", "{a:1}", "NaN"]],
  // An invalid first byte, a truncated character, a surrogate, an overlong slash.
  [
    "The body is not valid JSON in UTF-8.",
    [[0xff], [0xc3], [0xed, 0xa0, 0x80], [0xc0, 0xaf]].map((b) => withBytes(...b)),
  ],
  ["The body has a text that is not valid Unicode.", ['{"\\ud800":1}', '{"a":{"\\udc00x":1}}', '{"a":["\\ud83d"]}']],
  ["The body has a number that is too large.", ['{"a":1e999}', '{"a":[-1e400]}']],
  ["The number -9007199254740993 has more digits", ['{"a":[1,{"n":-9007199254740993}]}']],
  ["The body has a list of more than 10,000 items.", [listOf(10_001)]],
  ["The body is nested more than 100 levels deep.", [nested(101), nested(400_000)]],
])("%s %.40j", async (message, bodies) => {
  for (const body of bodies) expect(await send(body)).toContain(`400 ${message}`);
});

test("the size is in bytes, checked after the content type and before the content", async () => {
  const body = `{"a":"${"é".repeat(28)}"}`;
  const limits = { bodyBytes: 64 };
  expect(await send(body, {}, limits)).toStrictEqual({ a: "é".repeat(28) });
  expect(await send(`${body} `, {}, limits)).toBe("413 The body may have at most 64 bytes.");
  expect(await send("x".repeat(65), { "content-type": "text/plain" }, limits)).toContain("415 ");
});
