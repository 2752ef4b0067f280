import { expect, test } from "vitest";
import { z } from "zod";
import { nodeOf } from "./node.ts";
import { valuesOf } from "./values.ts";

test.each([
  ["`none`", z.literal("none")],
  ["`clamp` or `reject`", z.enum(["clamp", "reject"])],
  ["`a`, `b` or `c`", z.enum(["a", "b", "c"])],
  ["`true` or `false`", z.boolean()],
  ["1 to 10000", z.int().min(1).max(10_000)],
  ["0 or 1", z.int().min(0).max(1)],
  ["a whole number from 1 on", z.int().min(1)],
  ["a whole number to 7", z.int().max(7)],
  ["a whole number", z.int()],
  ["a number from 0 to 1", z.number().min(0).max(1)],
  ["a number", z.number()],
  ["a text", z.string().min(1)],
  ["a text or `null`", z.string().nullable()],
  ["a whole number or an object", z.union([z.int(), z.strictObject({ atLeast: z.int() })])],
  ["a list of texts", z.array(z.string())],
  ["a list", z.array(z.int())],
  ["an object", z.record(z.string(), z.json())],
  ["any JSON", z.unknown()],
] as const)("%s", (words, schema) => {
  expect(valuesOf(nodeOf(schema))).toBe(words);
});
