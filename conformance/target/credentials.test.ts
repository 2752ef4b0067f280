import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { alphabets } from "../../fixtures/dialect/identifier.ts";
import { carry, credentials, headerVariable, secretsOf } from "./credentials.ts";
import { createRedactor } from "../../fixtures/secrets/redactor.ts";
import { tokenVariables } from "./target.ts";

const token = fc.string({
  unit: fc.constantFrom(...Array.from(alphabets.base62), "-", "_", ".", "~", "+", "/", "="),
  minLength: 8,
});

describe("what a call carries", () => {
  test.each([
    ["first", "Bearer abc-123456"],
    ["empty", ""],
    ["no-token", "Bearer"],
    ["cut", "Bearer abc-12345"],
    ["extended", "Bearer abc-1234560rgk1tx7"],
    ["changed", "Bearer abc-193456"],
    ["other-scheme", "Basic abc-123456"],
    ["basic-user", `Basic ${btoa("abc-123456:")}`],
    ["basic-password", `Basic ${btoa(":abc-123456")}`],
    ["basic-named-password", `Basic ${btoa("orgkit:abc-123456")}`],
    ["no-scheme", "abc-123456"],
    ["other-case", "bearer abc-123456"],
  ] as const)("%s: %s", (kind, authorization) => {
    expect(carry({ first: "abc-123456", headers: {} }, kind, "seed").authorization).toBe(authorization);
  });

  test("nothing, or the token in the query and no header", () => {
    const secrets = { first: "abc-123456", headers: {} };
    expect(carry(secrets, "none", "seed")).toEqual({});
    expect(carry(secrets, "in-query", "seed")).toEqual({ query: { access_token: "abc-123456" } });
    expect(carry(secrets, "in-query-otherwise", "seed").query).toMatchObject({ token: "abc-123456" });
  });

  test("the same token never issued in every run, and another for another target", () => {
    const never = (seed: string): string | undefined =>
      carry({ first: "abc-123456", headers: {} }, "never-issued", seed).authorization;
    expect(never("a")).toBe(never("a"));
    expect(never("a")).not.toBe(never("b"));
    expect(never("a")).toMatch(/^Bearer [a-z]{3}-\d{6}$/);
  });
});

test("no kind of credentials but the good ones carries the good header, whatever the token", () => {
  fc.assert(
    fc.property(token, (first) => {
      const good = carry({ first, headers: {} }, "first", "seed").authorization;
      const others = credentials.filter((kind) => kind !== "first");
      for (const kind of others) expect(carry({ first, headers: {} }, kind, "seed").authorization).not.toBe(good);
    }),
  );
});

test("nothing that holds most of a token is left readable, whatever is sent", () => {
  fc.assert(
    fc.property(token, (first) => {
      const secrets = { first, headers: {} };
      const redactor = createRedactor(secretsOf(secrets, { tokenVariables }));
      for (const kind of credentials.filter((name) => name !== "never-issued")) {
        const { authorization = "", query = {} } = carry(secrets, kind, "seed");
        const shown = redactor.text(`${authorization} ${new URLSearchParams(query).toString()}`);
        expect(shown).not.toContain(first.slice(0, -1));
        expect(Buffer.from(shown.replace(/^Basic /, ""), "base64").toString()).not.toContain(first.slice(0, -1));
      }
    }),
  );
});

test("the value of a further header is a secret, also a short one", () => {
  const secrets = {
    first: "abc-123456",
    headers: { "x-api-key": "key-12345678", "x-tenant": "acme", accept: "text/x.acme" },
  };
  const redactor = createRedactor(secretsOf(secrets, { tokenVariables }));
  expect(headerVariable("x-api-key")).toBe("ORGKIT_HEADER_X_API_KEY");
  expect(redactor.text("key-12345678 of acme, acmes")).toBe(
    "$ORGKIT_HEADER_X_API_KEY of $ORGKIT_HEADER_X_TENANT, acmes",
  );
});
