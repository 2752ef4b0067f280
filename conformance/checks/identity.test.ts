import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { areTheSame, equalRecords } from "./identity.ts";
import { tellsApart } from "./record-values.ts";
import { isSameRecord } from "./same-record.ts";

type Invoice = Readonly<Record<string, unknown>>;

/** Whether the lists of two accounts prove that one holds records of the other. */
function provesLeak(left: readonly Invoice[], right: readonly Invoice[]): boolean {
  const shared = equalRecords(left, right);
  return shared.length > 0 && areTheSame(left, right, shared);
}

function list(count: number, make: (index: number) => Invoice): readonly Invoice[] {
  return Array.from({ length: count }, (_, index) => make(index));
}

const month = (index: number): string => `2025-${String(index + 1).padStart(2, "0")}`;
const uuid = (index: number): string =>
  `${(index + 11) * 7919}e8f2a-5c3d-4d0b-9a52-6f0d8a1c2e3${index}`.padStart(36, "b");

describe("a complete leak of invoices is proven, whatever their id is called", () => {
  const leaks: readonly (readonly [sentence: string, invoices: readonly Invoice[]])[] = [
    ["no", list(5, (index) => ({ no: [4711, 4715, 4716, 4790, 4822][index], amount: 19 }))],
    ["ref", list(4, (index) => ({ ref: `R1-000${index + 1}`, cents: 1900 + 350 * index }))],
    ["code", list(4, (index) => ({ code: ["K9P34Y", "3WD25R", "Q7T18M", "Z2X66B"][index], amount: 19 }))],
    ["invoiceNumber", list(5, (index) => ({ invoiceNumber: `INV-2025-${4100 + index}`, total: "19.00" }))],
    ["a nested id", list(3, (index) => ({ meta: { ids: { own: uuid(index) } }, amount: 19 }))],
    [
      "a number from 1, and amounts that differ",
      list(5, (index) => ({ nr: index + 1, amount: [7.3, 12.1, 9.9, 44, 3][index] })),
    ],
    ["an address", list(3, (index) => ({ for: `person${index}@acme.example`, amount: 19 }))],
  ];
  test.each(leaks)("%s", (_, invoices) => {
    expect(provesLeak(invoices, invoices)).toBe(true);
  });

  test("one strange invoice of numbers that are given across accounts", () => {
    const mine = [101, 104, 105, 109].map((no) => ({ no, amount: 19 }));
    const theirs = [102, 103, 104, 108].map((no) => ({ no, amount: 19 }));
    expect(provesLeak(mine, theirs)).toBe(true);
  });
});

describe("invoices of two accounts on one price plan that look alike prove nothing", () => {
  const alike: readonly (readonly [sentence: string, left: readonly Invoice[], right: readonly Invoice[]])[] = [
    [
      "numbered from 1",
      list(6, (no) => ({ no: no + 1, amount: 19, month: month(no) })),
      list(4, (no) => ({ no: no + 1, amount: 19, month: month(no) })),
    ],
    [
      "numbered from 1, as ids",
      list(3, (id) => ({ id: id + 1, amount: 19 })),
      list(3, (id) => ({ id: id + 1, amount: 19 })),
    ],
    [
      "numbered from 1001",
      list(6, (no) => ({ no: no + 1001, amount: 19 })),
      list(4, (no) => ({ no: no + 1001, amount: 19 })),
    ],
    [
      "with a prefix and a year",
      list(4, (no) => ({ ref: `INV-2025-00${no + 1}`, amount: 19 })),
      list(3, (no) => ({ ref: `INV-2025-00${no + 1}`, amount: 19 })),
    ],
    [
      "without a number",
      list(6, (no) => ({ amount: 19, month: month(no) })),
      list(6, (no) => ({ amount: 19, month: month(no) })),
    ],
    [
      "with moments in seconds",
      list(4, (no) => ({ created: 1_735_689_600 + no * 2_592_000, amount: 19 })),
      list(4, (no) => ({ created: 1_735_689_600 + no * 2_592_000, amount: 19 })),
    ],
    [
      "with compact dates",
      list(4, (no) => ({ day: `20250${no + 1}03`, amount: 19 })),
      list(4, (no) => ({ day: `20250${no + 1}03`, amount: 19 })),
    ],
    [
      "with a reference to their plan",
      list(4, () => ({ paid: true, planId: "plan_k9p34y6n", amount: 19 })),
      list(2, () => ({ paid: true, planId: "plan_k9p34y6n", amount: 19 })),
    ],
    [
      "of the prices on a price list",
      list(3, (no) => ({ cents: [900, 1900, 4900][no] })),
      list(3, (no) => ({ cents: [900, 1900, 4900][no] })),
    ],
    [
      "one invoice each",
      [{ amount: 19, valid: true, plan: "studio-2" }],
      [{ amount: 19, valid: true, plan: "studio-2" }],
    ],
    [
      "ids that are given in each account anew, as one with another content shows",
      [
        { no: 4711, amount: 5 },
        { no: 4719, amount: 5 },
        { no: 4790, amount: 8 },
      ],
      [
        { no: 4711, amount: 5 },
        { no: 4719, amount: 5 },
        { no: 4790, amount: 9 },
      ],
    ],
  ];
  test.each(alike)("%s", (_, left, right) => {
    expect(provesLeak(left, right)).toBe(false);
  });
});

/** Fields beside the id, alike for all who are on one plan. */
const planFields = fc.record(
  {
    amount: fc.constantFrom(19, 1900, "19.00"),
    currency: fc.constant("EUR"),
    plan: fc.constantFrom("studio", "plan_k9p34y6n"),
    paid: fc.boolean(),
  },
  { requiredKeys: [] },
);
const idName = fc.constantFrom("id", "no", "ref", "code", "invoiceNumber", "staff", "number", "x");

/** A record with its id at a place of some depth. */
function withId(name: string, depth: number, id: unknown): Invoice {
  return Array.from({ length: depth }).reduce<Invoice>((inner) => ({ of: inner }), { [name]: id });
}

const date = fc.constantFrom<(index: number) => unknown>(
  month,
  (index) => `${month(index)}-01`,
  (index) => `${month(index)}-01T00:00:00Z`,
  (index) => 1_735_689_600_000 + index * 2_592_000_000,
);

describe("over records of random shape", () => {
  test("accounts on one plan that number their invoices themselves give no alarm", () => {
    const shape = fc.record({
      name: idName,
      depth: fc.integer({ min: 0, max: 3 }),
      start: fc.constantFrom(0, 1, 100, 1000, 1001, 10_001),
      prefix: fc.constantFrom("", "INV-", "R-2025-", "2025/"),
      isText: fc.boolean(),
      fields: planFields,
      date: fc.option(date),
      counts: fc.tuple(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 12 })),
    });
    fc.assert(
      fc.property(shape, ({ name, depth, start, prefix, isText, fields, date: dateOf, counts }) => {
        const make = (index: number): Invoice => ({
          ...withId(name, depth, isText || prefix !== "" ? `${prefix}${start + index}` : start + index),
          ...fields,
          ...(dateOf === null ? {} : { on: dateOf(index) }),
        });
        expect(provesLeak(list(counts[0], make), list(counts[1], make))).toBe(false);
      }),
      { numRuns: 500 },
    );
  });

  test("accounts whose invoices have ids of their own share none, and a leak of them is found", () => {
    const count = { minLength: 8, maxLength: 14 };
    const number = fc.noBias(fc.integer({ min: 20_017, max: 900_000_000 }));
    const drawn = fc.oneof<fc.Arbitrary<readonly (string | number)[]>[]>(
      fc.uniqueArray(fc.uuid(), count),
      fc.uniqueArray(fc.stringMatching(/^inv_(?:[a-z]\d){4}$/), count),
      fc.noShrink(fc.uniqueArray(number, count)),
    );
    const shape = fc.record({ ids: drawn, name: idName, depth: fc.integer({ min: 0, max: 3 }), fields: planFields });
    fc.assert(
      fc.property(shape, ({ ids, name, depth, fields }) => {
        const all = ids.map((id) => ({ ...withId(name, depth, id), ...fields }));
        const [mine, theirs] = [all.slice(0, 3), all.slice(3)];
        expect(provesLeak(mine, theirs)).toBe(false);
        expect(provesLeak(all, all)).toBe(true);
        expect(provesLeak(all, theirs)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});

describe("what tells the records of a list apart", () => {
  test.each<readonly [string, readonly unknown[], boolean]>([
    ["employeeNumber", list(4, (index) => ({ employeeNumber: 4411 + index, name: "J. Smith" })), true],
    ["staff", list(4, (index) => ({ staff: `S-${index}`, name: "J. Smith" })), true],
    ["addresses", list(4, (index) => ({ mail: `a${index}@b.example` })), true],
    ["bare numbers", [7, 8, 9], true],
    [
      "paid, void and valid are no ids",
      list(4, (index) => ({ name: `J. Smith ${index}`, paid: true, void: false, valid: index > 2 })),
      false,
    ],
    ["names", [{ name: "Ada Okafor" }, { name: "Ewa Marsh" }], false],
    ["dates", list(4, (index) => ({ since: month(index) })), false],
    ["an id that repeats", [{ no: 7 }, { no: 7 }], false],
  ])("%s", (_, records, wanted) => {
    expect(tellsApart(records)).toBe(wanted);
  });
});

describe("whether two ids are answered with one record", () => {
  const now = (): string => new Date().toISOString();
  test.each<readonly [string, unknown, unknown, boolean | undefined]>([
    ["each holds its id", { no: "s-1", plan: "team" }, { no: "s-2", plan: "team" }, false],
    ["both hold the first id", { no: "s-1", plan: "team" }, { no: "s-1", plan: "team" }, true],
    ["both hold the first id, at another time", { no: "s-1", asOf: 1 }, { no: "s-1", asOf: now() }, true],
    ["a nested id", { of: { ref: "s-1" } }, { of: { ref: "s-1" } }, true],
    ["another id than was asked for", { ref: "4711-a", plan: "team" }, { ref: "4711-a", plan: "team" }, true],
    ["the same but for the time of the call", { ref: "X-1", asOf: now() }, { ref: "X-1", asOf: Date.now() }, true],
    [
      "alike, and nothing else",
      { plan: "team", seats: 5, valid: true },
      { plan: "team", seats: 5, valid: true },
      undefined,
    ],
    ["different", { plan: "team", seats: 5 }, { plan: "team", seats: 6 }, false],
    ["different in a switch", { plan: "team", paid: true }, { plan: "team", paid: false }, false],
  ])("%s", (_, one, other, wanted) => {
    expect(isSameRecord({ id: "s-1", record: one }, { id: "s-2", record: other })).toBe(wanted);
  });
});
