import { creation, expect, test, wire } from "./hostile.fixture.ts";

const json = "content-type: application/json";
const ada = { email: "ada@new.example", name: "Ada" };
const limit = 1024 * 1024;

function withMembers(members: string): string {
  return `${JSON.stringify(ada).slice(0, -1)},${members}}`;
}

function chunked(body: string): string {
  const head = wire("POST /api/v1/users", [json, "transfer-encoding: chunked"]);
  return `${head}${Buffer.byteLength(body).toString(16)}\r\n${body}\r\n0\r\n\r\n`;
}

/** Bytes that are no text in UTF-8, in the place of a name. */
function notText(): Buffer {
  const [before = "", after = ""] = JSON.stringify({ ...ada, name: "@@@@" }).split("@@@@");
  const body = Buffer.concat([Buffer.from(before), Buffer.from([0xff, 0xc0, 0x80, 0xfe]), Buffer.from(after)]);
  return Buffer.concat([Buffer.from(creation("").replace("length: 0", `length: ${body.byteLength}`)), body]);
}

const good = JSON.stringify(ada);
const long = JSON.stringify({ ...ada, note: "x".repeat(limit) });

/** Each alone on a fresh world: what is sent, the status, and what the reply says. */
const bodies: readonly (readonly [what: string, bytes: string | Uint8Array, status: number, says: RegExp])[] = [
  ["as long as it may be", creation(JSON.stringify({ ...ada, n: "x".repeat(limit - 60) })), 201, /ada@new/],
  ["too long by its length", creation(long), 413, /"payloadTooLarge"/],
  ["too long in chunks", chunked(long), 413, /"payloadTooLarge"/],
  ["that would be too long, were it sent", creation("{").replace("length: 1", "length: 99999999"), 408, /^$/],
  ["without a type", creation(good).replace(`${json}\r\n`, ""), 415, /no Content-Type/],
  ["of a form", creation(good).replace("application/json", "application/x-www-form-urlencoded"), 415, /form/],
  ["of text", creation(good).replace("application/json", "text/plain; application/json"), 415, /text\/plain/],
  ["of compressed JSON that is none", creation(good, ["content-encoding: gzip"]), 201, /ada@new/],
  ["of no text", notText(), 400, /not valid JSON in UTF-8/],
  [
    "of UTF-16",
    Buffer.from(creation("").replace("length: 0", "length: 4") + "\u00FF\u00FE{\u0000", "latin1"),
    400,
    /UTF-8/,
  ],
  ["of half a character", creation(withMembers(String.raw`"a":"\ud800"`)), 400, /not valid Unicode/],
  ["of nothing", creation(""), 400, /not valid JSON/],
  ["of a list", creation("[]"), 400, /must be a JSON object/],
  ["of two objects", creation("{}{}"), 400, /not valid JSON/],
  ["with a comment", creation(`${good}//`), 400, /not valid JSON/],
  ["with a key twice, of which the last counts", creation(withMembers('"name":"Eve"')), 201, /"name":"Eve"/],
  ["with an id of its own, which does not count", creation(withMembers('"id":"usr_mine"')), 201, /^(?!.*usr_mine)/],
  ["with a number no double holds", creation(withMembers('"n":1e999')), 400, /too large/],
  ["with a number of 10,000 digits", creation(withMembers(`"n":${"9".repeat(10_000)}`)), 400, /too large/],
  ["with a number that is rounded", creation(withMembers('"n":12345678901234567890')), 201, /"n":12345678901234567000/],
  ["100 levels deep", creation(withMembers(`"d":${"[".repeat(99)}${"]".repeat(99)}`)), 201, /ada@new/],
  ["400,000 levels deep", creation(withMembers(`"d":${"[".repeat(400_000)}${"]".repeat(400_000)}`)), 400, /100 levels/],
];

for (const [what, bytes, status, says] of bodies) {
  test(`a body ${what}: ${status}`, async ({ open }) => {
    const { raw, isWell, simulation } = await open({ patience: { requestMs: 300, headMs: 300, lookMs: 50 } });
    const before = simulation.accounts[0]?.users.count() ?? 0;
    const { text, statuses } = await raw(bytes, status === 408 ? {} : { replies: 1 });
    expect(statuses).toStrictEqual([status]);
    expect(text.slice(text.indexOf("\r\n\r\n") + 4)).toMatch(says);
    expect(simulation.accounts[0]?.users.count()).toBe(before + (status === 201 ? 1 : 0));
    expect(await isWell()).toBe(true);
  });
}

test("what is too long is not read on, and the connection ends", async ({ open }) => {
  const { raw } = await open();
  for (const bytes of [creation(long), chunked(long)]) {
    const { text, endedBy } = await raw(bytes + wire("GET /api/v1/users"));
    expect(endedBy).toBe("server");
    expect(text.match(/HTTP\/1\.1/g)).toHaveLength(1);
    expect(text).toMatch(/^connection: close\r$/im);
  }
});

test("keys that objects have by nature are members like any others, and change nothing else", async ({ open }) => {
  const { raw, simulation } = await open();
  const members =
    '"__proto__":{"isAdmin":true},"constructor":{"prototype":{"isAdmin":true}},"toString":1,"hasOwnProperty":2';
  const { statuses } = await raw(creation(withMembers(members)), { replies: 1 });
  expect(statuses).toStrictEqual([201]);
  const users = simulation.accounts[0]?.users.all() ?? [];
  const created = users.at(-1) ?? {};
  expect(Object.keys(created)).toEqual(expect.arrayContaining(["__proto__", "constructor", "toString"]));
  expect(Object.getPrototypeOf(created)).toBe(Object.prototype);
  expect("isAdmin" in {}).toBe(false);
  expect(users.slice(0, -1).every((user) => !("isAdmin" in user))).toBe(true);
  // The list still reads, filters and sorts with it.
  const list = await raw(wire("GET /api/v1/users?sort=-name&status=invited&per_page=100"), { replies: 1 });
  expect(list.text).toContain('"__proto__":{"isAdmin":true}');
});
