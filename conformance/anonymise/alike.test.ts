import { describe, expect, test } from "vitest";
import { loadWorld } from "../../fixtures/worlds/load.ts";
import { resolveMoment } from "../../fixtures/worlds/moments.ts";
import type { JsonObject, SourceRecords } from "./records.ts";
import { anonymised, textOf } from "./test-account.fixture.ts";

describe("what the records are like is kept", () => {
  const demo = demoRecords();
  const made = anonymised(demo);
  const column = (records: readonly JsonObject[], field: string) => records.map((record) => record[field] ?? null);

  test.each([
    ["users", "role"],
    ["users", "status"],
    ["subscriptions", "status"],
    ["subscriptions", "interval"],
    ["subscriptions", "seats"],
    ["invoices", "status"],
    ["invoices", "currency"],
  ] as const)("the enumeration or the count %s.%s", (collection, field) => {
    expect(column(made[collection], field)).toStrictEqual(column(demo[collection], field));
  });

  test.each([
    ["users", "lastSeenAt"],
    ["subscriptions", "cancelAt"],
    ["invoices", "paidAt"],
  ] as const)("which are null: %s.%s", (collection, field) => {
    const nulls = (records: readonly JsonObject[]) => column(records, field).map((value) => value === null);
    expect(nulls(made[collection])).toStrictEqual(nulls(demo[collection]));
    expect(nulls(made[collection])).toContain(true);
  });

  test("which invoices are of one subscription, which there is", () => {
    const places = (records: readonly JsonObject[], subscriptions: readonly JsonObject[]) =>
      column(records, "subscriptionId").map((id) => column(subscriptions, "id").indexOf(id));
    expect(places(made.invoices, made.subscriptions)).toStrictEqual(places(demo.invoices, demo.subscriptions));
    expect(places(made.invoices, made.subscriptions)).not.toContain(-1);
  });

  test("the format of ids", () => {
    expect(made.users.filter(({ id }) => !/^usr_[a-z\d]{10}$/.test(String(id)))).toStrictEqual([]);
    expect(made.subscriptions.filter(({ id }) => !/^sub_[a-z\d]{8}$/.test(String(id)))).toStrictEqual([]);
  });

  test("the order of the dates of a record, and the days between the dates of an invoice", () => {
    const order = (record: JsonObject): readonly string[] =>
      ["issuedAt", "dueAt", "paidAt"]
        .filter((field) => record[field] !== null)
        .toSorted((one, other) => (textOf(record, one) < textOf(record, other) ? -1 : 1));
    expect(made.invoices.map(order)).toStrictEqual(demo.invoices.map(order));
    const days = (invoice: JsonObject): number =>
      Date.parse(textOf(invoice, "dueAt")) - Date.parse(textOf(invoice, "issuedAt"));
    expect(made.invoices.map(days)).toStrictEqual(demo.invoices.map(days));
  });

  test("about how long names are", () => {
    const far = made.users.filter((user, index) => {
      const before = textOf(demo.users[index], "name").length;
      return Math.abs(textOf(user, "name").length - before) > Math.max(4, before * 0.3);
    });
    expect(far).toStrictEqual([]);
  });

  test("about how much is due", () => {
    for (const [index, { amountDue }] of made.invoices.entries()) {
      const part = Number(amountDue) / Number(demo.invoices[index]?.["amountDue"]);
      expect(part).toBeGreaterThanOrEqual(0.8);
      expect(part).toBeLessThanOrEqual(1.2);
      expect(part).not.toBe(1);
    }
  });

  test.each([
    ["Latin", "Zoë Müller", /^\p{sc=Latin}+ \p{sc=Latin}+$/u],
    ["Cyrillic", "Иван Петров", /^\p{sc=Cyrillic}+ \p{sc=Cyrillic}+$/u],
    ["Greek", "Ελένη Παππά", /^\p{sc=Greek}+ \p{sc=Greek}+$/u],
    ["Arabic", "محمد المصري", /^\p{sc=Arabic}+ \p{sc=Arabic}+$/u],
    ["Hebrew", "יונתן כהן", /^\p{sc=Hebrew}+ \p{sc=Hebrew}+$/u],
    ["Devanagari", "राहुल शर्मा", /^\p{sc=Devanagari}+ \p{sc=Devanagari}+$/u],
    ["Thai", "สมชาย สุขใจ", /^\p{sc=Thai}+ \p{sc=Thai}+$/u],
    ["Han", "王小明", /^\p{sc=Han}{3}$/u],
    ["Kana", "サクラ たろう", /^[\p{sc=Katakana}]{3} \p{sc=Hiragana}{3}$/u],
    ["Hangul", "김민준", /^\p{sc=Hangul}{3}$/u],
    ["Georgian", "გიორგი ბერიძე", /^\p{sc=Georgian}{5,7} \p{sc=Georgian}{5,8}$/u],
    ["Lao, of which there are no lists", "ກຂຄ ດຕຖທ", /^\p{sc=Lao}{3} \p{sc=Lao}{4}$/u],
  ])("the script: %s", (_, name, pattern) => {
    const [user] = anonymised({ users: [{ id: 1, name }] }).users;
    expect(user?.["name"]).toMatch(pattern);
    expect(user?.["name"]).not.toBe(name);
  });
});

/** An account of the world `demo`, with its moments resolved. */
function demoRecords(): SourceRecords {
  const [account] = loadWorld("demo", 1).accounts;
  const resolved = (records: readonly JsonObject[] = []): readonly JsonObject[] =>
    records.map((record) =>
      Object.fromEntries(
        Object.entries(record).map(([field, value]) => [
          field,
          typeof value === "string" ? resolveMoment(value, Date.UTC(2026, 2, 1, 9, 30)) : value,
        ]),
      ),
    );
  return {
    users: resolved(account?.users),
    subscriptions: resolved(account?.subscriptions),
    invoices: resolved(account?.invoices),
  };
}
