import type { Random } from "../../fixtures/worlds/random.ts";
import { moverOfAmounts, type MoveAmount } from "./amounts.ts";
import { readEpoch, readMoment, type WrittenMoment } from "./moment-text.ts";
import { moverOf, type MoveMoment } from "./moments.ts";
import type { SourceWords } from "./source-words.ts";
import type { TreatedValue } from "./treated-values.ts";
import type { Treatment } from "./treatment.ts";

/** What the replacement of a value takes from the record it is of. */
export interface RecordContext {
  /** Words of the names of the record's person. */
  readonly names: readonly string[];
  readonly moveMoment: MoveMoment;
  readonly moveAmount: MoveAmount;
}

const personNames: ReadonlySet<Treatment> = new Set(["name", "givenName", "familyName"]);

/** What is needed before the record is known: names alone do not move. */
export function namesContext(values: readonly TreatedValue[]): RecordContext {
  return {
    names: namesIn(values),
    moveMoment: (moment) => moment.write(moment.day, moment.time),
    moveAmount: (amount) => amount,
  };
}

export function recordContext(random: Random, values: readonly TreatedValue[], source: SourceWords): RecordContext {
  const moments = values.flatMap(({ treatment, value }) => (treatment === "moment" ? momentsIn(value) : []));
  const amounts = values.flatMap(({ treatment, value }) => (treatment === "amount" ? [Number(value)] : []));
  return {
    names: namesIn(values),
    moveMoment: moverOf(random, moments),
    moveAmount: moverOfAmounts(random, amounts, source),
  };
}

function namesIn(values: readonly TreatedValue[]): readonly string[] {
  const names = values.flatMap(({ treatment, value }) =>
    personNames.has(treatment) && typeof value === "string" ? (value.match(/[\p{L}\p{M}]{2,}/gu) ?? []) : [],
  );
  return [...new Set(names)];
}

function momentsIn(value: TreatedValue["value"]): readonly WrittenMoment[] {
  const moment =
    typeof value === "string" ? readMoment(value) : typeof value === "number" ? readEpoch(value) : undefined;
  return moment === undefined ? [] : [moment];
}
