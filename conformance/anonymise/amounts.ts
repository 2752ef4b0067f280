import { uniformInt } from "pure-rand/distribution/uniformInt";
import type { Random } from "../../fixtures/worlds/random.ts";
import type { SourceWords } from "./source-words.ts";

/** An amount moved by up to 15 %, with as many decimals. */
export type MoveAmount = (amount: number) => number;

/** Below this a seventh is less than one: nothing could move. */
const least = 8;

/** So many movers are tried for one whose amounts happen to be no telephone number or postcode of the source. */
const attempts = 20;

/**
 * Moves the amounts of one record by one factor, so that a total is still the sum of its parts: exactly where they have a common
 * divisor of some size, and otherwise as far as rounding allows. Zero stays zero.
 */
export function moverOfAmounts(random: Random, amounts: readonly number[], source: SourceWords): MoveAmount {
  let mover = drawnMover(random, amounts);
  const isGood = (drawn: MoveAmount): boolean => amounts.every((amount) => source.isFree(String(drawn(amount))));
  for (let attempt = 1; attempt < attempts && !isGood(mover); attempt += 1) mover = drawnMover(random, amounts);
  return mover;
}

function drawnMover(random: Random, amounts: readonly number[]): MoveAmount {
  const scale = 10 ** Math.max(0, ...amounts.map(decimalsOf));
  const whole = amounts.map((amount) => Math.round(amount * scale)).filter((amount) => amount !== 0);
  if (whole.length === 0) return (amount) => amount;
  if (!whole.every(Number.isSafeInteger)) return (amount) => amount * factor(random, true);
  const divisor = whole.reduce(greatestCommonDivisor, 0);
  const isHuge = whole.some((amount) => Math.abs(amount) > Number.MAX_SAFE_INTEGER / 2);
  const other = otherDivisor(random, divisor, isHuge);
  if (other !== undefined) return (amount) => ((Math.round(amount * scale) / divisor) * other) / scale;
  const moved = factor(random, isHuge);
  return (amount) => Math.round(amount * scale * moved) / scale;
}

/** Round numbers stay round: 174,000 becomes 163,000 and not 163,412. */
function otherDivisor(random: Random, divisor: number, isHuge: boolean): number | undefined {
  let unit = 1;
  while (divisor % (unit * 10) === 0 && divisor / (unit * 10) >= least) unit *= 10;
  const count = divisor / unit;
  if (count < least) return undefined;
  const moved = Math.round(count * factor(random, isHuge));
  return (moved === count ? count - 1 : moved) * unit;
}

/** 0.85 to 1.15, and not 1. */
function factor(random: Random, onlyDown: boolean): number {
  const part = uniformInt(random, 20, 150) / 1000;
  return onlyDown || uniformInt(random, 0, 1) === 0 ? 1 - part : 1 + part;
}

export function decimalsOf(amount: number): number {
  const [, decimals = ""] = String(amount).split(".");
  return /e/.test(String(amount)) ? 0 : decimals.length;
}

function greatestCommonDivisor(one: number, other: number): number {
  let [larger, smaller] = [Math.abs(one), Math.abs(other)];
  while (smaller !== 0) [larger, smaller] = [smaller, larger % smaller];
  return larger;
}
