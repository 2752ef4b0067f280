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

const [good, otherScheme, unknown] = ["statuses.success.listUsers", "AUTH-06", "AUTH-04"];

test.each([
  [good, "", ["Bearer token-a-0001", "Bearer token-a-0002", "Bearer token-b-0001=="]],
  [good, otherScheme, ["bearer token-a-0001", "BEARER token-a-0001"]],
  ["AUTH-02", "", [undefined, ""]],
  ["AUTH-03", "", ["Bearer", "Bearer "]],
  ["AUTH-03", otherScheme, ["bearer "]],
  [otherScheme, "", ["Basic token-a-0001", "token-a-0001", "Bearertoken-a-0001", "Bearer:token-a-0001"]],
  [otherScheme, "", ["Bearer\ttoken-a-0001", " Bearer token-a-0001"]],
  [unknown, "", ["Bearer token-a-000", "Bearer token-a-00011", "Bearer TOKEN-A-0001"]],
  [unknown, "", ["Bearer  token-a-0001", "Bearer token-a-0001 ", "Bearer token-b-0001"]],
  [unknown, "", ["Bearer token-a-0001, Bearer token-b-0001==", "Bearer __proto__", "Bearer acct_a"]],
])("%s, or if the letter case counts %s: %j", async (expected, exact, headers) => {
  for (const header of headers) {
    const replies = [await ask(header), await ask(header, { schemeCase: "exact" })];
    const rules = [expected, exact || expected];
    expect(
      replies.map(({ why }) => why.rule),
      header,
    ).toStrictEqual(rules);
    expect(
      replies.map(({ status }) => status),
      header,
    ).toStrictEqual(rules.map((rule) => (rule === good ? 200 : 401)));
  }
});

test("a token that expires in an hour is valid until then, by the clock", async () => {
  const seen = [];
  for (const after of [-1, 0, 1]) seen.push((await ask("Bearer token-a-0002", {}, hour + after)).why.rule);
  const expired = "statuses.failure.refusedToken";
  expect(seen).toStrictEqual([good, expired, expired]);
});

const other = "Bearer token-x-0001";
const realm = 'Bearer realm="organization"';

test.each([
  ["nothing sent", undefined, {}, realm],
  ["another scheme", "Basic token-a-0001", {}, realm],
  ["an unknown token", other, {}, `${realm}, error="invalid_token"`],
  ["an expired token", "Bearer token-a-0002", {}, `${realm}, error="invalid_token"`],
  ["an unknown token, a bare challenge", other, { challenge: "Bearer" }, 'Bearer error="invalid_token"'],
  ["an unknown token, another challenge", other, { challenge: "Token a=b" }, 'Token a=b, error="invalid_token"'],
  ["nothing sent, no challenge", undefined, { challenge: null }, undefined],
  ["an unknown token, no challenge", other, { challenge: null }, undefined],
])("the challenge of a rejection: %s", async (_, header, auth, expected) => {
  const { status, headers } = await ask(header, auth, hour);
  expect([status, headers["www-authenticate"]]).toStrictEqual([401, expected]);
});
