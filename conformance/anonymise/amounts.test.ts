import { SimpleFaker } from "@faker-js/faker";
import fc from "fast-check";
import { expect, test } from "vitest";
import { createAmountShift } from "./anonymise.ts";
import { collectSourceWords } from "./words.ts";

const nothing = collectSourceWords([]);
const seeds = fc.integer();
const fakerOf = (seed: number): SimpleFaker => new SimpleFaker({ seed });

test("amounts change by at most a fifth, with their sign and decimals, and zero stays", () => {
  const amounts = fc.array(fc.integer({ min: -1e9, max: 1e9 }), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(amounts, fc.constantFrom(1, 100), seeds, (cents, unit, seed) => {
      const given = cents.map((cent) => cent / unit);
      const move = createAmountShift(fakerOf(seed), given, nothing);
      for (const amount of given) {
        const moved = move(amount);
        expect(Math.abs(moved - amount)).toBeLessThanOrEqual(Math.abs(amount) * 0.2 + 1 / unit);
        expect(String(moved)).toMatch(/^-?\d+(?:\.\d\d?)?$/);
        expect(moved === 0 || Math.sign(moved) === Math.sign(amount) || Math.abs(amount) < 8 / unit).toBe(true);
      }
    }),
  );
});

test("a total is the sum of its parts, if these are round", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 9999 }), { minLength: 2, maxLength: 5 }), seeds, (parts, seed) => {
      const net = parts.map((part) => part * 10);
      const total = net.reduce((sum, part) => sum + part, 0);
      const move = createAmountShift(fakerOf(seed), [...net, total], nothing);
      expect(net.map(move).reduce((sum, part) => sum + part, 0)).toBe(move(total));
      expect(move(total)).not.toBe(total);
    }),
  );
});

test.each([
  [[174_000], /^1\d\d000$/],
  [[9900], /^\d{4,5}$/],
  [[19.99], /^\d\d\.\d\d?$/],
  [[Number.MAX_SAFE_INTEGER], /^[78]\d{15}$/],
  [[0], /^0$/],
])("%j becomes a similar one", (amounts, pattern) => {
  for (let seed = 0; seed < 30; seed += 1) {
    const move = createAmountShift(fakerOf(seed), amounts, nothing);
    expect(amounts.map((amount) => move(amount)).join()).toMatch(pattern);
  }
});

test("each keeps its own decimals, even beside one with too many", () => {
  for (let seed = 0; seed < 30; seed += 1) {
    const move = createAmountShift(fakerOf(seed), [1.83, 0.1 + 0.2, 1e21], nothing);
    expect(String(move(1.83))).toMatch(/^1\.[5-7]\d?$/);
    expect(move(1e21)).toBeLessThan(1e21);
  }
});

test("none equals a personal number", () => {
  const somebody = Array.from({ length: 200 }, (_, index) => String(9000 + index));
  const source = collectSourceWords(somebody);
  for (let seed = 0; seed < 30; seed += 1) {
    expect(somebody).not.toContain(String(createAmountShift(fakerOf(seed), [9990], source)(9990)));
  }
});
