import { collections as kinds, type RecordData } from "../../fixtures/worlds/world.ts";
import type { Kind } from "../service/accounts.ts";
import type { Snapshot } from "../simulation/snapshot.ts";
import type { RecordsEntry, StoredChange } from "./entries.ts";

type Lists = Record<Kind, RecordData[]>;

/** The records of a state file as they are put together, line by line. */
export class StoredRecords {
  readonly #accounts = new Map<string, Lists>();

  get count(): number {
    return this.#accounts
      .values()
      .flatMap((lists) => kinds.map((kind) => lists[kind].length))
      .reduce((sum, length) => sum + length, 0);
  }

  get accounts(): Snapshot["accounts"] {
    return [...this.#accounts].map(([id, lists]) => ({ id, ...lists }));
  }

  add({ account, kind, records }: RecordsEntry): void {
    const lists = this.#accounts.get(account) ?? { users: [], subscriptions: [], invoices: [] };
    this.#accounts.set(account, lists);
    for (const record of records) lists[kind].push(record);
  }

  /** @returns whether the change follows from what there is */
  apply({ account, kind, added, removed }: StoredChange): boolean {
    const list = this.#accounts.get(account)?.[kind];
    if (list === undefined) return false;
    if (removed !== undefined) {
      if (list[removed.index]?.id !== removed.id) return false;
      list.splice(removed.index, 1);
    }
    if (added !== undefined) {
      if (added.index > list.length) return false;
      list.splice(added.index, 0, added.record);
    }
    return true;
  }
}
