import { afterAll, beforeAll, expect, test } from "vitest";
import { openService } from "../independent/service.ts";
import { early, everywhere, instead, odd, onGood, onSuccess, say } from "../independent/departures.ts";
import { listen, serverOf } from "../independent/serve.ts";
import { defaultTokens, type Running } from "../independent/independent-server.ts";
import { diff } from "./diff.ts";

let asked: string[] = [];
let service: Running;

beforeAll(async () => {
  const { answer } = openService();
  service = await listen(
    serverOf((ask) => {
      asked.push(`${ask.method} ${ask.path}?${ask.query.toString()}`);
      return answer(ask);
    }),
  );
});
afterAll(() => service.stop());

const good = (): { baseUrl: string; token: string } => ({ baseUrl: service.baseUrl, token: defaultTokens.first });
const bad = (): { baseUrl: string; token: string; tokenVariable: string } => ({
  baseUrl: service.baseUrl,
  token: "not-a-good-token",
  tokenVariable: "ORGKIT_TOKEN_OF_B",
});

/** The requests that show whether a token is accepted: each list, and a further page of it. */
const plainReads = /^GET \/api\/v1\/(?:users|invoices)\?(?:$|page=2(?:&|$))/;

test.each([
  ["B", () => diff(good(), bad(), {})],
  ["A", () => diff(bad(), good(), {})],
])("if the token of %s is rejected, no more requests are sent to either target", async (_, compare) => {
  asked = [];
  await expect(compare()).rejects.toThrow("Every operation rejects the token in ORGKIT_TOKEN_OF_B");
  expect(asked.length).toBeGreaterThan(0);
  expect(asked.filter((call) => !plainReads.test(call))).toEqual([]);
});

test("if both are rejected, both are reported", async () => {
  const compare = diff({ ...bad(), tokenVariable: "ORGKIT_TOKEN" }, bad(), {});
  await expect(compare).rejects.toThrow(/token in ORGKIT_TOKEN[^_][\s\S]*token in ORGKIT_TOKEN_OF_B/);
});

test("if both are accepted, they are read one after the other, and compared", async () => {
  const sides: string[] = [];
  const { same, compared, behaviors } = await diff(good(), good(), { onProgress: ({ side }) => sides.push(side) });
  expect(behaviors).toEqual([]);
  expect(same).toBe(true);
  expect(compared).toBeGreaterThan(10);
  expect(sides.toSorted()).toEqual(sides);
});

test("behavior without a dialect key is compared, too: each kind of difference once, with both responses", async () => {
  const unlike = odd(
    "unlike",
    early(
      ({ path }) => path === "/api/v1/users/",
      () => ({ status: 308, headers: { location: "/api/v1/users" } }),
    ),
    instead(
      ({ status }) => status >= 400,
      ({ status }) => say(status, { error: { code: "none", detail: "It failed." } }),
    ),
    onGood(everywhere, (reply) => ({ ...reply, headers: { ...reply.headers, link: "</next>; rel=next" } })),
    onSuccess(everywhere, ({ data, meta }) => ({ data, meta: { ...meta, pages: 1 } })),
  );
  const other = await unlike.start();
  const { same, behaviors } = await diff(good(), { ...good(), baseUrl: other.baseUrl }, {}).finally(() => other.stop());
  expect(same).toBe(false);
  const words = behaviors.map((difference) => difference.words);
  expect(words).toEqual(
    expect.arrayContaining([
      "the status of GET /api/v1/users/ is 404 in A, 308 in B",
      expect.stringMatching(/^in the body of GET .*, `error.message` is only in A$/),
      expect.stringMatching(/^the header link of GET .* is absent in A, there in B$/),
      "successes have `meta.pages` only in B",
    ]),
  );
  expect(words.filter((text) => text.includes("error.message"))).toHaveLength(1);
  expect(behaviors.find((difference) => difference.words.includes("error.message"))).toMatchObject({
    a: expect.stringMatching(/^GET .* → 4\d\d application\/json; charset=utf-8 {"error":.*"message"/),
    b: expect.stringMatching(/"detail"/),
    others: expect.any(Number),
  });
});

test("a dialect is compared by its mock: what it does otherwise is named, and does not count", async () => {
  const { same, ofMock = [] } = await diff(good(), { paging: { users: { style: "page" } } }, {});
  expect(same).toBe(true);
  expect(ofMock.map(({ words }) => words)).toEqual(
    expect.arrayContaining([expect.stringMatching(/^the status of GET \/api\/v1\/subscriptions/)]),
  );
});

test("creations are compared if writes are allowed", async () => {
  const lenient = odd(
    "lenient",
    early(
      ({ method, body }) => method === "POST" && body === "[]",
      () => say(418, { error: { code: "no", detail: "No." } }),
    ),
  );
  const createBody = { email: "ada-{{unique}}@example.org", name: "Ada {{unique}}" };
  const other = await lenient.start();
  const compare = async (allowWrites: boolean): Promise<readonly string[]> => {
    const [a, b] = [good(), { ...good(), baseUrl: other.baseUrl }].map((side) => ({
      ...side,
      allowWrites,
      createBody,
    }));
    if (a === undefined || b === undefined) return [];
    const { behaviors } = await diff(a, b, {});
    return behaviors.map(({ words }) => words);
  };
  asked = [];
  expect(await compare(false)).toEqual([]);
  expect(asked.filter((call) => call.startsWith("POST"))).toEqual([]);
  expect(await compare(true)).toEqual(
    expect.arrayContaining([expect.stringMatching(/^the status of POST \/api\/v1\/users .* in A, 418 in B$/)]),
  );
  await other.stop();
});

test("a side that is not a target needs no token", async () => {
  expect((await diff("terse", good(), {})).compared).toBeGreaterThan(10);
  await expect(diff("terse", bad(), {})).rejects.toThrow("Every operation rejects the token");
});
