import { creation, expect, test, wire } from "./hostile.fixture.ts";

// The content of bodies is tested in `mocks/service/request-body.test.ts`; here, their transport.

const json = "content-type: application/json";
const ada = { email: "ada@new.example", name: "Ada" };
const good = JSON.stringify(ada);
const limit = 1024 * 1024;
const long = JSON.stringify({ ...ada, note: "x".repeat(limit) });

function withMembers(members: string): string {
  return `${good.slice(0, -1)},${members}}`;
}

function chunked(body: string): string {
  const head = wire("POST /api/v1/users", [json, "transfer-encoding: chunked"]);
  return `${head}${Buffer.byteLength(body).toString(16)}\r\n${body}\r\n0\r\n\r\n`;
}

/** A name that is not valid UTF-8. */
const notText = Buffer.from(creation(good.replace("Ada", "@@")).replace("@@", "\u00FF\u00C0"), "latin1");

/** Each alone on a fresh world: the bytes, the status, and the response. */
const bodies: readonly (readonly [what: string, bytes: string | Uint8Array, status: number, says: RegExp])[] = [
  ["as long as it may be", creation(JSON.stringify({ ...ada, n: "x".repeat(limit - 60) })), 201, /ada@new/],
  ["too long by its length", creation(long), 413, /"payloadTooLarge"/],
  ["too long in chunks", chunked(long), 413, /"payloadTooLarge"/],
  ["that would be too long, were it sent", creation("{").replace("length: 1", "length: 99999999"), 408, /^$/],
  ["without a type", creation(good).replace(`${json}\r\n`, ""), 415, /no Content-Type/],
  ["of a form", creation(good).replace("application/json", "application/x-www-form-urlencoded"), 415, /form/],
  ["with an encoding", creation(good, ["content-encoding: gzip"]), 415, /Content-Encoding gzip/],
  ["of no text", notText, 400, /UTF-8/],
  ["of two objects", creation("{}{}"), 400, /not valid JSON/],
  ["with an id of its own, which does not count", creation(withMembers('"id":"usr_mine"')), 201, /^(?!.*usr_mine)/],
  ["400,000 levels deep", creation(withMembers(`"d":${"[".repeat(400_000)}${"]".repeat(400_000)}`)), 400, /100 levels/],
];

for (const [what, bytes, status, says] of bodies) {
  test(`a body ${what}: ${status}`, async ({ open }) => {
    // Little time only where it must run out: a busy machine may need more for the others.
    const isLate = status === 408;
    const { raw, isWell, simulation } = await open(
      isLate ? { patience: { requestMs: 300, headMs: 300, lookMs: 50 } } : {},
    );
    const before = simulation.accounts[0]?.users.count() ?? 0;
    const { text, statuses } = await raw(bytes, isLate ? {} : { replies: 1 });
    expect(statuses).toStrictEqual([status]);
    expect(text.slice(text.indexOf("\r\n\r\n") + 4)).toMatch(says);
    expect(simulation.accounts[0]?.users.count()).toBe(before + (status === 201 ? 1 : 0));
    expect(await isWell()).toBe(true);
  });
}

test("the rest of an oversized body is not read, and the connection is closed", async ({ open }) => {
  const { raw } = await open();
  for (const bytes of [creation(long), chunked(long)]) {
    const { text, endedBy, statuses } = await raw(bytes + wire("GET /api/v1/users"));
    expect([endedBy, statuses]).toStrictEqual(["server", [413]]);
    expect(text).toMatch(/^connection: close\r$/im);
  }
});
