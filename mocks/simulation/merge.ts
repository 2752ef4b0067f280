import { collections as kinds, type RecordData } from "../../fixtures/worlds/world.ts";
import { own } from "../../fixtures/own.ts";
import { eachKind, type Kind } from "../service/accounts.ts";
import type { RecordsSnapshot } from "../service/snapshot.ts";

/** The merged records, and the conflicts. */
export interface Merged {
  readonly records: RecordsSnapshot;
  /** One text for each record whose change was dropped in favor of the new world. */
  readonly conflicts: readonly string[];
}

/**
 * Loads a new world and keeps the changes made in the old one: records that were created, edited or removed since the
 * start stay so, unless the new world changes the same record.
 * @param unique fields that no two users may share
 */
export function mergeRecords(
  base: RecordsSnapshot,
  current: RecordsSnapshot,
  next: RecordsSnapshot,
  unique: readonly string[],
): Merged {
  const conflicts: string[] = [];
  const listOf = ({ accounts }: RecordsSnapshot, account: string, kind: Kind): readonly RecordData[] =>
    accounts.find(({ id }) => id === account)?.[kind] ?? [];
  const accounts = next.accounts.map((account) => {
    const { id } = account;
    const merge = (kind: Kind): readonly RecordData[] =>
      mergeList([listOf(base, id, kind), listOf(current, id, kind), account[kind]], {
        unique: kind === "users" ? unique : [],
        conflict: (text) => conflicts.push(`${id} ${kind} ${text}`),
      });
    return { ...account, ...eachKind(merge) };
  });
  for (const { id, ...lists } of current.accounts) {
    if (next.accounts.some((account) => account.id === id)) continue;
    if (kinds.some((kind) => !same(listOf(base, id, kind), lists[kind]))) conflicts.push(`${id}: ${gone}`);
  }
  return { records: { ids: current.ids, accounts }, conflicts };
}

const gone = "changed in the mock, but gone from the file; it is dropped";

interface MergeOptions {
  readonly unique: readonly string[];
  readonly conflict: (text: string) => void;
}

/** @param versions of a list: in the old world, now, and in the new world */
function mergeList(
  versions: readonly (readonly RecordData[])[],
  { unique, conflict }: MergeOptions,
): readonly RecordData[] {
  const [before, now, then] = versions.map((list) => new Map(list.map((record) => [String(record.id), record])));
  const records: RecordData[] = [];
  for (const id of new Set([...(then?.keys() ?? []), ...(now?.keys() ?? [])])) {
    const [was, is, will] = [before?.get(id), now?.get(id), then?.get(id)];
    const staysAsIs = !same(was, is) && (same(was, will) || same(is, will));
    if (!staysAsIs && !same(was, is)) {
      conflict(`${id}: ${will === undefined ? gone : "changed in the mock and in the file; the file's is taken"}`);
    }
    const record = staysAsIs ? is : will;
    const taken = will === undefined ? takenFields(record, records, unique) : [];
    if (taken.length > 0) {
      conflict(`${id}: created in the mock, but its ${taken.join(" and ")} is taken in the file; it is dropped`);
    } else if (record !== undefined) records.push(record);
  }
  return records;
}

function takenFields(
  record: RecordData | undefined,
  others: readonly RecordData[],
  unique: readonly string[],
): readonly string[] {
  return unique.filter((field) => {
    const value = record && own(record, field);
    return value !== undefined && others.some((other) => same(own(other, field), value));
  });
}

function same(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}
