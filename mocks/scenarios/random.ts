import { uniformFloat64 } from "pure-rand/distribution/uniformFloat64";
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";
import { hashText } from "../service/identifiers.ts";

/** The random numbers of one scenario for one request. */
export interface Random {
  /** From 0, below 1. */
  readonly fraction: () => number;
  /** An integer from `low` to `high`, both included. */
  readonly between: (low: number, high: number) => number;
  /** From a standard normal distribution. */
  readonly normal: () => number;
}

/** The same for the same seed, scenario and request, whatever other scenarios draw. */
export function randomFor(seed: number, scenario: string, call: number): Random {
  const generator = xoroshiro128plus(spread(hashText(`${seed}/${scenario}/${call}`)));
  const fraction = (): number => uniformFloat64(generator);
  return {
    fraction,
    between: (low, high) => low + Math.floor(fraction() * (high - low + 1)),
    // Box-Muller transform, without the logarithm of 0.
    normal: () => Math.sqrt(-2 * Math.log(1 - fraction())) * Math.cos(2 * Math.PI * fraction()),
  };
}

/**
 * Spreads a hash over all bits (the last step of MurmurHash3). The hashes of consecutive requests are close, and the
 * first number of a generator is little more than its seed.
 */
function spread(hash: number): number {
  const first = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  const second = Math.imul(first ^ (first >>> 13), 0xc2b2ae35);
  return second ^ (second >>> 16);
}
