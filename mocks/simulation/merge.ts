import { collections as kinds, type RecordData } from "../../fixtures/worlds/world.ts";
import { own } from "../../fixtures/own.ts";
import type { RecordsSnapshot } from "../service/snapshot.ts";

type AccountRecords = RecordsSnapshot["accounts"][number];

/** What became of the records, and what could not be kept. */
export interface Merged {
  readonly records: RecordsSnapshot;
  /** In words, one a record: what was given up for what the new world says. */
  readonly conflicts: readonly string[];
}

/** The same list at three moments. */
interface Versions {
  /** As the old world had it. */
  readonly base: readonly RecordData[];
  /** As it is now. */
  readonly current: readonly RecordData[];
  /** As the new world has it. */
  readonly next: readonly RecordData[];
}

/**
 * Takes over a new world without losing what was done in the old one: records that were created, edited or
 * removed since the start stay so, wherever the new world does not say something else of them.
 * @param unique fields that no two users may share
 */
export function mergeRecords(
  base: RecordsSnapshot,
  current: RecordsSnapshot,
  next: RecordsSnapshot,
  unique: readonly string[],
): Merged {
  const conflicts: string[] = [];
  const accounts = next.accounts.map((account) => {
    const list = (snapshot: RecordsSnapshot, kind: (typeof kinds)[number]): readonly RecordData[] =>
      snapshot.accounts.find(({ id }) => id === account.id)?.[kind] ?? [];
    const merge = (kind: (typeof kinds)[number]): readonly RecordData[] => {
      const versions = { base: list(base, kind), current: list(current, kind), next: account[kind] };
      const merged = mergeList(versions, kind === "users" ? unique : []);
      conflicts.push(...merged.conflicts.map((conflict) => `${account.id} ${kind} ${conflict}`));
      return merged.records;
    };
    return { ...account, users: merge("users"), subscriptions: merge("subscriptions"), invoices: merge("invoices") };
  });
  conflicts.push(...lostAccounts(base, current, next));
  return { records: { ids: current.ids, accounts }, conflicts };
}

function mergeList(
  { base, current, next }: Versions,
  unique: readonly string[],
): { readonly records: readonly RecordData[]; readonly conflicts: readonly string[] } {
  const before = byId(base);
  const now = byId(current);
  const conflicts: string[] = [];
  const records = next.flatMap((record) => {
    const id = String(record.id);
    const was = before.get(id);
    const is = now.get(id);
    const wasTouched = !same(was, is);
    if (!wasTouched || same(is, record)) return [record];
    if (same(was, record)) return is === undefined ? [] : [is];
    conflicts.push(`${id}: changed in the mock and in the file; the file's is taken`);
    return [record];
  });
  const there = byId(next);
  for (const record of current) {
    const id = String(record.id);
    if (there.has(id)) continue;
    const was = before.get(id);
    if (was === undefined) {
      const taken = unique.filter(
        (field) => Object.hasOwn(record, field) && records.some((other) => same(own(other, field), record[field])),
      );
      if (taken.length === 0) records.push(record);
      else
        conflicts.push(
          `${id}: created in the mock, but its ${taken.join(" and ")} is taken in the file; it is dropped`,
        );
    } else if (!same(was, record)) conflicts.push(`${id}: changed in the mock, but gone from the file; it is dropped`);
  }
  return { records, conflicts };
}

function lostAccounts(base: RecordsSnapshot, current: RecordsSnapshot, next: RecordsSnapshot): readonly string[] {
  return current.accounts
    .filter(({ id }) => next.accounts.every((account) => account.id !== id))
    .filter((account) => {
      const was = base.accounts.find(({ id }) => id === account.id);
      return kinds.some((kind) => !same(was?.[kind], account[kind]));
    })
    .map(({ id }: AccountRecords) => `${id}: changed in the mock, but gone from the file; it is dropped`);
}

function byId(records: readonly RecordData[]): ReadonlyMap<string, RecordData> {
  return new Map(records.map((record) => [String(record.id), record]));
}

function same(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}
