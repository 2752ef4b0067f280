import { createHmac } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { alphabets } from "../../fixtures/dialect/identifier.ts";
import { credentialKinds, credentials, type Credentials, headerVariable, listSecrets } from "./credentials.ts";
import { createRedactor } from "../../fixtures/secrets/redactor.ts";
import { tokenVariables } from "./target.ts";

const token = fc.string({
  unit: fc.constantFrom(...Array.from(alphabets.base62), "-", "_", ".", "~", "+", "/", "="),
  minLength: 8,
});

const given = (first: string, second?: string): Parameters<(typeof credentialKinds)["none"]["make"]>[0] => ({
  secrets: { first, ...(second === undefined ? {} : { second }) },
  target: { tokenVariables },
  seed: "seed",
  cookies: [],
});

function authorization(kind: Credentials, first = "abc-123456", second?: string): string | undefined {
  return credentialKinds[kind].make(given(first, second))?.headers?.["authorization"];
}

describe("the credentials of a request", () => {
  test("the cookies of an authorized response, if there were any", () => {
    expect(credentialKinds["session-cookies"].make(given("abc-123456"))).toBeUndefined();
    expect(credentialKinds["session-cookies"].make({ ...given("abc-123456"), cookies: [["sid", "s3cr3t"]] })).toEqual({
      headers: { cookie: "sid=s3cr3t" },
      shown: { cookie: "sid=(hidden)" },
    });
  });

  test("the same unknown token in every run, and another one for another target", () => {
    const never = (seed: string): string | undefined =>
      credentialKinds["never-issued"].make({ ...given("abc-123456"), seed })?.headers?.["authorization"];
    expect(never("a")).toBe(never("a"));
    expect(never("a")).not.toBe(never("b"));
  });
});

describe("tokens altered by their kind", () => {
  const jwt = (claims: unknown, signature: string, kid = "1"): string =>
    [{ alg: "HS256", kid }, claims].map((part) => btoa(JSON.stringify(part)).replace(/=+$/, "")).join(".") +
    `.${signature}`;
  const mine = jwt({ sub: "1" }, "bWluZS1taW5lLW1pbmU");
  const theirs = jwt({ sub: "2" }, "dGhlaXJzLXRoZWlycw", "2");
  const [, payload = ""] = mine.split(".");
  const partsOf = (kind: Credentials): readonly string[] =>
    (authorization(kind, mine, theirs) ?? "").slice(7).split(".");
  const claimsOf = (part = ""): unknown => JSON.parse(atob(part));

  test("a JSON Web Token: its claims, its header and its signature", () => {
    expect(claimsOf(partsOf("jwt-claims")[1])).toEqual({ sub: "1", orgkit: true });
    expect(claimsOf(partsOf("jwt-none")[0])).toEqual({ alg: "none", typ: "JWT" });
    expect(claimsOf(partsOf("jwt-header")[0])).toMatchObject({ kid: "2" });
    for (const kind of ["jwt-unsigned", "jwt-none"] as const) expect(partsOf(kind).slice(1)).toEqual([payload, ""]);
    expect(partsOf("crossed").slice(1)).toEqual([payload, "dGhlaXJzLXRoZWlycw"]);
    expect(partsOf("jwt-signature").slice(1)).toEqual([payload, "bWluZS1taw5lLW1pbmU"]);
  });

  test("a JSON Web Token is signed with an empty key, under its own key id, and under an unknown one", () => {
    const signatureOf = (signed: string, bits = 256): string =>
      createHmac(`sha${bits}`, "").update(signed).digest("base64url");
    const [header, claims, signature] = partsOf("jwt-empty-key");
    expect([header, claims, signature]).toEqual([mine.split(".")[0], payload, signatureOf(`${header}.${claims}`)]);
    const [other, same, signed] = partsOf("jwt-unknown-key");
    expect(claimsOf(other)).toEqual({ alg: "HS256", kid: "orgkit-unknown" });
    expect([same, signed]).toEqual([payload, signatureOf(`${other}.${payload}`)]);

    const withHeader = (value: object): string => `${btoa(JSON.stringify(value)).replace(/=+$/, "")}.${payload}.c2ln`;
    expect(authorization("jwt-unknown-key", withHeader({ alg: "HS512" }))).toBeUndefined();
    const long = (authorization("jwt-empty-key", withHeader({ alg: "HS512" })) ?? "").slice(7);
    expect(long.replace(/.*\./, "")).toBe(signatureOf(long.replace(/\.[^.]*$/, ""), 512));
    const [changed] = (authorization("jwt-empty-key", withHeader({ alg: "RS256", typ: "JWT" })) ?? "")
      .slice(7)
      .split(".");
    expect(claimsOf(changed)).toEqual({ alg: "HS256", typ: "JWT" });
  });

  test.each([
    ["abcd123A", "abcd123g"],
    ["q+Zr/8Yw3A==", "q+Zr/8Yw3g=="],
    ["abcd123_", "abcd123f"],
    ["abcd123~", "abcd123a"],
  ])("%s: its last character, so that base64 differs, too", (real, expected) => {
    expect(authorization("last-changed", real)).toBe(`Bearer ${expected}`);
  });

  test.each([
    ["the token as a whole", (text: string) => btoa(text)],
    ["a part of it, after a prefix", (text: string) => `v1_${btoa(text).replaceAll("=", "")}.kx8sJw2b_3a`],
  ])("a base64 object has one more member: %s", (_, tokenOf) => {
    const sent = authorization("jwt-claims", tokenOf('{"account":7}'));
    expect(sent).toBe(`Bearer ${tokenOf('{"account":7,"orgkit":true}')}`);
    expect(authorization("jwt-claims", "v1_eyJub3QganNvbg.kx8sJw2b_3a")).toBeUndefined();
  });

  test("other tokens are not altered like a JSON Web Token, and those without letters not in their case", () => {
    expect(authorization("jwt-claims", "not.a.jwt")).toBeUndefined();
    expect(authorization("other-case-token", "8402759136604817")).toBeUndefined();
    expect(authorization("other-case-token", "ABC-123456")).toBe("Bearer abc-123456");
    expect(authorization("other-case-token", mine)).toBeUndefined();
  });

  test("halves of both tokens, unless the result is one of them", () => {
    expect(authorization("crossed", "abcd1234", "efgh5678")).toBe("Bearer abcd5678");
    expect(authorization("crossed", "same-0001", "same-0002")).toBeUndefined();
    expect(authorization("crossed", "abcd1234")).toBeUndefined();
  });
});

test("only the valid kind of credentials has a valid header, whatever the tokens", () => {
  fc.assert(
    fc.property(token, token, (first, second) => {
      const good = [first, second].map((one) => `Bearer ${one}`);
      const others = credentials.filter((kind) => kind !== "first" && kind !== "second");
      for (const kind of others) expect(good).not.toContain(authorization(kind, first, second));
    }),
  );
});

test("most of a token is never readable, whatever is sent", () => {
  fc.assert(
    fc.property(token, token, (first, second) => {
      const redactor = createRedactor(listSecrets({ first, second, headers: {} }, { tokenVariables }));
      for (const kind of credentials.filter((name) => name !== "never-issued")) {
        const { headers = {}, shown, query = {}, body = {} } = credentialKinds[kind].make(given(first, second)) ?? {};
        const { authorization: sent = "", ...others } = { ...headers, ...shown };
        const texts = [
          ...Object.values({ ...redactor.headers(others), ...body }),
          new URLSearchParams(query).toString(),
        ];
        const seen = redactor.text([sent, headers["authorization"] ?? "", ...texts].join(" "));
        const decoded = Buffer.from(seen.replace(/^Basic /, ""), "base64").toString();
        for (const part of [first.slice(0, -1), first.slice(0, first.length / 2), first.slice(-first.length / 2)]) {
          if (part.length > 6) expect(`${seen} ${decoded}`).not.toContain(part);
        }
      }
    }),
    { numRuns: 30 },
  );
});

test("the value of an additional header is a secret, even a short one", () => {
  const secrets = {
    first: "abc-123456",
    headers: { "x-api-key": "key-12345678", "x-tenant": "acme", accept: "text/x.acme" },
  };
  const redactor = createRedactor(listSecrets(secrets, { tokenVariables }));
  expect(headerVariable("x-api-key")).toBe("ORGKIT_HEADER_X_API_KEY");
  expect(redactor.text("key-12345678 of acme, acmes")).toBe(
    "$ORGKIT_HEADER_X_API_KEY of $ORGKIT_HEADER_X_TENANT, acmes",
  );
});
