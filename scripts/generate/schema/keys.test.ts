import { expect, test } from "vitest";
import { z } from "zod";
import { keysBelow, type Key } from "./keys.ts";
import { nodeOf } from "./node.ts";

function keysOf(schema: z.ZodType): readonly Key[] {
  return keysBelow(nodeOf(schema));
}

test("a key has its path, its values, its default and its sentence", () => {
  const schema = z.strictObject({ size: z.strictObject({ most: z.int().min(1).default(20).describe("The most.") }) });
  expect(keysOf(schema)).toMatchObject([
    { path: "size.most", values: "a whole number from 1 on", standard: 20, isRequired: false, text: "The most." },
  ]);
});

test("a default of null is one", () => {
  expect(keysOf(z.strictObject({ header: z.string().nullable().default(null) }))).toMatchObject([{ standard: null }]);
});

test("what must be given is told from what may be", () => {
  const keys = keysOf(z.strictObject({ url: z.string(), note: z.string().optional() }));
  expect(keys.map(({ path, isRequired }) => [path, isRequired])).toStrictEqual([
    ["url", true],
    ["note", false],
  ]);
});

const style = z.discriminatedUnion("style", [
  z.strictObject({ style: z.literal("none").describe("Which.") }),
  z.strictObject({ style: z.literal("signed").describe("Which."), name: z.string().default("sort").describe("Name.") }),
  z.strictObject({
    style: z.literal("pair").describe("Which."),
    name: z.string().default("sort").describe("Name."),
    order: z.string().describe("Order."),
  }),
]);

test("of alternatives each key is told once, with the alternatives that alone have it", () => {
  expect(keysOf(z.strictObject({ sorting: style.prefault({ style: "signed" }) }))).toMatchObject([
    {
      path: "sorting.style",
      values: "`none`, `signed` or `pair`",
      standard: "signed",
      isRequired: true,
      text: "Which.",
    },
    { path: "sorting.name", values: "a text", standard: "sort", isRequired: false, text: "Name." },
    {
      path: "sorting.order",
      values: "a text",
      standard: undefined,
      isRequired: true,
      text: "Order. With `pair` only.",
    },
  ]);
});

test("members that are alike are told once", () => {
  const lists = z.strictObject({ users: style.prefault({ style: "pair", order: "o" }) });
  const both = lists.extend({ invoices: style.prefault({ style: "pair", order: "o" }) });
  expect(keysOf(both).map(({ path }) => path)).toStrictEqual(["*.style", "*.name", "*.order"]);
  const other = lists.extend({ invoices: style.prefault({ style: "none" }) });
  expect(keysOf(other).map(({ path }) => path)).toHaveLength(6);
});

test("an object that may be null is a key itself, and so are its members", () => {
  const schema = z.strictObject({ rate: z.strictObject({ calls: z.int() }).nullable().default(null) });
  expect(keysOf(schema).map(({ path, values }) => [path, values])).toStrictEqual([
    ["rate", "`null`, or what follows"],
    ["rate.calls", "a whole number"],
  ]);
});
