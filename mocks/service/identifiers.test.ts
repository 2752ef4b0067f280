import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fitsIdentifier } from "../../fixtures/dialect/identifier.ts";
import { capacity, createIdIssuer, translateIds } from "./identifiers.ts";
import type { Identifier } from "../../fixtures/dialect/identifier-schema.ts";

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
const allDigits = Array.from({ length: 10 }, (_, index) => `n${index}`);

function issueMany(format: Identifier, seed: number, count: number): readonly unknown[] {
  const issuer = createIdIssuer(seed);
  const taken = new Set<string>();
  return Array.from({ length: count }, () => {
    const id = issuer.issue(format, (candidate) => taken.has(candidate), 1);
    taken.add(String(id));
    return id;
  });
}

describe("createIdIssuer", () => {
  test("issues unique ids in the format, the same for the same seed", () => {
    fc.assert(
      fc.property(formats, fc.integer(), (format, seed) => {
        const ids = issueMany(format, seed, 40);
        expect(ids.filter((id) => !fitsIdentifier(format, String(id)))).toStrictEqual([]);
        expect(new Set(ids.map(String)).size).toBe(40);
        expect(issueMany(format, seed, 5)).toStrictEqual(ids.slice(0, 5));
      }),
    );
  });

  test.each([
    [1, { kind: "uuid" }, "e01da5e3-2c01-4f9f-9e8d-92f1e4a94969"],
    [1, { kind: "prefixed", prefix: "usr_", alphabet: "base36", length: 10 }, "usr_i0lxutmzy4"],
  ] as const)("of seed %d issues first in %j: %s", (seed, format, id) => {
    expect(issueMany(format, seed, 1)).toEqual([id]);
  });

  test("issues every id of a small format, then none", () => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        expect(issueMany(digit, seed, 11).map(String).toSorted()).toStrictEqual([...allDigits, "undefined"]);
      }),
    );
  });
});

test.each<readonly [Identifier, number]>([
  [{ kind: "any" }, Number.POSITIVE_INFINITY],
  [{ kind: "integer" }, Number.POSITIVE_INFINITY],
  [digit, 10],
  [{ kind: "prefixed", prefix: "x", alphabet: "base62", length: 2 }, 3844],
])("the capacity of %j is %d", (format, count) => {
  expect(capacity(format)).toBe(count);
});

describe("translateIds", () => {
  const anyId = fc.oneof(
    fc.integer({ min: 0, max: 50 }),
    fc.stringMatching(/^usr_[0-9a-f]{2}$/),
    fc.uuid(),
    fc.string({ minLength: 1, maxLength: 4 }),
  );

  test("gives each id a unique one in the format, and keeps valid ones", () => {
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

  test("is the same in every run, and for an id independent of the others", () => {
    for (const ids of [["sub_k9p34y6n"], ["sub_other", "sub_k9p34y6n", 7]]) {
      expect(translateIds({ kind: "uuid" }, ids).get("sub_k9p34y6n")).toBe("337d7eca-af4d-43ce-98ce-45b04cb91db1");
    }
  });

  test("turns a text of digits into a number if ids are numbers", () => {
    expect(Object.fromEntries(translateIds({ kind: "integer" }, ["7", 8, "sub_1"]))).toStrictEqual({
      "7": 7,
      "8": 8,
      sub_1: 1001,
    });
  });

  test("uses all ids of a small format", () => {
    const given = ["n3", "a", "b", "c", "d", "e", "f", "g", "h", "i"];
    expect([...translateIds(digit, given).values()].map(String).toSorted()).toStrictEqual(allDigits);
  });
});
