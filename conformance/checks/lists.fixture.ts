import type { Call } from "../target/call.ts";
import { findRequirement } from "./catalogue.ts";
import type { Outcome } from "./check.ts";
import { envelope, scriptedSession, type ScriptedResponse } from "./scripted-session.fixture.ts";

/** N records, each with its own number and address. */
export function people(count: number): readonly object[] {
  return Array.from({ length: count }, (_, index) => ({
    employeeNumber: 100 + 3 * index,
    mail: `p${index}@x.example`,
  }));
}

/** In another order, depending on the seed. */
export function shuffle(all: readonly object[], seed: number): readonly object[] {
  const at = (index: number): number => (Math.sin((index + 1) * (seed + 12.9898)) * 43_758.5453) % 1;
  return all
    .map((row, index) => ({ row, at: at(index) }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ row }) => row);
}

/** The nth request for a list, from 1. */
export type Answer = (query: Readonly<Record<string, string>>, nth: number, call: Call) => ScriptedResponse;

export const users = people(47);

/** Judges both rules on the list of users, and PATH-01. */
export async function judge(answer: Answer, rules = ["PAGE-01", "TOTAL-01"]): Promise<readonly Outcome[]> {
  let nth = 0;
  const session = scriptedSession(
    {},
    {
      answer: (call) => {
        if (call.operation !== "listUsers") return envelope([]);
        nth += 1;
        return answer(call.query ?? {}, nth, call);
      },
    },
  );
  const outcomes: Outcome[] = [];
  for (const id of rules) {
    const requirement = findRequirement(id);
    if (requirement === undefined) throw new Error(`unknown requirement ${id}`);
    outcomes.push(await requirement.judge(session, "listUsers"));
  }
  return outcomes;
}

export const statuses = async (answer: Answer): Promise<readonly string[]> =>
  (await judge(answer)).map(({ status }) => status);

/** A page of five by `page` and `limit`, at most fifty. */
export function page(
  all: readonly object[],
  query: Readonly<Record<string, string>>,
  total = all.length,
): ScriptedResponse {
  const size = Math.min(Number(query["limit"] ?? 5), 50);
  const number = Number(query["page"] ?? 1);
  return envelope(all.slice((number - 1) * size, number * size), number, total);
}

export const isPage = (query: Readonly<Record<string, string>>, number: number): boolean =>
  query["page"] === String(number) && query["limit"] === undefined;

/** Pages of five by `cursor` and `limit`, which have a total of their own. */
export function led(all: readonly object[], total: (data: readonly object[], size: number) => number): Answer {
  return ({ cursor = "c0", limit = "5" }) => {
    const [start, size] = [Number(cursor.slice(1)), Number(limit)];
    const data = all.slice(start, start + size);
    const next = start + size < all.length ? `c${start + size}` : null;
    return { json: { data, meta: { page: 1, total: total(data, size), next } } };
  };
}

/** A user created by another client, first in the list. */
export const joined = (count: number): readonly object[] =>
  Array.from({ length: count }, (_, index) => ({
    employeeNumber: 9000 - index,
    mail: `n${index}@x.example`,
  })).toReversed();
