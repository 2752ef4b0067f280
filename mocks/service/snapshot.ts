import { z } from "zod";
import { InputError } from "../../fixtures/input-error.ts";
import { collections as kinds, recordSchema } from "../../fixtures/worlds/world.ts";
import { eachKind, type Account } from "./accounts.ts";
import { firstTimestamp, lastTimestamp } from "./clock.ts";
import type { IdIssuer } from "./identifiers.ts";

const records = z.array(recordSchema).readonly();

/** The records of every account and the state of the id generator: plain data, equal to its JSON. */
export const recordsSnapshotSchema = z.strictObject({
  ids: z.array(z.int()).min(4).max(5).readonly(),
  accounts: z.array(z.strictObject({ id: z.string(), ...eachKind(() => records) })).readonly(),
});

export type RecordsSnapshot = z.infer<typeof recordsSnapshotSchema>;

export function takeRecords(accounts: readonly Account[], ids: IdIssuer): RecordsSnapshot {
  return {
    ids: [...ids.state],
    accounts: accounts.map((account) => ({ id: account.id, ...eachKind((kind) => account[kind].records()) })),
  };
}

/**
 * Replaces the records with those of a snapshot. Rejects with an InputError if the snapshot has other accounts, and
 * changes nothing.
 */
export async function putRecords(
  snapshot: RecordsSnapshot,
  accounts: readonly Account[],
  ids: IdIssuer,
): Promise<void> {
  const exchanges = accounts.map((account) => {
    const held = snapshot.accounts.find(({ id }) => id === account.id);
    if (held !== undefined) return { account, held };
    const others = snapshot.accounts.map(({ id }) => id).join(", ");
    const problem = `expected the account "${account.id}", got only ${others}; it is of another world`;
    throw new InputError("the snapshot", [{ at: "accounts", problem }]);
  });
  for (const { account, held } of exchanges) {
    for (const kind of kinds) await account[kind].restore(held[kind]);
  }
  ids.state = [...snapshot.ids];
}

/** A timestamp within the range of a simulation's clock, in milliseconds since 1970. */
const timestampSchema = z.number().min(firstTimestamp).max(lastTimestamp);

/** The same, for untrusted data. */
export const clockSettingSchema = z.strictObject({
  frozenAt: timestampSchema.nullable(),
  aheadMs: z
    .number()
    .min(firstTimestamp - lastTimestamp)
    .max(lastTimestamp - firstTimestamp),
});
