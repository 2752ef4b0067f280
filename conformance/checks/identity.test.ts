import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { areTheSame, equalRecords } from "./identity.ts";

type Invoice = Readonly<Record<string, unknown>>;

/** Whether the lists of two accounts prove that one has records of the other. */
function provesLeak(left: readonly Invoice[], right: readonly Invoice[], areWhole = true): boolean {
  const shared = equalRecords(left, right);
  return shared.length > 0 && areTheSame(left, right, shared, areWhole);
}

function list(count: number, make: (index: number) => Invoice): readonly Invoice[] {
  return Array.from({ length: count }, (_, index) => make(index));
}

const month = (index: number): string => `2025-${String(index + 1).padStart(2, "0")}`;
const uuid = (index: number): string =>
  `${(index + 11) * 7919}e8f2a-5c3d-4d0b-9a52-6f0d8a1c2e3${index}`.padStart(36, "b");

describe("a complete leak of invoices is proven, whatever the name of their id", () => {
  const leaks: readonly (readonly [sentence: string, invoices: readonly Invoice[]])[] = [
    ["no", list(5, (index) => ({ no: [4711, 4715, 4716, 4790, 4822][index], amount: 19 }))],
    [
      "a number, and whose it is",
      list(4, (index) => ({ ref: `R1-000${index + 1}`, cents: 1900, account: index < 2 ? "acme" : "globex" })),
    ],
    ["code", list(4, (index) => ({ code: ["K9P34Y", "3WD25R", "Q7T18M", "Z2X66B"][index], amount: 19 }))],
    ["invoiceNumber", list(5, (index) => ({ invoiceNumber: `INV-2025-${4100 + index}`, total: "19.00" }))],
    ["a nested id", list(3, (index) => ({ meta: { ids: { own: uuid(index) } }, amount: 19 }))],
    [
      "a number from 1, and amounts that differ",
      list(6, (index) => ({ nr: index + 1, amount: [7.3, 12.1, 9.9, 44, 3, 18.5][index] })),
    ],
    ["an address", list(3, (index) => ({ for: `person${index}@acme.example`, amount: 19 }))],
  ];
  test.each(leaks)("%s", (_, invoices) => {
    expect(provesLeak(invoices, invoices)).toBe(true);
  });

  test("one invoice of another account, with numbers from a shared sequence", () => {
    const mine = [101, 104, 105, 109].map((no) => ({ no, amount: 19 }));
    const theirs = [102, 103, 104, 108].map((no) => ({ no, amount: 19 }));
    expect(provesLeak(mine, theirs)).toBe(true);
  });
});

test("a number with another account's prefix belongs to that account, unless the type of record explains it", () => {
  const of = (prefix: string, cents: number) =>
    list(4, (index) => ({ ref: `${prefix}${index + 1}`, cents: cents * (1 + (index % 2)) }));
  const [mine, theirs] = [of("A-", 100), of("B-", 300)];
  expect(provesLeak(mine, [...theirs, ...mine.slice(0, 2)])).toBe(true);
  const flat = (prefix: string, cents: number): readonly Invoice[] =>
    of(prefix, cents).map((one) => ({ ...one, cents }));
  expect(provesLeak(flat("SUB-", 100), [...flat("SUB-", 100).slice(0, 2), ...flat("USE-", 30)])).toBe(false);
});

describe("similar invoices of two accounts on one price plan prove nothing", () => {
  const alike: readonly (readonly [sentence: string, left: readonly Invoice[], right: readonly Invoice[]])[] = [
    [
      "numbered from 1",
      list(6, (no) => ({ no: no + 1, amount: 19, month: month(no) })),
      list(4, (no) => ({ no: no + 1, amount: 19, month: month(no) })),
    ],
    [
      "without a number",
      list(6, (no) => ({ amount: 19, month: month(no) })),
      list(6, (no) => ({ amount: 19, month: month(no) })),
    ],
    [
      "with timestamps in seconds",
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
      "of the prices on a price list, numbered from 1",
      list(5, (no) => ({ no: no + 1, price: ["900.00", "1900.00", "4900.00", "9900.00", "19900.00"][no] })),
      list(4, (no) => ({ no: no + 1, price: ["900.00", "1900.00", "4900.00", "9900.00", "19900.00"][no] })),
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

/** Fields beside the id, equal for all accounts with one plan. */
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

/** A record with its id at some depth. */
function withId(name: string, depth: number, id: unknown): Invoice {
  return Array.from({ length: depth }).reduce<Invoice>((inner) => ({ of: inner }), { [name]: id });
}

const dates: readonly ((index: number) => unknown)[] = [
  month,
  (index) => `${month(index)}-01`,
  (index) => `${month(index)}-01T00:00:00Z`,
  (index) => 1_735_689_600_000 + index * 2_592_000_000,
];

/** Accounts with equal bills: their own numbers with the same start, prices of one list, perhaps dates. */
const billing = fc.record({
  name: idName,
  depth: fc.integer({ min: 0, max: 3 }),
  start: fc.constantFrom(0, 1, 100, 1000, 1001, 10_001),
  step: fc.constantFrom(1, 1, 5, 10),
  prefix: fc.constantFrom("", "INV-", "R-2025-", "2025/"),
  isText: fc.boolean(),
  fields: planFields,
  prices: fc.shuffledSubarray([900, 1900, 2900, 4900, 9900], { minLength: 1 }),
  date: fc.option(fc.constantFrom(...dates)),
});
type Billing = typeof billing extends fc.Arbitrary<infer Value> ? Value : never;

function bill({ name, depth, start, step, prefix, isText, fields, prices, date }: Billing, index: number): Invoice {
  const number = start + index * step;
  return {
    ...withId(name, depth, isText || prefix !== "" ? `${prefix}${number}` : number),
    ...fields,
    cents: prices[index % prices.length],
    ...(date === null ? {} : { on: date(index) }),
  };
}

const count = fc.integer({ min: 1, max: 40 });

describe("with random records", () => {
  test("accounts with the same bills and their own invoice numbers have no false alarm", () => {
    fc.assert(
      fc.property(billing, count, count, (shape, mine, theirs) => {
        const make = (index: number): Invoice => bill(shape, index);
        expect(provesLeak(list(mine, make), list(theirs, make))).toBe(false);
      }),
      { numRuns: 500 },
    );
  });

  test("also if only parts of their lists were seen", () => {
    const parts = fc.subarray(
      Array.from({ length: 40 }, (_, index) => index),
      { minLength: 1 },
    );
    fc.assert(
      fc.property(billing, parts, parts, (shape, mine, theirs) => {
        const [left, right] = [mine, theirs].map((part) => part.map((index) => bill(shape, index)));
        expect(provesLeak(left ?? [], right ?? [], false)).toBe(false);
      }),
      { numRuns: 500 },
    );
  });

  test("with ids assigned per account, equal records prove nothing", () => {
    fc.assert(
      fc.property(billing, fc.integer({ min: 3, max: 20 }), (shape, length) => {
        const mine = list(length, (index) => bill(shape, index));
        const [first = {}, ...rest] = mine;
        expect(provesLeak(mine, [{ ...first, paid: "partly" }, ...rest])).toBe(false);
      }),
      { numRuns: 200 },
    );
  });

  test("one sequence of numbers for all accounts: another account's record is found", () => {
    const owners = fc.uniqueArray(fc.integer({ min: 0, max: 59 }), { minLength: 20, maxLength: 40 });
    fc.assert(
      fc.property(billing, owners, fc.integer({ min: 0, max: 19 }), (shape, numbers, leaked) => {
        // A plain number may be a price, and 2025/7 a month.
        fc.pre(shape.prefix === "INV-" || shape.prefix === "R-2025-");
        const mine = list(60, (index) => bill(shape, index)).filter((_, index) => !numbers.includes(index));
        const theirs = numbers.toSorted((one, other) => one - other).map((index) => bill(shape, index));
        expect(provesLeak(mine, theirs)).toBe(false);
        const foreign = theirs[leaked] ?? {};
        expect(provesLeak([...mine, foreign], theirs)).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  test("accounts with their own invoice ids share none, and a leak is found", () => {
    const size = { minLength: 8, maxLength: 14 };
    const number = fc.noBias(fc.integer({ min: 20_017, max: 900_000_000 }));
    const drawn = fc.oneof<fc.Arbitrary<readonly (string | number)[]>[]>(
      fc.uniqueArray(fc.uuid(), size),
      fc.uniqueArray(fc.stringMatching(/^inv_(?:[a-z]\d){4}$/), size),
      fc.noShrink(fc.uniqueArray(number, size)),
    );
    const shape = fc.record({ ids: drawn, name: idName, depth: fc.integer({ min: 0, max: 3 }), fields: planFields });
    fc.assert(
      fc.property(shape, ({ ids, name, depth, fields }) => {
        const all = ids.map((id) => ({ ...withId(name, depth, id), ...fields }));
        const [mine, theirs] = [all.slice(0, 2), all.slice(2)];
        expect(provesLeak(mine, theirs)).toBe(false);
        expect(provesLeak(all, all)).toBe(true);
        expect(provesLeak(all, theirs)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});
