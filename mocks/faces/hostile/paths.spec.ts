import { loadDialect } from "../../../fixtures/dialect/load.ts";
import { testCall } from "../../simulation/caller.fixture.ts";
import { creation, expect, test, wire } from "./hostile.fixture.ts";
import type { RawAnswer } from "./raw-call.fixture.ts";
import { replyFault } from "./reply-fault.fixture.ts";

const subscription = "GET /api/v1/subscriptions";

/** A path is taken as it was sent: nothing is decoded but the id, no part of it taken away. */
const targets: readonly (readonly [line: string, status: number])[] = [
  ["GET /api/v1/users", 200],
  ["GET http://evil.example/api/v1/users", 200],
  ["GET https://evil.example:99/api/v1/users?page=1", 200],
  ["GET /api/v1/../v1/users", 404],
  ["GET /api/v1/./users", 404],
  ["GET /api/v1/%2e%2e/v1/users", 404],
  ["GET /api/v1%2Fusers", 404],
  ["GET /%61pi/v1/users", 404],
  ["GET //api/v1/users", 404],
  ["GET //evil.example/api/v1/users", 404],
  ["GET /api/v1//users", 404],
  ["GET /api/v1/users/", 404],
  ["GET /api/v1/users%00", 404],
  ["GET /api/v1/users;a=b", 404],
  [String.raw`GET /api\v1\users`, 404],
  ["GET /API/V1/USERS", 404],
  [`${subscription}/%00`, 404],
  [`${subscription}/a%2Fb`, 404],
  [`${subscription}/..%2F..%2Fusers`, 404],
  [`${subscription}/..`, 404],
  [`${subscription}/__proto__`, 404],
  [`${subscription}/constructor`, 404],
  [`${subscription}/%`, 400],
  [`${subscription}/%zz`, 400],
  [`${subscription}/%ff%fe`, 400],
  [`${subscription}/%ed%a0%80`, 400],
  [`${subscription}/${"a".repeat(10_000)}`, 404],
  [`${subscription}/sub_k9p34y6n`, 200],
  [`${subscription}/%73ub_k9p34y6n`, 200],
  ["GET /api/v1/users?page=%zz&per_page=1", 400],
  ["GET /api/v1/users?page=1&page=2", 200],
  ["GET /api/v1/users?page=__proto__", 400],
  ["GET /api/v1/users?__proto__=1&constructor=2", 200],
  [`GET /api/v1/users?${"a=b&".repeat(3000)}page=1`, 200],
];

test("a path means what it says, and nothing else", async ({ open }) => {
  const { raw } = await open();
  const seen: [string, number | undefined][] = [];
  for (const [line] of targets) seen.push([line, (await raw(wire(line), { replies: 1 })).statuses[0]]);
  expect(seen).toStrictEqual(targets);
});

/** What other servers let a caller choose a method by. */
const overrides = ["x-http-method-override: DELETE", "x-method-override: POST", "x-http-method: PUT"];

test("a method is the one that was sent", async ({ open }) => {
  const { raw, simulation } = await open();
  const before = simulation.snapshot();
  for (const header of overrides) {
    expect((await raw(wire("GET /api/v1/users", [header]), { replies: 1 })).statuses).toStrictEqual([200]);
  }
  const query = "GET /api/v1/users?_method=POST&method=DELETE";
  expect((await raw(wire(query), { replies: 1 })).statuses).toStrictEqual([200]);
  expect(simulation.snapshot()).toStrictEqual(before);
  const body = creation('{"email":"m@new.example","name":"M","_method":"DELETE"}', ["x-http-method-override: GET"]);
  expect((await raw(body, { replies: 1 })).statuses).toStrictEqual([201]);
});

/** Where what a caller sends comes back in a header, or could. */
const echoes: readonly (readonly [what: string, bytes: string])[] = [
  ["the id of the path", wire(`${subscription}/a%0d%0ax-evil:%201`)],
  ["the query", wire("GET /api/v1/users?page=1%0d%0ax-evil:%201")],
  ["a preference", wire("GET /api/v1/users", ['prefer: scenario="latency:ms=0%0d%0ax-evil: 1"'])],
  ["a name in a preference", wire("GET /api/v1/users", ["prefer: code=200%0d%0ax-evil: 1"])],
  ["the type of a body", creation("{}").replace("application/json", "text/x%0d%0ax-evil: 1")],
  ["a field", creation(String.raw`{"email":"c@new.example","name":"C","id":"a\r\nx-evil: 1"}`)],
];

for (const dialect of ["reference", "enveloped", "zero-based"] as const) {
  test(`no line a caller sends becomes a header, in the dialect ${dialect}`, async ({ open }) => {
    const { raw } = await open({ dialect });
    for (const [what, bytes] of echoes) {
      const { text } = await raw(bytes, { replies: 1 });
      const head = text.slice(0, text.indexOf("\r\n\r\n"));
      expect(head, what).toMatch(/^HTTP\/1\.1 [24]/);
      expect(head, what).not.toMatch(/^x-evil/im);
    }
  });
}

test("what is refused is refused in the words of each dialect", async ({ open }) => {
  for (const dialect of ["reference", "enveloped", "plaintext", "login-page", "terse"]) {
    const { raw } = await open({ dialect });
    for (const line of [`${subscription}/%zz`, "GET //api/v1/users", "TRACE /api/v1/users"]) {
      const answer = await raw(wire(line), { replies: 1 });
      expect(replyFault(testCall(), seenReply(answer), loadDialect(dialect)), `${dialect} ${line}`).toBeUndefined();
    }
  }
});

function seenReply({ text, statuses }: RawAnswer): Parameters<typeof replyFault>[1] {
  const end = text.indexOf("\r\n\r\n");
  const headers = [...text.slice(0, end).matchAll(/^([\w-]+): (.*)\r?$/gm)].map(([, name = "", value = ""]) => [
    name.toLowerCase(),
    value.trim(),
  ]);
  return { status: statuses[0] ?? 0, headers: Object.fromEntries(headers), body: text.slice(end + 4) };
}
