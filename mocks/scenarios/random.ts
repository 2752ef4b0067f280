import { uniformFloat64 } from "pure-rand/distribution/uniformFloat64";
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";
import { hashText } from "../service/identifiers.ts";

/** Random numbers of one scenario in one call. */
export interface Random {
  /** At least 0, below 1. */
  readonly fraction: () => number;
  /** From `low` to `high`, both possible. */
  readonly between: (low: number, high: number) => number;
  /** Of a standard normal distribution. */
  readonly normal: () => number;
}

/** The same for the same seed, scenario and call, whatever other scenarios drew. */
export function randomFor(seed: number, scenario: string, call: number): Random {
  const generator = xoroshiro128plus(spread(hashText(`${seed}/${scenario}/${call}`)));
  const fraction = (): number => uniformFloat64(generator);
  return {
    fraction,
    between: (low, high) => low + Math.floor(fraction() * (high - low + 1)),
    // Box and Muller; the logarithm of 0 is kept out.
    normal: () => Math.sqrt(-2 * Math.log(1 - fraction())) * Math.cos(2 * Math.PI * fraction()),
  };
}

/**
 * Every bit of a hash spread over all of them (the last step of MurmurHash3). The hashes of two calls in a row are
 * near each other, and the first number a generator gives is little more than its seed.
 */
function spread(hash: number): number {
  const first = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  const second = Math.imul(first ^ (first >>> 13), 0xc2b2ae35);
  return second ^ (second >>> 16);
}
