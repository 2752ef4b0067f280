import { z } from "zod";
import { InputError } from "../../fixtures/input-error.ts";
import { collections as kinds, recordSchema, type RecordData } from "../../fixtures/worlds/world.ts";
import type { Account } from "./accounts.ts";
import type { IdIssuer } from "./identifiers.ts";

/** The records of every account and where the issuing of ids stands: plain data, the same as JSON. */
export const recordsSnapshotSchema = z.strictObject({
  ids: z.array(z.int()).length(4).readonly(),
  accounts: z
    .array(
      z.strictObject({
        id: z.string(),
        users: z.array(recordSchema).readonly(),
        subscriptions: z.array(recordSchema).readonly(),
        invoices: z.array(recordSchema).readonly(),
      }),
    )
    .readonly(),
});

export interface RecordsSnapshot {
  readonly ids: readonly number[];
  readonly accounts: readonly {
    readonly id: string;
    readonly users: readonly RecordData[];
    readonly subscriptions: readonly RecordData[];
    readonly invoices: readonly RecordData[];
  }[];
}

export function takeRecords(accounts: readonly Account[], ids: IdIssuer): RecordsSnapshot {
  return {
    ids: [...ids.state],
    accounts: accounts.map(({ id, users, subscriptions, invoices }) => ({
      id,
      users: users.records(),
      subscriptions: subscriptions.records(),
      invoices: invoices.records(),
    })),
  };
}

/**
 * Puts the records of a snapshot in the place of those there are.
 * Rejects with an InputError where the snapshot is of other accounts, and changes nothing.
 */
export async function putRecords(
  snapshot: RecordsSnapshot,
  accounts: readonly Account[],
  ids: IdIssuer,
): Promise<void> {
  const exchanges = accounts.map((account) => {
    const held = snapshot.accounts.find(({ id }) => id === account.id);
    if (held === undefined) throw foreign(account.id, snapshot);
    return { account, held };
  });
  for (const { account, held } of exchanges) {
    for (const kind of kinds) await account[kind].restore(held[kind]);
  }
  ids.state = [...snapshot.ids];
}

function foreign(missing: string, snapshot: RecordsSnapshot): InputError {
  const held = snapshot.accounts.map(({ id }) => id).join(", ");
  return new InputError("Snapshot", [
    { at: "accounts", problem: `expected the account "${missing}", got only ${held}; it was taken of another world` },
  ]);
}
