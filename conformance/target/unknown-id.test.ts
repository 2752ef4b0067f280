import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { targetSchema } from "./target.ts";
import { unknownId } from "./unknown-id.ts";

function unknown(known: string): string {
  const target = targetSchema.parse({
    baseUrl: "https://t.example",
    allowWrites: false,
    ids: { subscription: [known], user: ["u-1"] },
  });
  return unknownId(target, "getSubscription");
}

describe("an unknown id", () => {
  test.each([
    ["sub_k9p34y6n", /^sub_[a-z]\d[a-z]\d\d[a-z]\d[a-z]$/],
    ["1d6f2a64-5717-4562-b3fc-2c963f66afa6", /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-b[0-9a-f]{3}-[0-9a-f]{12}$/],
    ["42", /^9\d{8}$/],
    ["s-1", /^s-\d-unknown-7f3a$/],
  ])("has the form of the known one: %s", (known, form) => {
    expect(unknown(known)).toMatch(form);
    expect(unknown(known)).toBe(unknown(known));
  });

  test("is never the known one", () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), (known) => {
        expect(unknown(known)).not.toBe(known);
      }),
    );
  });
});
