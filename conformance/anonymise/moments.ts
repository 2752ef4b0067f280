import { uniformInt } from "pure-rand/distribution/uniformInt";
import type { Random } from "../../fixtures/worlds/random.ts";
import { tryOften } from "./made-up-word.ts";
import { readEpoch, readMoment, type WrittenMoment } from "./moment-text.ts";
import type { SourceWords } from "./source-words.ts";

/** How the moments of one record are moved: all by as many days, and their times of day so that none passes another. */
export type MoveMoment = (moment: WrittenMoment) => string | number;

/** The earliest and the last days that a year of four digits can write: what is written with them means "never". */
const never = { before: dayCount("0002-01-01"), after: dayCount("9999-01-01") };

const attempts = 20;

/**
 * Moves the moments of one record into the past, four weeks at most: what has happened stays in the past, and which moment comes before
 * which stays the same.
 */
export function moverOf(random: Random, moments: readonly WrittenMoment[]): MoveMoment {
  const days = -uniformInt(random, 1, 28);
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const move = withBentDay(days, uniformInt(random, 1, 999) / 1000, uniformInt(random, 1, 999) / 1000);
    if (keepsOrder(moments, move)) return move;
  }
  return (moment) => moved(moment, days, moment.time);
}

/** Midnight stays midnight; the time `from` becomes `to`, and those around it follow. */
function withBentDay(days: number, from: number, to: number): MoveMoment {
  const bent = (time: number): number =>
    time < from ? (time / from) * to : to + ((time - from) / (1 - from)) * (1 - to);
  return (moment) =>
    moved(moment, days, moment.time === undefined || moment.time === 0 ? moment.time : bent(moment.time));
}

function moved(moment: WrittenMoment, days: number, time: number | undefined): string | number {
  const isNever = moment.day < never.before || moment.day >= never.after;
  return isNever ? moment.write(moment.day, moment.time) : moment.write(moment.day + days, time);
}

function keepsOrder(moments: readonly WrittenMoment[], move: MoveMoment): boolean {
  const pairs = moments
    .map((moment) => {
      const made = move(moment);
      const after = typeof made === "number" ? readEpoch(made) : readMoment(made);
      return { before: moment.instant, after: after?.instant ?? Number.NaN };
    })
    .toSorted((one, other) => one.before - other.before || one.after - other.after);
  return pairs.every(({ after }, index) => index === 0 || (pairs[index - 1]?.after ?? 0) <= after);
}

/** A day of birth some years away, so that the age stays about the same; in the same format. */
export function otherBirthDate(random: Random, moment: WrittenMoment, source: SourceWords): string {
  const draw = (): string => String(moment.write(moment.day + uniformInt(random, -1500, 1500), moment.time));
  return tryOften(draw, (made) => source.isFree(made), 200) ?? draw();
}

function dayCount(date: string): number {
  return Date.parse(`${date}T00:00:00Z`) / 86_400_000;
}
