import { collections as kinds } from "../../fixtures/worlds/world.ts";
import type { Account, AccountChange, Place } from "../service/accounts.ts";
import type { Row } from "./database.ts";

/** The key of each record of each list, in its order; in front, one below all keys the list can have. */
export type Keys = Map<string, number[]>;

const keysPerList = 2 ** 32;

export function emptyKeys(accounts: readonly string[]): Keys {
  const lists = accounts.flatMap((account) => kinds.map((kind) => listOf({ account, kind })));
  return new Map(lists.map((list, index) => [list, [index * keysPerList]]));
}

export function listOf({ account, kind }: Place): string {
  return `${kind} ${account}`;
}

/** The rows that differ from those on disk. */
export class Rows {
  #keys: Keys;
  readonly #changed = new Map<number, Row | number>();
  /** All rows are to be written anew. */
  areAll: boolean;

  /** @param keys on disk; absent where there is nothing yet */
  constructor(keys: Keys | undefined) {
    this.#keys = keys ?? new Map();
    this.areAll = keys === undefined;
  }

  get areNone(): boolean {
    return this.#changed.size === 0 && !this.areAll;
  }

  change({ place, before, after }: AccountChange): void {
    const keys = this.#keys.get(listOf(place));
    if (this.areAll || keys === undefined) {
      this.areAll = true;
      return;
    }
    if (before !== undefined) {
      const [removed] = keys.splice(before.index + 1, 1);
      if (removed !== undefined) this.#changed.set(removed, removed);
    }
    if (after === undefined) return;
    const key = (keys[after.index] ?? 0) + 1;
    // There is room between two records only where one was removed.
    if (key === keys[after.index + 1]) this.areAll = true;
    keys.splice(after.index + 1, 0, key);
    this.#changed.set(key, { key, ...place, record: after.record });
  }

  /** What is to be written: rows to put, and keys of rows to delete. */
  *unsaved(accounts: readonly Account[]): Generator<Row | number> {
    if (!this.areAll) return yield* this.#changed.values();
    this.#keys = emptyKeys(accounts.map(({ id }) => id));
    for (const account of accounts) {
      for (const kind of kinds) {
        const place = { account: account.id, kind };
        const keys = this.#keys.get(listOf(place)) ?? [];
        for (const record of account[kind].records()) {
          const key = (keys.at(-1) ?? 0) + 1;
          keys.push(key);
          yield { key, ...place, record };
        }
      }
    }
  }

  saved(): void {
    this.#changed.clear();
    this.areAll = false;
  }
}
