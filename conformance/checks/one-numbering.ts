import { servedIn } from "../places/places.ts";
import { memoize } from "../target/memoize.ts";
import { numbered } from "../target/record-values.ts";
import { pageIn } from "../target/records.ts";
import type { Session } from "../target/session.ts";
import { accounts, hasTokenOf } from "./plain-lists.ts";

/** Ids of the users of an account, and how many users it has. */
export interface UserIds {
  readonly ids: readonly string[];
  readonly total: number;
}

/** The bits of chance above which numbers that never coincide are no coincidence. */
const enoughBits = 12;

/** How far numbers from 1 may exceed the number of records, since some may be deleted. */
const afterDeletion = { factor: 1.5, more: 3 } as const;

/** Whether one sequence numbers the users of both accounts, so that no id is given in both. */
export const areUsersNumberedTogether = memoize(async (session: Session): Promise<boolean> => {
  const served = await servedIn(session, "listUsers");
  const [mine, theirs] = accounts.map((name): UserIds => {
    const pages = served.filter(hasTokenOf(name)).flatMap(({ exchange }) => pageIn(exchange) ?? []);
    const keys = new Set(pages.flatMap((page) => page.keys));
    return { ids: [...keys].map(idIn), total: Math.max(0, ...pages.map(({ total }) => total)) };
  });
  const isShared = mine?.ids.some((id) => theirs?.ids.includes(id)) ?? true;
  return mine !== undefined && theirs !== undefined && !isShared && areNumberedTogether(mine, theirs);
});

/** The id in the key of a record: `17` of `id=17`. */
export function idIn(key: string): string {
  return key.replace(/^\w+=/, "");
}

/**
 * Whether the users of two accounts, none of them in both, are numbered in one sequence: one account's numbers are
 * those that the other's leave out, or continue them.
 */
export function areNumberedTogether(one: UserIds, other: UserIds): boolean {
  return isBeside(one, other) || isBeside(other, one);
}

function isBeside(own: UserIds, other: UserIds): boolean {
  const [mine, theirs] = [own.ids.map(numbered), other.ids.map(numbered)];
  const [first] = mine;
  if (first === undefined || [...mine, ...theirs].some((one) => one?.template !== first.template)) return false;
  const numbersOf = (all: typeof mine): readonly number[] => all.map((one) => one?.number ?? 0);
  const [known, others] = [numbersOf(mine), numbersOf(theirs)];
  const [min, max] = [Math.min(...known), Math.max(...known)];
  const isFurther = Math.max(...others) - min >= afterDeletion.factor * other.total + afterDeletion.more;
  if (isFurther && Math.min(...others) > max) return true;
  if (known.length < own.total) return false;
  const between = others.filter((number) => number > min && number < max).length;
  const isLeftOut = 1 - known.length / (max - min + 1);
  return between > 0 && between * -Math.log2(isLeftOut) >= enoughBits;
}
