import { describe, expect, test } from "vitest";
import { loadWorld } from "../../fixtures/worlds/load.ts";
import { collections, worldSchema } from "../../fixtures/worlds/world.ts";
import { resolveTimestamp } from "../../fixtures/worlds/timestamps.ts";
import type { JsonObject } from "../../fixtures/json.ts";
import type { SourceRecords } from "./structure.ts";
import { anonymised, textOf } from "./test-account.fixture.ts";

describe("characteristics of the records are kept", () => {
  const [demo] = worldSchema.parse(
    JSON.parse(JSON.stringify(loadWorld("demo", 1)), (_, value) =>
      typeof value === "string" ? resolveTimestamp(value, Date.UTC(2026, 2, 1, 9, 30)) : value,
    ),
  ).accounts;
  const made = anonymised(demo ?? {});

  /** Whether a function gives the same result for a record before and after. */
  const expectSame = (collection: (typeof collections)[number], select: (record: JsonObject) => unknown): void => {
    expect(demo?.[collection]).not.toHaveLength(0);
    expect(made[collection].map(select)).toStrictEqual(demo?.[collection].map(select));
  };

  test.each([
    ["users", ["role", "status"]],
    ["subscriptions", ["status", "interval", "seats"]],
    ["invoices", ["status", "currency"]],
  ] as const)("enumerations and counts of %s", (collection, fields) => {
    expectSame(collection, (record) => fields.map((field) => record[field]));
  });

  test.each(collections)("the null fields of %s, and the types of the others", (collection) => {
    expectSame(collection, (record) => Object.entries(record).map(([name, value]) => [name, value && typeof value]));
  });

  test("the invoices of each subscription", () => {
    const places = ({ invoices, subscriptions }: Pick<SourceRecords, "invoices" | "subscriptions">) =>
      invoices.map(({ subscriptionId }) => subscriptions.findIndex(({ id }) => id === subscriptionId));
    expect(demo && places(demo)).toStrictEqual(places(made));
    expect(places(made)).not.toContain(-1);
  });

  test("the format of ids", () => {
    expect(made.users.filter(({ id }) => !/^usr_[a-z\d]{10}$/.test(String(id)))).toStrictEqual([]);
    expect(made.subscriptions.filter(({ id }) => !/^sub_[a-z\d]{8}$/.test(String(id)))).toStrictEqual([]);
  });

  test("the days between the dates of an invoice", () => {
    expectSame("invoices", (record) =>
      ["dueAt", "paidAt"].map(
        (field) => record[field] && Date.parse(textOf(record, field)) - Date.parse(textOf(record, "issuedAt")),
      ),
    );
  });

  test("the approximate length of names", () => {
    const far = made.users.filter((user, index) => {
      const before = textOf(demo?.users[index], "name").length;
      return Math.abs(textOf(user, "name").length - before) > Math.max(4, before * 0.3);
    });
    expect(far).toStrictEqual([]);
  });

  test.each([
    ["Latin", "Zoë Müller"],
    ["Cyrillic", "Иван Петров"],
    ["Greek", "Ελένη Παππά"],
    ["Arabic", "محمد المصري"],
    ["Hebrew", "יונתן כהן"],
    ["Devanagari", "राहुल शर्मा"],
    ["Thai", "สมชาย สุขใจ"],
    ["Han", "王小明"],
    ["Katakana", "サクラ"],
    ["Hiragana", "たろう"],
    ["Hangul", "김민준"],
    ["Georgian", "გიორგი ბერიძე"],
    ["Lao", "ກຂຄ ດຕຖທ"],
  ])("the script: %s", (script, name) => {
    const other = textOf(anonymised({ users: [{ id: 1, name }] }).users[0], "name");
    const words = other.split(" ");
    expect(words).toHaveLength(name.split(" ").length);
    expect(words.filter((word) => !new RegExp(`^\\p{scx=${script}}+$`, "u").test(word))).toStrictEqual([]);
    expect(Math.abs(other.length - name.length)).toBeLessThanOrEqual(name.includes(" ") ? 4 : 0);
    expect(other).not.toBe(name);
  });
});
