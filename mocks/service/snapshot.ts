import { z } from "zod";
import { InputError } from "../../fixtures/input-error.ts";
import { collections as kinds, recordSchema } from "../../fixtures/worlds/world.ts";
import { eachKind, type Account } from "./accounts.ts";
import type { IdIssuer } from "./identifiers.ts";
import type { RateLimiter } from "./rate-limit.ts";

const records = z.array(recordSchema).readonly();

/** The records of every account and the state of the id generator: plain data, equal to its JSON. */
export const recordsSnapshotSchema = z.strictObject({
  ids: z.array(z.int()).length(4).readonly(),
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
  return new InputError("the snapshot", [
    { at: "accounts", problem: `expected the account "${missing}", got only ${held}; it is of another world` },
  ]);
}

const windowSchema = z.strictObject({ token: z.string(), endsAt: z.number(), used: z.int() });

const hiddenSchema = z.strictObject({
  account: z.string(),
  id: z.string(),
  readings: z.int().nullable().describe("`null` for any number."),
  until: z.number().nullable().describe("Milliseconds since 1970; `null` forever."),
});

/** What a service remembers of earlier requests beside its records: plain data, equal to its JSON. */
export const transientStateSchema = z.strictObject({
  windows: z.array(windowSchema).readonly().describe("The rate limit windows, one for each token."),
  hidden: z.array(hiddenSchema).readonly().describe("Users that lists do not show yet."),
});

export type TransientState = z.infer<typeof transientStateSchema>;

export function takeTransientState(accounts: readonly Account[], limiter: RateLimiter): TransientState {
  const hidden = accounts.flatMap(({ id: account, users }) =>
    users.hidden
      .all()
      .map(({ id, readings, until }) => ({ account, id, readings: finite(readings), until: finite(until) })),
  );
  return { windows: limiter.windows, hidden };
}

export function putTransientState(
  { windows, hidden }: TransientState,
  accounts: readonly Account[],
  limiter: RateLimiter,
): void {
  limiter.windows = windows;
  for (const { account, id, readings, until } of hidden) {
    const { users } = accounts.find((candidate) => candidate.id === account) ?? {};
    users?.hidden.add(id, {
      readings: readings ?? Number.POSITIVE_INFINITY,
      until: until ?? Number.POSITIVE_INFINITY,
    });
  }
}

/** JSON cannot represent Infinity. */
function finite(value: number): number | null {
  return Number.isFinite(value) ? value : null;
}
