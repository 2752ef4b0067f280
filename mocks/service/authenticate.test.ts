import { expect, test } from "vitest";
import { worldSchema } from "../../fixtures/worlds/world.ts";
import { openTestCaller, testTimestamp } from "../simulation/caller.fixture.ts";
import type { Reply } from "./call.ts";

const world = worldSchema.parse({
  name: "two",
  accounts: [
    { id: "acct_a", name: "A", tokens: ["token-a-0001", { token: "token-a-0002", expiresAt: "{{now + 1 hour}}" }] },
    { id: "acct_b", name: "B", tokens: ["token-b-0001=="] },
  ],
});
const hour = 3_600_000;

async function ask(authorization: string | undefined, auth: object = {}, after = 0): Promise<Reply> {
  let now = testTimestamp;
  const caller = await openTestCaller({ world, dialect: { auth }, clock: { now: () => now } });
  now += after;
  return caller.call({ headers: { authorization } });
}

const good = "statuses.success.listUsers";
const expired = "statuses.failure.refusedToken";

test.each([
  [good, good, ["Bearer token-a-0001", "Bearer token-a-0002", "Bearer token-b-0001=="]],
  [good, "AUTH-06", ["bearer token-a-0001", "BEARER token-a-0001"]],
  ["AUTH-02", "AUTH-02", [undefined, ""]],
  ["AUTH-03", "AUTH-03", ["Bearer", "Bearer "]],
  ["AUTH-06", "AUTH-06", ["Basic token-a-0001", "token-a-0001", "Bearertoken-a-0001", "Bearer:token-a-0001"]],
  ["AUTH-06", "AUTH-06", ["Bearer\ttoken-a-0001", " Bearer token-a-0001"]],
  ["AUTH-04", "AUTH-04", ["Bearer token-a-000", "Bearer TOKEN-A-0001", "Bearer  token-a-0001", "Bearer token-a-0001 "]],
  ["AUTH-04", "AUTH-04", ["Bearer token-a-0001, Bearer token-b-0001==", "Bearer __proto__", "Bearer acct_a"]],
])("%s, or %s if the letter case counts: %j", async (expected, exact, headers) => {
  for (const header of headers) {
    const replies = [await ask(header), await ask(header, { schemeCase: "exact" })];
    const outcomes = [expected, exact].map((rule) => `${rule === good ? 200 : 401} ${rule}`);
    expect(
      replies.map(({ status, why }) => `${status} ${why.rule}`),
      header,
    ).toStrictEqual(outcomes);
  }
});

test("a token that expires in an hour is valid until then, by the clock", async () => {
  const rules = [];
  for (const after of [-1, 0, 1]) rules.push((await ask("Bearer token-a-0002", {}, hour + after)).why.rule);
  expect(rules).toStrictEqual([good, expired, expired]);
});

const unknown = "Bearer token-x-0001";
const realm = 'Bearer realm="organization"';

test.each([
  [undefined, {}, realm],
  ["Basic token-a-0001", {}, realm],
  [unknown, {}, `${realm}, error="invalid_token"`],
  ["Bearer token-a-0002", {}, `${realm}, error="invalid_token"`],
  [unknown, { challenge: "Bearer" }, 'Bearer error="invalid_token"'],
  [unknown, { challenge: null }, undefined],
])("the challenge for %j with %j is %j", async (header, auth, expected) => {
  const { status, headers } = await ask(header, auth, hour);
  expect([status, headers["www-authenticate"]]).toStrictEqual([401, expected]);
});
