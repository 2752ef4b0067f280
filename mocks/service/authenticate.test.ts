import { expect, test } from "vitest";
import { dialectSchema } from "../../fixtures/dialect/dialect.ts";
import { worldSchema } from "../../fixtures/worlds/world.ts";
import { openAccounts, renderWorld } from "./accounts.ts";
import { authenticate, tokenHolders, type Holder } from "./authenticate.ts";
import { Failure } from "./failure.ts";
import { testMoment } from "../simulation/caller.fixture.ts";

const world = worldSchema.parse({
  name: "two",
  accounts: [
    { id: "acct_a", name: "A", tokens: ["token-a-0001", { token: "token-a-0002", expiresAt: "{{now + 1 hour}}" }] },
    { id: "acct_b", name: "B", tokens: ["token-b-0001=="] },
  ],
});
const reference = dialectSchema.parse({});
const holders = tokenHolders(await openAccounts(renderWorld(world, reference, testMoment), { dialect: reference }));
const hour = 3_600_000;

function judge(header: string | undefined, auth: Readonly<Record<string, unknown>>, after: number): Holder | Failure {
  return authenticate(header, holders, dialectSchema.parse({ auth }).auth, testMoment + after);
}

function answer(header: string | undefined, schemeCase = "any", after = 0): string {
  const result = judge(header, { schemeCase }, after);
  return result instanceof Failure ? `${result.kind} by ${result.rule}` : result.account.id;
}

const otherScheme = "missingToken by AUTH-06";

test.each([
  ["acct_a", "", ["Bearer token-a-0001", "Bearer token-a-0002"]],
  ["acct_b", "", ["Bearer token-b-0001=="]],
  ["acct_a", otherScheme, ["bearer token-a-0001", "BEARER token-a-0001"]],
  ["missingToken by AUTH-02", "", [undefined, ""]],
  ["missingToken by AUTH-03", "", ["Bearer", "Bearer "]],
  ["missingToken by AUTH-03", otherScheme, ["bearer "]],
  [otherScheme, "", ["Basic token-a-0001", "token-a-0001", "Bearertoken-a-0001", "Bearer:token-a-0001"]],
  [otherScheme, "", ["Bearer\ttoken-a-0001", " Bearer token-a-0001"]],
  ["refusedToken by AUTH-04", "", ["Bearer token-a-000", "Bearer token-a-00011", "Bearer TOKEN-A-0001"]],
  ["refusedToken by AUTH-04", "", ["Bearer  token-a-0001", "Bearer token-a-0001 ", "Bearer token-b-0001"]],
  ["refusedToken by AUTH-04", "", ["Bearer token-a-0001, Bearer token-b-0001==", "Bearer __proto__", "Bearer acct_a"]],
])("%s, or where the letter case counts %s: %j", (expected, exact, headers) => {
  for (const header of headers) {
    expect([answer(header), answer(header, "exact")], header).toStrictEqual([expected, exact || expected]);
  }
});

test("a token that ends in an hour is good until then", () => {
  const expired = "expiredToken by statuses.failure.expiredToken";
  const seen = [-1, 0, 1].map((after) => answer("Bearer token-a-0002", "any", hour + after));
  expect(seen).toStrictEqual(["acct_a", expired, expired]);
});

const unknown = "Bearer token-x-0001";
const realm = 'Bearer realm="organization"';

test.each([
  ["nothing sent", undefined, {}, realm],
  ["another scheme", "Basic token-a-0001", {}, realm],
  ["an unknown token", unknown, {}, `${realm}, error="invalid_token"`],
  ["an expired token", "Bearer token-a-0002", {}, `${realm}, error="invalid_token"`],
  ["an unknown token, no error wanted", unknown, { challengeError: false }, realm],
  ["an unknown token, a bare challenge", unknown, { challenge: "Bearer" }, 'Bearer error="invalid_token"'],
  ["an unknown token, another challenge", unknown, { challenge: "Token a=b" }, 'Token a=b, error="invalid_token"'],
  ["nothing sent, no challenge", undefined, { challenge: null }, undefined],
  ["an unknown token, no challenge", unknown, { challenge: null }, undefined],
])("the challenge of a refusal: %s", (_, header, auth, expected) => {
  const result = judge(header, auth, hour);
  expect(result instanceof Failure ? result.headers["www-authenticate"] : "accepted").toBe(expected);
});
