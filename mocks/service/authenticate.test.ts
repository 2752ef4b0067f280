import { describe, expect, test } from "vitest";
import { dialectSchema } from "../../fixtures/dialect/dialect.ts";
import { worldSchema } from "../../fixtures/worlds/world.ts";
import { openAccounts, renderWorld } from "./accounts.ts";
import { authenticate, tokenHolders } from "./authenticate.ts";
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

function answer(header: string | undefined, auth: Readonly<Record<string, unknown>> = {}, now = testMoment): string {
  const result = authenticate(header, holders, dialectSchema.parse({ auth }).auth, now);
  return result instanceof Failure ? `${result.kind} by ${result.rule}` : result.account.id;
}

function challenge(header: string | undefined, auth: Readonly<Record<string, unknown>> = {}): string | undefined {
  const result = authenticate(header, holders, dialectSchema.parse({ auth }).auth, testMoment + hour);
  return result instanceof Failure ? result.headers["www-authenticate"] : "accepted";
}

describe("authenticate", () => {
  test.each([
    ["Bearer token-a-0001", "acct_a", "acct_a"],
    ["Bearer token-a-0002", "acct_a", "acct_a"],
    ["Bearer token-b-0001==", "acct_b", "acct_b"],
    ["bearer token-a-0001", "acct_a", "missingToken by AUTH-06"],
    ["BEARER token-a-0001", "acct_a", "missingToken by AUTH-06"],
    [undefined, "missingToken by AUTH-02", "missingToken by AUTH-02"],
    ["", "missingToken by AUTH-02", "missingToken by AUTH-02"],
    ["Bearer", "missingToken by AUTH-03", "missingToken by AUTH-03"],
    ["Bearer ", "missingToken by AUTH-03", "missingToken by AUTH-03"],
    ["bearer ", "missingToken by AUTH-03", "missingToken by AUTH-06"],
    ["Basic token-a-0001", "missingToken by AUTH-06", "missingToken by AUTH-06"],
    ["Token token-a-0001", "missingToken by AUTH-06", "missingToken by AUTH-06"],
    ["token-a-0001", "missingToken by AUTH-06", "missingToken by AUTH-06"],
    ["Bearertoken-a-0001", "missingToken by AUTH-06", "missingToken by AUTH-06"],
    ["Bearer:token-a-0001", "missingToken by AUTH-06", "missingToken by AUTH-06"],
    ["Bearer\ttoken-a-0001", "missingToken by AUTH-06", "missingToken by AUTH-06"],
    [" Bearer token-a-0001", "missingToken by AUTH-06", "missingToken by AUTH-06"],
    ["Bearer token-a-000", "refusedToken by AUTH-04", "refusedToken by AUTH-04"],
    ["Bearer token-a-00011", "refusedToken by AUTH-04", "refusedToken by AUTH-04"],
    ["Bearer token-a-0003", "refusedToken by AUTH-04", "refusedToken by AUTH-04"],
    ["Bearer TOKEN-A-0001", "refusedToken by AUTH-04", "refusedToken by AUTH-04"],
    ["Bearer token-b-0001", "refusedToken by AUTH-04", "refusedToken by AUTH-04"],
    ["Bearer  token-a-0001", "refusedToken by AUTH-04", "refusedToken by AUTH-04"],
    ["Bearer token-a-0001 ", "refusedToken by AUTH-04", "refusedToken by AUTH-04"],
    ["Bearer token-a-0001, Bearer token-b-0001==", "refusedToken by AUTH-04", "refusedToken by AUTH-04"],
    ["Bearer acct_a", "refusedToken by AUTH-04", "refusedToken by AUTH-04"],
    ["Bearer __proto__", "refusedToken by AUTH-04", "refusedToken by AUTH-04"],
  ])("%j: in any letter case %s, in the exact one %s", (header, any, exact) => {
    expect(answer(header, { schemeCase: "any" })).toBe(any);
    expect(answer(header, { schemeCase: "exact" })).toBe(exact);
  });

  test.each([
    [hour - 1, "acct_a"],
    [hour, "expiredToken by statuses.failure.expiredToken"],
    [hour + 1, "expiredToken by statuses.failure.expiredToken"],
  ])("a token that ends in an hour, after %d ms: %s", (after, expected) => {
    expect(answer("Bearer token-a-0002", {}, testMoment + after)).toBe(expected);
  });
});

describe("the challenge of a refusal", () => {
  const missing = undefined;
  const refused = "Bearer token-x-0001";
  const expired = "Bearer token-a-0002";

  test.each([
    ["nothing sent", missing, {}, 'Bearer realm="organization"'],
    ["another scheme", "Basic token-a-0001", {}, 'Bearer realm="organization"'],
    ["an unknown token", refused, {}, 'Bearer realm="organization", error="invalid_token"'],
    ["an expired token", expired, {}, 'Bearer realm="organization", error="invalid_token"'],
    ["an unknown token, no error wanted", refused, { challengeError: false }, 'Bearer realm="organization"'],
    ["an unknown token, a bare challenge", refused, { challenge: "Bearer" }, 'Bearer error="invalid_token"'],
    ["an unknown token, another challenge", refused, { challenge: "Token a=b" }, 'Token a=b, error="invalid_token"'],
    ["nothing sent, no challenge", missing, { challenge: null }, undefined],
    ["an unknown token, no challenge", refused, { challenge: null }, undefined],
  ])("%s", (_, header, auth, expected) => {
    expect(challenge(header, auth)).toBe(expected);
  });
});

describe("tokenHolders", () => {
  test("knows every token of every account", () => {
    expect([...holders].map(([token, { account }]) => `${token} ${account.id}`)).toStrictEqual([
      "token-a-0001 acct_a",
      "token-a-0002 acct_a",
      "token-b-0001== acct_b",
    ]);
  });
});
