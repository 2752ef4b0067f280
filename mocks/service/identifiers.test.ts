import { mapNames } from "../../fixtures/values/json.ts";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Identifier } from "../../fixtures/dialect/identifier-schema.ts";
import { fitsIdentifier } from "../../fixtures/dialect/identifier.ts";
import { dialectSchema } from "../../fixtures/dialect/dialect.ts";
import { worldSchema } from "../../fixtures/worlds/world.ts";
import { openTestCaller, testTimestamp } from "../simulation/caller.fixture.ts";
import { collections } from "../../fixtures/contract/record-kinds.ts";
import { renderWorld } from "./accounts.ts";
import { IdIssuer, translateIds } from "./identifiers.ts";

const formats: fc.Arbitrary<Identifier> = fc.oneof(
  fc.record({ kind: fc.constantFrom("any", "integer", "digits", "uuid") }),
  fc.record({
    kind: fc.constant("prefixed"),
    prefix: fc.constantFrom("", "a.b-"),
    alphabet: fc.constantFrom("digits", "hex", "base36", "base62"),
    length: fc.integer({ min: 2, max: 12 }),
  }),
);
const digit: Identifier = { kind: "prefixed", prefix: "n", alphabet: "digits", length: 1 };

function issueMany(format: Identifier, seed: number, count: number): readonly string[] {
  const issuer = new IdIssuer(seed);
  const usedIds = new Set<string>();
  return Array.from({ length: count }, () => {
    const id = String(issuer.issue(format, (candidate) => usedIds.has(candidate), 1));
    usedIds.add(id);
    return id;
  });
}

test("issued ids are unique and in the format, the same for the same seed", () => {
  fc.assert(
    fc.property(formats, fc.integer(), (format, seed) => {
      const ids = issueMany(format, seed, 40);
      expect(ids.filter((id) => !fitsIdentifier(format, id))).toStrictEqual([]);
      expect(new Set(ids).size).toBe(40);
      expect(issueMany(format, seed, 5)).toStrictEqual(ids.slice(0, 5));
    }),
  );
});

test("translated ids are unique and in the format, and valid ones are kept", () => {
  const anyId = fc.oneof(fc.integer({ min: 0, max: 50 }), fc.uuid(), fc.string({ minLength: 1, maxLength: 4 }));
  fc.assert(
    fc.property(formats, fc.uniqueArray(anyId, { selector: String, maxLength: 40 }), (format, originals) => {
      const ids = translateIds(format, originals);
      const newIds = originals.map((id) => String(ids.get(id)));
      expect(newIds.filter((id) => !fitsIdentifier(format, id))).toStrictEqual([]);
      expect(new Set(newIds).size).toBe(originals.length);
      const kept = originals.map((id, index) => (fitsIdentifier(format, String(id)) ? String(id) : newIds[index]));
      expect(newIds).toStrictEqual(kept);
    }),
  );
});

test("of a small format, every id is issued, then none", () => {
  const all = Array.from({ length: 10 }, (_, index) => `n${index}`);
  expect(issueMany(digit, 1, 11).toSorted()).toStrictEqual([...all, "undefined"]);
  const originals = ["n3", ...Array.from("abcdefghi")];
  expect([...translateIds(digit, originals).values()].map(String).toSorted()).toStrictEqual(all);
});

const worldOf = (...accounts: readonly object[]) => worldSchema.parse({ name: "small", accounts });

test.each([
  ["any", "sub_1"],
  ["integer", 1001],
])("with ids of the kind %s, a subscription has the id %s everywhere, and timestamps are resolved", (kind, id) => {
  const expiresAt = "{{now + 90 minutes}}";
  const world = worldOf(
    {
      id: "a",
      name: "A",
      tokens: ["token-a-0001", { token: "token-a-0002", expiresAt }],
      users: [
        { id: "usr_1", at: "{{now - 2 days}}", note: "since {{now}}", nested: { at: "{{now}}" } },
        { id: 2, subscription_id: "sub_1" },
      ],
      subscriptions: [{ id: "sub_1", plan: "sub_1" }, { id: 44 }],
      invoices: [
        { id: "sub_1", subscriptionId: "sub_1", due: "{{today + 1 week}}" },
        { id: "inv_3", subscriptionId: "sub_gone" },
      ],
    },
    { id: "b", name: "B", tokens: ["token-b-0001"], subscriptions: [{ id: "sub_1" }] },
  );
  const dialect = dialectSchema.parse({ subscriptionId: { format: { kind } } });
  const accounts = renderWorld(world, dialect, testTimestamp).map((account) => ({
    ...account,
    ...mapNames(collections, (name) => account[name].all()),
  }));
  expect(accounts).toMatchObject([
    {
      tokens: [{ token: "token-a-0001" }, { token: "token-a-0002", expiresAt: testTimestamp + 5_400_000 }],
      users: [
        { id: "usr_1", at: "2026-02-27T12:30:00.000Z", note: "since {{now}}", nested: { at: "{{now}}" } },
        { id: 2, subscription_id: id },
      ],
      subscriptions: [{ id, plan: "sub_1" }, { id: 44 }],
      invoices: [
        { id: "sub_1", subscriptionId: id, due: "2026-03-08" },
        { id: "inv_3", subscriptionId: "sub_gone" },
      ],
    },
    { subscriptions: [{ id }] },
  ]);
});

test("a format with ten ids for eleven subscriptions is reported as a mistake of the user", async () => {
  const subscriptions = Array.from({ length: 11 }, (_, id) => ({ id }));
  const world = worldOf({ id: "a", name: "A", tokens: ["token-a-0001"], subscriptions });
  await expect(openTestCaller({ world, dialect: { subscriptionId: { format: digit } } })).rejects.toThrow(
    "subscriptionId.format: allows 10 ids, the world has 11 subscriptions",
  );
});
