import { expect, test } from "vitest";
import { worldSchema } from "../../fixtures/worlds/world.ts";
import { openTestCaller, testTimestamp } from "../simulation/caller.fixture.ts";
import { AdjustableClock, frozenClock } from "./clock.ts";

const world = worldSchema.parse({
  name: "two",
  accounts: [
    { id: "acct_a", name: "A", tokens: ["token-a-0001", { token: "token-a-0002", expiresAt: "{{now + 1 hour}}" }] },
    { id: "acct_b", name: "B", tokens: ["token-b-0001=="] },
  ],
});
const hour = 3_600_000;

/** Asks with an authorization header in this world, some milliseconds after the start. */
async function ask(authorization: string | undefined, auth: object = {}, after = 0) {
  const clock = new AdjustableClock(frozenClock(testTimestamp));
  const caller = await openTestCaller({ world, dialect: { auth }, clock });
  clock.advance(after);
  const { status, why, headers } = await caller.call({ headers: { authorization } });
  return { outcome: status === 200 ? "accepted" : `${status} ${why.rule}`, challenge: headers["www-authenticate"] };
}

const exact = { schemeCase: "exact" };

test.each<[outcome: string, headers: readonly (string | undefined)[], auth?: object]>([
  ["accepted", ["Bearer token-a-0001", "Bearer token-b-0001==", "BEARER token-a-0001"]],
  ["accepted", ["Bearer token-a-0001"], exact],
  ["401 AUTH-06", ["bearer token-a-0001", "BEARER token-a-0001"], exact],
  ["401 AUTH-02", [undefined, ""]],
  ["401 AUTH-03", ["Bearer", "Bearer "]],
  ["401 AUTH-06", ["Basic token-a-0001", "token-a-0001", "Bearertoken-a-0001", "Bearer:token-a-0001"]],
  ["401 AUTH-06", ["Bearer\ttoken-a-0001", " Bearer token-a-0001"]],
  ["401 AUTH-04", ["Bearer token-a-000", "Bearer TOKEN-A-0001", "Bearer  token-a-0001", "Bearer token-a-0001 "]],
  ["401 AUTH-04", ["Bearer token-a-0001, Bearer token-b-0001==", "Bearer __proto__", "Bearer acct_a"]],
])("%s: %j", async (outcome, headers, auth = {}) => {
  for (const header of headers) expect((await ask(header, auth)).outcome, header).toBe(outcome);
});

test.each([
  ["accepted", -1],
  ["401 statuses.failure.refusedToken", 0],
])("a token that expires in an hour is %s %d ms later", async (outcome, after) => {
  expect((await ask("Bearer token-a-0002", {}, hour + after)).outcome).toBe(outcome);
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
])("the challenge for %j with %j is %j", async (header, auth, challenge) => {
  expect((await ask(header, auth, hour)).challenge).toBe(challenge);
});
