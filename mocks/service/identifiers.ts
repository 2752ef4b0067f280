import { uniformInt } from "pure-rand/distribution/uniformInt";
import { xoroshiro128plus, xoroshiro128plusFromState } from "pure-rand/generator/xoroshiro128plus";
import { alphabets, fitsIdentifier } from "../../fixtures/dialect/identifier.ts";
import { hashText } from "../../fixtures/values/random.ts";
import type { Identifier } from "../../fixtures/dialect/identifier-schema.ts";

type Random = ReturnType<typeof xoroshiro128plus>;

/** The numbers of the state of the random generator. */
const randomStateLength = 4;

/** Issues ids of any format; the same seed issues the same ids in the same order. */
export class IdIssuer {
  #random: Random;
  #lastNumber = 0;

  /** @param seed any integer */
  constructor(seed: number) {
    this.#random = xoroshiro128plus(seed);
  }

  /** The position in the sequence of ids as plain numbers: restored later, it issues the same ids again. */
  get state(): readonly number[] {
    return [...this.#random.getState(), this.#lastNumber];
  }

  set state(state: readonly number[]) {
    this.#random = xoroshiro128plusFromState(state.slice(0, randomStateLength));
    this.#lastNumber = state[randomStateLength] ?? 0;
  }

  /** Never issues a whole number up to this one. */
  reserve(number: number): void {
    this.#lastNumber = Math.max(this.#lastNumber, number);
  }

  /**
   * A new id that is not taken; `undefined` if none is left. Whole numbers count up from `first`, and are never issued
   * again.
   */
  issue(format: Identifier, isTaken: (id: string) => boolean, first: number): string | number | undefined {
    if (format.kind === "integer" || format.kind === "digits") {
      let next = Math.max(first, this.#lastNumber + 1);
      while (isTaken(String(next))) next += 1;
      this.#lastNumber = next;
      return toIdType(format, next);
    }
    // With this many draws, the chance to miss a free id is below one in 10⁸.
    const maxDraws = 20 * capacity(format);
    for (let draws = 0; draws < maxDraws; draws += 1) {
      const id = drawId(format, this.#random);
      if (!isTaken(id)) return id;
    }
    return undefined;
  }
}

/** The number of ids that a format allows. */
export function capacity(format: Identifier): number {
  return format.kind === "prefixed" ? alphabets[format.alphabet].length ** format.length : Number.POSITIVE_INFINITY;
}

/**
 * Converts the ids of a world to a dialect's format. An id that fits stays; any other gets a new one derived from its
 * own text, so it is the same in every run, whatever the seed.
 * @returns the new id of each given id, in order; all different
 * @throws Error if the format has too few ids: check `capacity` first
 */
export function translateIds(
  format: Identifier,
  ids: readonly (string | number)[],
): Map<string | number, string | number> {
  const fitting = ids.filter((id) => fitsIdentifier(format, String(id)));
  const takenIds = new Set(fitting.map(String));
  const translated = new Map<string | number, string | number>(fitting.map((id) => [id, toIdType(format, id)]));
  for (const id of ids) {
    if (translated.has(id)) continue;
    const next = new IdIssuer(hashText(String(id))).issue(format, (candidate) => takenIds.has(candidate), 1001);
    if (next === undefined) throw new Error(`the format has too few ids for ${ids.length}`);
    takenIds.add(String(next));
    translated.set(id, next);
  }
  return translated;
}

function toIdType(format: Identifier, id: string | number): string | number {
  return format.kind === "integer" ? Number(id) : format.kind === "digits" ? String(id) : id;
}

function drawId(format: Exclude<Identifier, { kind: "integer" | "digits" }>, random: Random): string {
  if (format.kind === "any") return drawText(random, alphabets.base36, 12);
  if (format.kind === "prefixed") return format.prefix + drawText(random, alphabets[format.alphabet], format.length);
  const hex = drawText(random, alphabets.hex, 30);
  const variant = drawText(random, "89ab", 1);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(12, 15)}-${variant}${hex.slice(15, 18)}-${hex.slice(18)}`;
}

function drawText(random: Random, alphabet: string, length: number): string {
  let text = "";
  while (text.length < length) text += alphabet.charAt(uniformInt(random, 0, alphabet.length - 1));
  return text;
}
