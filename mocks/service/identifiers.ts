import { uniformInt } from "pure-rand/distribution/uniformInt";
import { xoroshiro128plus, xoroshiro128plusFromState } from "pure-rand/generator/xoroshiro128plus";
import { alphabets, fitsIdentifier } from "../../fixtures/dialect/identifier.ts";
import type { Identifier } from "../../fixtures/dialect/identifier-schema.ts";

type Random = ReturnType<typeof xoroshiro128plus>;

/** Issues ids of any format; the same seed issues the same ids in the same order. */
export interface IdIssuer {
  /** The position in the sequence of ids as plain numbers: restored later, it issues the same ids again. */
  state: readonly number[];
  /**
   * A new id for which `taken` is false; `undefined` if none is left. Whole numbers count up from `first`, and are never
   * issued again.
   */
  issue(format: Identifier, taken: (id: string) => boolean, first: number): string | number | undefined;
  /** Never issues a whole number up to this one. */
  reserve(last: number): void;
}

/** The numbers of the state of the random generator. */
const randomStateLength = 4;

/** @param seed any integer */
export function createIdIssuer(seed: number): IdIssuer {
  let random = xoroshiro128plus(seed);
  let last = 0;
  return {
    get state() {
      return [...random.getState(), last];
    },
    set state(state) {
      random = xoroshiro128plusFromState(state.slice(0, randomStateLength));
      last = state[randomStateLength] ?? 0;
    },
    reserve(number) {
      last = Math.max(last, number);
    },
    issue(format, taken, first) {
      if (format.kind === "integer" || format.kind === "digits") {
        let next = Math.max(first, last + 1);
        while (taken(String(next))) next += 1;
        last = next;
        return asTyped(format, next);
      }
      // With this many draws, the chance to miss a free id is below one in 10⁸.
      const maxDraws = 20 * capacity(format);
      for (let draws = 0; draws < maxDraws; draws += 1) {
        const id = draw(format, random);
        if (!taken(id)) return id;
      }
      return undefined;
    },
  };
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
  const kept = ids.filter((id) => fitsIdentifier(format, String(id)));
  const taken = new Set(kept.map(String));
  const translated = new Map<string | number, string | number>(kept.map((id) => [id, asTyped(format, id)]));
  for (const id of ids) {
    if (translated.has(id)) continue;
    const next = createIdIssuer(hashText(String(id))).issue(format, (candidate) => taken.has(candidate), 1001);
    if (next === undefined) throw new Error(`the format has too few ids for ${ids.length}`);
    taken.add(String(next));
    translated.set(id, next);
  }
  return translated;
}

function asTyped(format: Identifier, id: string | number): string | number {
  return format.kind === "integer" ? Number(id) : format.kind === "digits" ? String(id) : id;
}

function draw(format: Exclude<Identifier, { kind: "integer" | "digits" }>, random: Random): string {
  switch (format.kind) {
    case "any":
      return characters(random, alphabets.base36, 12);
    case "prefixed":
      return format.prefix + characters(random, alphabets[format.alphabet], format.length);
    case "uuid": {
      const hex = characters(random, alphabets.hex, 30);
      const variant = characters(random, "89ab", 1);
      return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(12, 15)}-${variant}${hex.slice(15, 18)}-${hex.slice(18)}`;
    }
  }
}

function characters(random: Random, alphabet: string, length: number): string {
  let text = "";
  while (text.length < length) text += alphabet.charAt(uniformInt(random, 0, alphabet.length - 1));
  return text;
}

/** FNV-1a, 32 bits: a seed from a string. */
export function hashText(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  }
  return value | 0;
}
