import { uniformFloat64 } from "pure-rand/distribution/uniformFloat64";
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";
import { hashText } from "../service/identifiers.ts";

/** Random numbers of one scenario in one call. */
export interface Random {
  /** At least 0, below 1. */
  fraction(): number;
  /** From `low` to `high`, both possible. */
  between(low: number, high: number): number;
  /** Of a standard normal distribution. */
  normal(): number;
}

/** The same for the same seed, scenario and call, whatever other scenarios drew. */
export function randomFor(seed: number, scenario: string, call: number): Random {
  const generator = xoroshiro128plus(hashText(`${seed}/${scenario}/${call}`));
  const fraction = (): number => uniformFloat64(generator);
  return {
    fraction,
    between: (low, high) => low + Math.floor(fraction() * (high - low + 1)),
    // Box and Muller; the logarithm of 0 is kept out.
    normal: () => Math.sqrt(-2 * Math.log(1 - fraction())) * Math.cos(2 * Math.PI * fraction()),
  };
}
