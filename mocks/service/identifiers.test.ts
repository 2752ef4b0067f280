import fc from "fast-check";
import { expect, test } from "vitest";
import type { Identifier } from "../../fixtures/dialect/identifier-schema.ts";
import { fitsIdentifier } from "../../fixtures/dialect/identifier.ts";
import { dialectSchema } from "../../fixtures/dialect/dialect.ts";
import { worldSchema } from "../../fixtures/worlds/world.ts";
import { openTestCaller, testTimestamp } from "../simulation/caller.fixture.ts";
import { renderWorld } from "./accounts.ts";
import { IdIssuer, translateIds } from "./identifiers.ts";

const formats: fc.Arbitrary<Identifier> = fc.oneof(
  fc.record({ kind: fc.constantFrom("any", "integer", "digits", "uuid") }),
  fc.record({
    kind: fc.constant("prefixed"),
    prefix: fc.constantFrom("", "usr_", "a.b-"),
    alphabet: fc.constantFrom("digits", "hex", "base36", "base62"),
    length: fc.integer({ min: 2, max: 12 }),
  }),
);
const digit: Identifier = { kind: "prefixed", prefix: "n", alphabet: "digits", length: 1 };

function issueMany(format: Identifier, seed: number, count: number): readonly unknown[] {
  const issuer = new IdIssuer(seed);
  const taken = new Set<string>();
  return Array.from({ length: count }, () => {
    const id = issuer.issue(format, (candidate) => taken.has(candidate), 1);
    taken.add(String(id));
    return id;
  });
}

test("issued ids are unique and in the format, the same for the same seed", () => {
  fc.assert(
    fc.property(formats, fc.integer(), (format, seed) => {
      const ids = issueMany(format, seed, 40);
      expect(ids.filter((id) => !fitsIdentifier(format, String(id)))).toStrictEqual([]);
      expect(new Set(ids.map(String)).size).toBe(40);
      expect(issueMany(format, seed, 5)).toStrictEqual(ids.slice(0, 5));
    }),
  );
});

test("of a small format, every id is issued, then none", () => {
  const all = Array.from({ length: 10 }, (_, index) => `n${index}`);
  fc.assert(
    fc.property(fc.integer(), (seed) => {
      expect(issueMany(digit, seed, 11).map(String).toSorted()).toStrictEqual([...all, "undefined"]);
    }),
  );
  const given = ["n3", "a", "b", "c", "d", "e", "f", "g", "h", "i"];
  expect([...translateIds(digit, given).values()].map(String).toSorted()).toStrictEqual(all);
});

test("translated ids are unique and in the format, and valid ones are kept", () => {
  const anyId = fc.oneof(fc.integer({ min: 0, max: 50 }), fc.uuid(), fc.string({ minLength: 1, maxLength: 4 }));
  fc.assert(
    fc.property(formats, fc.uniqueArray(anyId, { selector: String, maxLength: 40 }), (format, given) => {
      const translated = translateIds(format, given);
      const pairs = given.map((id) => [String(id), String(translated.get(id))] as const);
      expect(pairs.filter(([, next]) => !fitsIdentifier(format, next))).toStrictEqual([]);
      expect(new Set(pairs.map(([, next]) => next)).size).toBe(given.length);
      expect(pairs.filter(([id, next]) => fitsIdentifier(format, id) && id !== next)).toStrictEqual([]);
    }),
  );
});

const world = worldSchema.parse({
  name: "small",
  accounts: [
    {
      id: "acct_a",
      name: "A",
      tokens: ["token-a-0001", { token: "token-a-0002", expiresAt: "{{now + 90 minutes}}" }],
      users: [
        { id: "usr_1", joined: "{{now - 2 days}}", note: "since {{now}}", nested: { at: "{{now}}" }, age: 7 },
        { id: 2, subscription_id: "sub_1" },
      ],
      subscriptions: [{ id: "sub_1", plan: "sub_1" }, { id: 44 }],
      invoices: [
        { id: "sub_1", subscriptionId: "sub_1", due: "{{today + 1 week}}" },
        { id: "inv_2", subscriptionId: 44 },
        { id: "inv_3", subscriptionId: "sub_gone" },
      ],
    },
    { id: "acct_b", name: "B", tokens: ["token-b-0001"], subscriptions: [{ id: "sub_1" }] },
  ],
});

test.each([
  ["ids that fit the format are kept", { kind: "any" }, "sub_1"],
  ["a subscription gets the same new id everywhere, and nothing else changes", { kind: "integer" }, 1001],
])("timestamps are resolved if they are the whole value of a field, and %s", (_, format, id) => {
  const [first, second] = renderWorld(world, dialectSchema.parse({ subscriptionId: { format } }), testTimestamp);
  expect(first).toStrictEqual({
    id: "acct_a",
    name: "A",
    tokens: [{ token: "token-a-0001" }, { token: "token-a-0002", expiresAt: testTimestamp + 5_400_000 }],
    users: [
      { id: "usr_1", joined: "2026-02-27T12:30:00.000Z", note: "since {{now}}", nested: { at: "{{now}}" }, age: 7 },
      { id: 2, subscription_id: id },
    ],
    subscriptions: [{ id, plan: "sub_1" }, { id: 44 }],
    invoices: [
      { id: "sub_1", subscriptionId: id, due: "2026-03-08" },
      { id: "inv_2", subscriptionId: 44 },
      { id: "inv_3", subscriptionId: "sub_gone" },
    ],
  });
  expect(second?.subscriptions).toStrictEqual([{ id }]);
});

test("a format with ten ids for eleven subscriptions is reported as a mistake of the user", async () => {
  const subscriptions = Array.from({ length: 11 }, (_, index) => ({ id: `sub_${index}` }));
  const accounts = [{ id: "a", name: "A", tokens: ["token-a-0001"], subscriptions }];
  const dialect = { subscriptionId: { format: digit } };
  const starting = openTestCaller({ world: worldSchema.parse({ name: "crowd", accounts }), dialect });
  await expect(starting).rejects.toThrow("subscriptionId.format: allows 10 ids, the world has 11 subscriptions");
});
