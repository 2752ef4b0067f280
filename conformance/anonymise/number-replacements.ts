import { uniformInt } from "pure-rand/distribution/uniformInt";
import { pick, type Random } from "../../fixtures/worlds/random.ts";
import { decimalsOf, moverOfAmounts } from "./amounts.ts";
import type { Ids } from "./ids.ts";
import { readEpoch } from "./moment-text.ts";
import type { RecordContext } from "./record-context.ts";
import type { SourceWords } from "./source-words.ts";
import type { Treatment } from "./treatment.ts";
import type { Words } from "./words.ts";

/** Replaces a number as it is to be treated. */
export type ReplaceNumber = (treatment: Treatment, value: number, context: RecordContext) => number;

export interface NumberMakers {
  readonly random: Random;
  readonly ids: Ids;
  readonly words: Words;
  readonly source: SourceWords;
}

export function createNumberReplacements({ random, ids, words, source }: NumberMakers): ReplaceNumber {
  return (treatment, value, { moveMoment, moveAmount }) => {
    switch (treatment) {
      case "id":
        return Number(ids.of(String(value)) ?? value);
      case "digits":
        return withOtherDigits(value, words);
      case "moment": {
        const moment = readEpoch(value);
        return moment === undefined ? value : Number(moveMoment(moment));
      }
      case "birthYear":
        return value + pick(random, [-4, -3, -2, -1, 1, 2, 3, 4]);
      case "amount":
        return moveAmount(value);
      case "loneAmount":
        return moverOfAmounts(random, [value], source)(value);
      case "position":
        return otherPosition(random, value);
      case "age":
        return value < 20 ? value + pick(random, [-1, 1]) : moverOfAmounts(random, [value], source)(value);
      default:
        return value;
    }
  };
}

/** Some hundred kilometres away at least: up to ten degrees, with as many decimals, and on the globe. */
export function otherPosition(random: Random, degrees: number): number {
  const decimals = Math.min(decimalsOf(degrees), 12);
  const away = uniformInt(random, 3_000_000, 9_999_999) / 1_000_000;
  const moved =
    Math.abs(degrees) > 70 || uniformInt(random, 0, 1) === 0 ? degrees - Math.sign(degrees) * away : degrees + away;
  return Number(moved.toFixed(decimals));
}

function withOtherDigits(value: number, words: Words): number {
  const made = String(value).replaceAll(/\d+/g, (digits) => words.digits(digits));
  const number = Number(made);
  return Number.isFinite(number) && (!Number.isInteger(number) || Number.isSafeInteger(number)) ? number : 0;
}
