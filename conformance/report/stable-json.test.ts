import { expect, test } from "vitest";
import { canonicalJson, stableJson } from "./stable-json.ts";

test("members are sorted by name at every depth, elements keep their order", () => {
  expect(canonicalJson({ b: [{ y: 1, x: 2 }], a: null, B: "é" })).toBe('{"B":"é","a":null,"b":[{"x":2,"y":1}]}');
  expect(stableJson({ b: 1, a: [] })).toBe('{\n  "a": [],\n  "b": 1\n}\n');
});

test("what JSON leaves out is left out, and a member named __proto__ is a member", () => {
  expect(canonicalJson({ a: undefined, b: 1 })).toBe('{"b":1}');
  expect(canonicalJson(JSON.parse('{"__proto__":{"x":1},"a":2}'))).toBe('{"__proto__":{"x":1},"a":2}');
});
