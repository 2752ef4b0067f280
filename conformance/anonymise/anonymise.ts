import { isObject, type Json, type JsonObject } from "../../fixtures/json.ts";
import type { SimpleFaker } from "@faker-js/faker";
import { stringify } from "yaml";
import { collections, worldSchema, type World } from "../../fixtures/worlds/world.ts";
import { createCodes } from "./codes.ts";
import { fieldKindOf } from "./fields.ts";
import { createLexicon, retryUntil } from "./lexicon.ts";
import { daysAfter } from "./timestamps.ts";
import { memberOf, type Scalar, scalarsIn, type SourceRecords, structureOf, treatmentOf } from "./structure.ts";
import type { SourceWords } from "./words.ts";
import type { Replacement, Treatment } from "./replacement-log.ts";
import { createTexts } from "./texts.ts";

export interface Anonymised {
  /** One account with a made-up token, and records without any personal data of the source. */
  readonly world: World;
  /** What was kept and what was replaced; contains no value of the source. */
  readonly replaced: readonly Replacement[];
}

export interface AnonymiseOptions {
  readonly records: SourceRecords;
  /** The same seed and records give the same world. With the seed, shifted dates and amounts can be restored. */
  readonly seed: number;
}

/**
 * Makes a world of a service's records, with personal data replaced: every value that is not shown to be structure is
 * made up.
 */
export function anonymise({ records: given, seed }: AnonymiseOptions): Anonymised {
  const { records, source, keptAt, treatmentAt, keepsKey } = structureOf(given);
  const lexicon = createLexicon(seed, source, /[\p{sc=Hira}\p{sc=Kana}]/u.test(JSON.stringify(records)));
  const { helpers, number, string } = lexicon.faker;
  const codes = createCodes(lexicon, source);
  const textFor = createTexts(lexicon, codes, source);
  const moverOf = (amounts: readonly number[]): MoveAmount => createAmountShift(lexicon.faker, amounts, source);
  const days = -number.int({ min: 1, max: 28 });
  const replaced: Replacement[] = [];

  const replacementOf = (value: string | number, path: string, treatment: Treatment, move?: MoveAmount): Scalar => {
    const text = String(value);
    switch (treatment) {
      case "repeated":
      case "public":
      case "small":
        return value;
      case "attribute":
        return helpers.arrayElement(keptAt(path));
      case "timestamp":
        return daysAfter(value, days) ?? value;
      case "birth":
        return retryUntil(source.isFree, () => String(daysAfter(text, number.int({ min: -1500, max: 1500 }))));
      case "year":
        return Number(text) - number.int({ min: 1, max: 4 });
      case "amount":
      case "number": {
        const moved = (treatment === "amount" && move ? move : moverOf([Number(text)]))(Number(text));
        return value === text
          ? text.replace(/[\d.]+/, Math.abs(moved).toFixed(text.split(".")[1]?.length ?? 0))
          : moved;
      }
      case "id": {
        const made = codes.of(text);
        return value === text ? made : Number(made);
      }
      default:
        return textFor(text, fieldKindOf(path) === "given");
    }
  };

  /** @param shown the path for output: without keys of the source that are replaced */
  const rewritten = (value: Json, path: string, shown: string, move: MoveAmount): Json => {
    if (Array.isArray(value)) return value.map((item) => rewritten(item, `${path}[]`, `${shown}[]`, move));
    if (isObject(value)) {
      const members = new Map<string, Json>();
      for (const [key, member] of Object.entries(value)) {
        if (key === "__proto__") continue;
        const isKept = keepsKey(path, key);
        let name = isKept ? key : String(replacementOf(key, "", treatmentOf(key, undefined) ?? "text"));
        while (members.has(name)) name += "2";
        members.set(name, rewritten(member, memberOf(path, key), `${shown}.${isKept ? key : "*"}`, move));
      }
      return Object.fromEntries(members);
    }
    const treatment = treatmentAt(path, value);
    if (treatment === undefined || value === null || typeof value === "boolean") return value;
    replaced.push({ path: shown, treatment });
    return replacementOf(value, path, treatment, move);
  };

  // Processes ids and names before any record is written, so that a text which mentions them agrees with the record,
  // whichever comes first. Ids are processed field by field, since those of one field share a format; the records' own
  // ids have a separate one.
  const treated = (record: JsonObject, name: string) =>
    scalarsIn(record, name).map(([path, value]) => ({
      path,
      text: String(value),
      treatment: treatmentAt(path, value),
    }));
  const all = collections.flatMap((name) => records[name].flatMap((record) => treated(record, name)));
  const ids = Map.groupBy(
    all.filter(({ treatment }) => treatment === "id"),
    ({ path }) => path,
  );
  const isOwn = (path: string): boolean => /^\w+\.id$/.test(path);
  for (const [, found] of [...ids].toSorted(([one], [other]) => Number(isOwn(other)) - Number(isOwn(one))))
    codes.learn(found.map(({ text }) => text));
  // A known given name does not count as a family name later.
  for (const isGiven of [true, false]) {
    for (const { path, text, treatment } of all)
      if (treatment === "name" && isGiven === (fieldKindOf(path) === "given")) textFor(text, isGiven);
  }
  const made = collections.map((name) => [
    name,
    records[name].map((record) => {
      const amounts = treated(record, name).filter(({ treatment }) => treatment === "amount");
      return rewritten(record, name, name, moverOf(amounts.map(({ text }) => Number(text))));
    }),
  ]);
  const code = (prefix: string): string =>
    retryUntil(source.isFree, () => prefix + string.alphanumeric({ length: 12, casing: "lower" }));
  const account = { id: code("acct_"), name: "account", tokens: [code("learned_")], ...Object.fromEntries(made) };
  return { world: worldSchema.parse({ name: "learned", accounts: [account] }), replaced };
}

/** The world as YAML, as `orgkit mock --world FILE` reads it. */
export function writeWorld(world: World): string {
  const heading =
    "# A world learned from a live service: its records with every personal value replaced.\n" +
    "# Names, addresses, numbers and texts in it are made up.\n";
  const accounts = world.accounts.map(({ id, name, tokens, ...records }) => ({
    id,
    name,
    tokens: tokens.map((token) => (token.expiresAt === undefined ? token.token : token)),
    ...records,
  }));
  const written = { ...world, description: world.description || undefined, accounts };
  return heading + stringify(written, { lineWidth: 0, aliasDuplicateObjects: false });
}

/** A shifted amount with the same number of decimals. */
type MoveAmount = (amount: number) => number;

/**
 * Lowers all amounts of one record by the same part, 2 to 15 %, with the same number of decimals. So a total stays the
 * sum of its parts: exactly if they have a large common divisor, otherwise as far as rounding allows. Amounts too small
 * for that increase by one.
 */
export function createAmountShift(
  { number }: SimpleFaker,
  amounts: readonly number[],
  source: SourceWords,
): MoveAmount {
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
      if (!Number.isSafeInteger(units)) return Number((amount * part).toFixed(decimalsOf(amount)));
      const moved = count < 8 ? Math.round(units * part) : (units / divisor) * other;
      return Number(`${moved === units ? units + Math.sign(units) : moved}e-${decimals}`);
    };
  };
  // By chance, some equal a telephone number or a postcode of the source.
  const isGood = (move: MoveAmount): boolean => amounts.every((amount) => source.isFree(String(move(amount))));
  return retryUntil(isGood, draw);
}

function decimalsOf(amount: number): number {
  let decimals = 0;
  while (decimals < 20 && Number(amount.toFixed(decimals)) !== amount) decimals += 1;
  return decimals;
}

function greatestCommonDivisor(one: number, other: number): number {
  return other === 0 ? Math.abs(one) : greatestCommonDivisor(other, one % other);
}
