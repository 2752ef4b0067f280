import type { SimpleFaker } from "@faker-js/faker";
import { tryOften } from "./lexicon.ts";
import type { SourceWords } from "./source-words.ts";

/** An amount moved, with as many decimals. */
export type MoveAmount = (amount: number) => number;

/**
 * Moves the amounts of one record down by one part, 2 to 15 %, with as many decimals: so a total is still the sum of its parts, exactly where
 * they have a common divisor of some size, and otherwise as far as rounding allows. What is too small for that becomes one more.
 */
export function moverOfAmounts({ number }: SimpleFaker, amounts: readonly number[], source: SourceWords): MoveAmount {
  const decimals = Math.max(0, ...amounts.map(decimalsOf));
  const unitsOf = (amount: number): number => Math.round(amount * 10 ** decimals);
  const divisor = amounts.map(unitsOf).reduce(greatestCommonDivisor, 0);
  // Round numbers stay round: 174,000 becomes 163,000 and not 163,412.
  let round = 1;
  while (divisor % (round * 10) === 0 && divisor / (round * 10) >= 8) round *= 10;
  const draw = (): MoveAmount => {
    const part = 1 - number.int({ min: 20, max: 150 }) / 1000;
    const count = divisor / round;
    const other = Math.min(count - 1, Math.round(count * part)) * round;
    return (amount) => {
      const units = unitsOf(amount);
      if (!Number.isSafeInteger(units)) return amount * part;
      const moved = count < 8 ? Math.round(units * part) : (units / divisor) * other;
      return Number(`${moved === units ? units + Math.sign(units) : moved}e-${decimals}`);
    };
  };
  // Some happen to be a telephone number or a postcode of the source.
  const isGood = (move: MoveAmount): boolean => amounts.every((amount) => source.isFree(String(move(amount))));
  return tryOften(isGood, draw);
}

function decimalsOf(amount: number): number {
  let decimals = 0;
  while (decimals < 20 && Number(amount.toFixed(decimals)) !== amount) decimals += 1;
  return decimals;
}

function greatestCommonDivisor(one: number, other: number): number {
  return other === 0 ? Math.abs(one) : greatestCommonDivisor(other, one % other);
}
