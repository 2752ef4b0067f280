import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fitsIdentifier, type Identifier } from "../../fixtures/dialect/identifier.ts";
import { capacity, createIdIssuer, translateIds } from "./identifiers.ts";

const seeds = fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 });
const alphabetNames = fc.constantFrom("digits", "hex", "base36", "base62");
const formats: fc.Arbitrary<Identifier> = fc.oneof(
  fc.record({ kind: fc.constant("any") }),
  fc.record({ kind: fc.constant("integer") }),
  fc.record({ kind: fc.constant("uuid") }),
  fc.record({
    kind: fc.constant("prefixed"),
    prefix: fc.constantFrom("", "usr_", "a.b-"),
    alphabet: alphabetNames,
    length: fc.integer({ min: 2, max: 12 }),
  }),
);
const digit: Identifier = { kind: "prefixed", prefix: "n", alphabet: "digits", length: 1 };

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
  test("issues ids that fit the format and are all different", () => {
    fc.assert(
      fc.property(formats, seeds, (format, seed) => {
        const ids = issueMany(format, seed, 40).map(String);
        expect(ids.filter((id) => !fitsIdentifier(format, id))).toStrictEqual([]);
        expect(new Set(ids).size).toBe(40);
      }),
    );
  });

  test("issues the same ids for the same seed", () => {
    fc.assert(
      fc.property(formats, seeds, (format, seed) => {
        expect(issueMany(format, seed, 5)).toStrictEqual(issueMany(format, seed, 5));
      }),
    );
  });

  test("issues other ids for another seed", () => {
    const format: Identifier = { kind: "uuid" };
    expect(issueMany(format, 1, 3)).not.toStrictEqual(issueMany(format, 2, 3));
  });

  test.each([
    [{ kind: "uuid" }, "e01da5e3-2c01-4f9f-9e8d-92f1e4a94969"],
    [{ kind: "prefixed", prefix: "usr_", alphabet: "base36", length: 10 }, "usr_i0lxutmzy4"],
  ] as const)("of seed 1 issues first in %j: %s", (format, id) => {
    expect(issueMany(format, 1, 1)).toStrictEqual([id]);
  });

  test("counts integers up from the first that is free", () => {
    const issuer = createIdIssuer(1);
    expect(issuer.issue({ kind: "integer" }, (id) => ["5", "6", "8"].includes(id), 5)).toBe(7);
  });

  test("issues every id of a small format, then none", () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const ids = issueMany(digit, seed, 10).map(String);
        expect(ids.toSorted()).toStrictEqual(["n0", "n1", "n2", "n3", "n4", "n5", "n6", "n7", "n8", "n9"]);
        expect(createIdIssuer(seed).issue(digit, (id) => ids.includes(id), 1)).toBeUndefined();
      }),
    );
  });
});

describe("capacity", () => {
  test.each<readonly [Identifier, number]>([
    [{ kind: "any" }, Number.POSITIVE_INFINITY],
    [{ kind: "uuid" }, Number.POSITIVE_INFINITY],
    [{ kind: "integer" }, Number.POSITIVE_INFINITY],
    [digit, 10],
    [{ kind: "prefixed", prefix: "", alphabet: "hex", length: 3 }, 4096],
    [{ kind: "prefixed", prefix: "x", alphabet: "base62", length: 2 }, 3844],
  ])("of %j is %d", (format, count) => {
    expect(capacity(format)).toBe(count);
  });
});

describe("translateIds", () => {
  const ids = fc.uniqueArray(
    fc.oneof(
      fc.integer({ min: 0, max: 50 }),
      fc.stringMatching(/^usr_[0-9a-f]{2}$/),
      fc.uuid(),
      fc.string({ minLength: 1, maxLength: 4 }),
    ),
    { selector: String, maxLength: 40 },
  );

  test("gives each id one that fits, all different, and keeps those that fit", () => {
    fc.assert(
      fc.property(formats, ids, (format, given) => {
        const translated = translateIds(format, given);
        const texts = given.map((id) => String(translated.get(id)));
        expect(texts.filter((text) => !fitsIdentifier(format, text))).toStrictEqual([]);
        expect(new Set(texts).size).toBe(given.length);
        expect(texts.filter((_, index) => fitsIdentifier(format, String(given[index])))).toStrictEqual(
          given.map(String).filter((text) => fitsIdentifier(format, text)),
        );
      }),
    );
  });

  test("is the same in every run, and for an id whatever stands beside it", () => {
    const format: Identifier = { kind: "uuid" };
    const alone = translateIds(format, ["sub_k9p34y6n"]).get("sub_k9p34y6n");
    expect(alone).toBe("337d7eca-af4d-43ce-98ce-45b04cb91db1");
    expect(translateIds(format, ["sub_other", "sub_k9p34y6n", 7]).get("sub_k9p34y6n")).toBe(alone);
  });

  test("turns a text of digits into a number where ids are numbers", () => {
    expect([...translateIds({ kind: "integer" }, ["7", 8, "sub_1"])]).toStrictEqual([
      ["7", 7],
      [8, 8],
      ["sub_1", 1001],
    ]);
  });

  test("fills a small format to the last id", () => {
    const given = ["n3", "a", "b", "c", "d", "e", "f", "g", "h", "i"];
    expect([...translateIds(digit, given).values()].map(String).toSorted()).toStrictEqual(
      Array.from({ length: 10 }, (_, index) => `n${index}`),
    );
  });
});
