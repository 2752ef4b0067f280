import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { anonymise, writeWorld } from "./anonymise.ts";
import type { JsonObject } from "../../fixtures/json.ts";
import { openTemporaryDirectory } from "../../fixtures/temporary-directory.fixture.ts";
import { loadWorld } from "../../fixtures/worlds/load.ts";
import { randomRecords, structure } from "./random-records.fixture.ts";
import { survivorsIn } from "./survivors.fixture.ts";
import { anonymised, repeated, textOf } from "./test-account.fixture.ts";

describe("no personal data remains", () => {
  test("in a world of records in any language and structure, or in the log", () => {
    fc.assert(
      fc.property(randomRecords(), fc.integer(), ({ records, personal }, seed) => {
        const { world, replaced } = anonymise({ records, seed });
        const written = writeWorld(world).replaceAll(/^#.*\n/gm, "");
        expect(survivorsIn(written, personal, structure)).toStrictEqual([]);
        expect(survivorsIn(replaced.map(({ path }) => path).join("\n"), personal, structure)).toStrictEqual([]);
      }),
      { numRuns: 40 },
    );
  });

  test("in a made-up name that is percent-encoded", () => {
    const users = repeated(40, (index) => ({
      name: `Ada Weber${"abcdefgh".charAt(index % 8)}`,
      link: "Ada%20A%C3%BCll",
    }));
    // `Müller` becomes "M%C3%BCller", which contains the source's "BCll".
    for (let seed = 0; seed < 20; seed += 1)
      expect(encodeURIComponent(JSON.stringify(anonymised({ users }, seed).users))).not.toMatch(/bcll/i);
  });

  test("and the test detects it if any does", () => {
    fc.assert(
      fc.property(randomRecords(), ({ records, personal }) => {
        expect(survivorsIn(JSON.stringify(records), personal, structure)).not.toStrictEqual([]);
      }),
      { numRuns: 25 },
    );
  });
});

describe("a person stays the same person", () => {
  const [ada, ian] = anonymised({
    users: [
      {
        id: 7,
        name: "Ada Kiss",
        first: "Ada",
        last: "Kiss",
        email: "ada.kiss@kiss-sons.com",
        login: "ada_kiss",
        note: "Dear Ada Kiss, write to ada.kiss@kiss-sons.com",
        website: "https://www.kiss-sons.com/ada",
      },
      { id: 8, name: "KISS, Ian", email: "i.kiss@kiss-sons.com", manager: "Ada Kiss", managerId: 7 },
    ],
  }).users;
  const [first, last] = [textOf(ada, "first"), textOf(ada, "last")];

  test("with the same name, in any letter case", () => {
    expect(ada).toMatchObject({ name: `${first} ${last}` });
    expect(ian?.["name"]).toMatch(new RegExp(`^${last.toUpperCase()}, `));
    expect(ian?.["manager"]).toBe(ada?.["name"]);
  });

  test("with addresses derived from the name", () => {
    const [given, family] = [first.toLowerCase(), last.toLowerCase()];
    expect(ada?.["email"]).toMatch(new RegExp(`^${given}\\.${family}@${family}-\\w+\\.test$`));
    expect(ada?.["login"]).toBe(`${given}_${family}`);
    expect(ian?.["email"]).toMatch(new RegExp(`^\\w\\.${family}@`));
  });

  test("in texts and links", () => {
    expect(ada?.["note"]).toMatch(new RegExp(`^\\w+ ${textOf(ada, "name")}, \\w+ \\w+ ${textOf(ada, "email")}$`));
    const [, host] = textOf(ada, "email").split("@");
    expect(ada?.["website"]).toBe(`https://www.${host ?? ""}/${first.toLowerCase()}`);
  });

  test("for references to the id", () => {
    expect(ada?.id).not.toBe(7);
    expect(ian?.["managerId"]).toBe(ada?.id);
  });
});

describe("a personal attribute", () => {
  test("is a random one of the existing values", () => {
    const users = repeated(60, (index) => ({ gender: index % 2 === 0 ? "female" : "male" }));
    const genders = anonymised({ users }).users.map(({ gender }) => gender);
    expect(new Set(genders)).toStrictEqual(new Set(["female", "male"]));
    expect(genders).not.toStrictEqual(users.map(({ gender }) => gender));
  });
});

describe("a personal number", () => {
  const numbers = { height: 1.83, ratio: 0.3, share: 0.95, age: 34, kids: 2, visits: 1e-7, year: 1985 };

  test("is replaced, with the same number of decimals", () => {
    for (let seed = 0; seed < 40; seed += 1) {
      const [user] = anonymised({ users: [{ id: 1, ...numbers }] }, seed).users;
      for (const [name, value] of Object.entries(numbers)) expect(user?.[name]).not.toBe(value);
      expect(textOf(user, "height")).toMatch(/^1\.\d\d?$/);
      expect(Number(user?.["ratio"])).toBeLessThanOrEqual(1);
      expect(Number(user?.["share"])).toBeLessThanOrEqual(1);
      expect(textOf(user, "visits")).toMatch(/^\de-7$/);
    }
  });

  test("stays if few values occur in many records, like an enumeration", () => {
    const users = repeated(40, (index) => ({ stars: index % 5, age: 20 + index }));
    const made = anonymised({ users }).users;
    expect(made.map(({ stars }) => stars)).toStrictEqual(users.map(({ stars }) => stars));
    expect(made.filter(({ age }, index) => age === users[index]?.["age"])).toStrictEqual([]);
  });

  test("is in the log if it stays in another record", () => {
    const records = { users: [], subscriptions: [{ id: 1, seats: 60 }], invoices: [] };
    const { world, replaced } = anonymise({ records, seed: 1 });
    expect(world.accounts[0]?.subscriptions).toMatchObject([{ seats: 60 }]);
    expect(replaced).toContainEqual({ path: "subscriptions.seats", treatment: "small" });
  });
});

describe("a world", () => {
  test("is the same for the same seed, and different for another", () => {
    const records = {
      users: repeated(9, (index) => ({
        name: `Eva Kiss ${index}`,
        born: "1980-01-02",
        paidAt: "2024-01-02T03:04:05Z",
      })),
    };
    expect(anonymised(records, 5)).toStrictEqual(anonymised(records, 5));
    expect(anonymised(records, 5)).not.toStrictEqual(anonymised(records, 6));
  });

  test("can be made from no records", () => {
    expect(anonymised({})).toMatchObject({ users: [], subscriptions: [], invoices: [], tokens: [{}] });
  });

  test.each<[string, readonly JsonObject[], (string | RegExp)[]]>([
    ["of another name", [{ _id: "a1" }, { user_id: "b22" }], [/^[a-z]\d$/, /^[a-z]\d\d$/]],
    ["that is neither a text nor a number", [{ id: null }, { id: { $oid: "1" } }], [/^user_\d{6}$/, /^user_\d{6}$/]],
    ["that came twice", [{ id: "u-1" }, { id: "u-1" }], [/^[a-z]-\d$/]],
  ])("has records with an id, although the source has one %s", (_, users, ids) => {
    const made = anonymised({ users }).users.map(({ id }) => String(id));
    expect(made).toHaveLength(ids.length);
    expect(made.filter((id, index) => !new RegExp(ids[index] ?? "").test(id))).toStrictEqual([]);
  });
});

test("common field names in nested objects stay, even if they are names of people; other names are replaced", () => {
  const items = [{ price: "price_1", unit_price: 5, quantity: 1, Sperling: 1 }];
  const users = [{ id: 1, name: "Katie Price", team: "Sperling", items }];
  const [user] = anonymised({ users }).users;
  expect(user?.["items"]).toMatchObject([
    { price: expect.not.stringContaining("price"), quantity: expect.any(Number) },
  ]);
  expect(JSON.stringify(user)).toContain("unit_price");
  expect(JSON.stringify(user)).not.toMatch(/sperling/i);
});

const directory = openTemporaryDirectory();

test.each(["demo", "edge", "empty"])("the world %s loads unchanged after writing", (name) => {
  const world = loadWorld(name, 1);
  const path = directory.write(`${name}.yaml`, writeWorld(world));
  expect(loadWorld(path, 1)).toStrictEqual(world);
});
