import type { Dialect } from "../../fixtures/dialect/dialect.ts";
import { InputError } from "../../fixtures/input-error.ts";
import { resolveTimestamp } from "../../fixtures/worlds/timestamps.ts";
import type { RecordData, World } from "../../fixtures/worlds/world.ts";
import { capacity, translateIds, type IdIssuer } from "./identifiers.ts";
import { RecordCollection } from "./record-collection.ts";
import type { Identifier } from "../../fixtures/dialect/identifier-schema.ts";
import { collections as kinds } from "../../fixtures/contract/operations.ts";

/** The kinds of records an account holds. */
export type Kind = (typeof kinds)[number];

interface AccountOf<List> extends Readonly<Record<Kind, List>> {
  readonly id: string;
  readonly name: string;
  readonly tokens: readonly Token[];
}

/** One account of a running simulation. Its collections are its own: no other account's token reaches them (§5). */
export type Account = AccountOf<RecordCollection>;

/** An account as plain data, for opening a simulation. */
export type AccountRecords = AccountOf<readonly RecordData[]>;

/** @throws InputError if the account is unknown */
export function findAccount<Found extends { readonly id: string }>(accounts: readonly Found[], id: string): Found {
  const found = accounts.find((account) => account.id === id);
  if (found !== undefined) return found;
  const known = accounts.map((account) => account.id).join(", ");
  throw new InputError("the account", [{ at: id, problem: `unknown account; expected one of ${known}` }]);
}

export interface Token {
  readonly token: string;
  /** Milliseconds since 1970; absent if the token does not expire. */
  readonly expiresAt?: number;
}

/**
 * The accounts of a world in a dialect: relative timestamps are resolved, and subscription ids have the dialect's
 * format wherever they occur.
 * @param now the start of the simulation, milliseconds since 1970
 * @throws InputError if the dialect's id format has too few ids for the world
 */
export function renderWorld(world: World, dialect: Dialect, now: number): readonly AccountRecords[] {
  const ids = subscriptionIds(world, dialect);
  return world.accounts.map((account) => ({
    id: account.id,
    name: account.name,
    tokens: account.tokens.map(({ token, expiresAt }) =>
      expiresAt === undefined ? { token } : { token, expiresAt: Date.parse(resolveTimestamp(expiresAt, now)) },
    ),
    ...eachKind((kind) => account[kind].map((record) => render(record, now, ids, kind === "subscriptions"))),
  }));
}

/** The collections by kind of record. */
export function eachKind<Value>(of: (kind: Kind) => Value): Readonly<Record<Kind, Value>> {
  return { users: of("users"), subscriptions: of("subscriptions"), invoices: of("invoices") };
}

/** The place of a record. */
export interface Place {
  /** The id of an account. */
  readonly account: string;
  readonly kind: Kind;
}

/** A change of the records of an account. */
export interface AccountChange {
  readonly place: Place;
  /** The position from which on records may be other ones. */
  readonly index: number;
  /** Whether a person or a test made it, not a request. */
  readonly isEdit: boolean;
}

/** Options for opening the collections of accounts. */
export interface OpenOptions {
  readonly dialect: Dialect;
  /** Called for each record that is added, replaced or removed from now on. */
  readonly changed: (change: AccountChange) => void;
  /** The start of the simulation, which timestamps of new records refer to: milliseconds since 1970. */
  readonly startedAt: number;
  /** An id for a record that is created without one. */
  readonly newId: (place: Place) => string | number;
  /** Accounts whose collections are reused and refilled, so that existing references stay valid. */
  readonly reused?: readonly Account[] | undefined;
}

/** Opens the collections of accounts and fills them. */
export function openAccounts(
  accounts: readonly AccountRecords[],
  { dialect, changed, startedAt, newId, reused }: OpenOptions,
): Promise<readonly Account[]> {
  return Promise.all(
    accounts.map(async ({ id, name, tokens, ...records }) => {
      const before = reused?.find((account) => account.id === id);
      const collections = eachKind((kind) => {
        const place: Place = { account: id, kind };
        const collection =
          before?.[kind] ??
          new RecordCollection({
            kind,
            startedAt,
            newId: () => newId(place),
            changed: (index, origin) => changed({ place, index, isEdit: origin !== "call" }),
          });
        collection.unique = kind === "users" ? dialect.createUser.unique : [];
        return collection;
      });
      for (const kind of kinds) await collections[kind].restore(records[kind]);
      return { id, name, tokens, ...collections };
    }),
  );
}

/** Maps the ids in the world to those of the dialect. */
function subscriptionIds(world: World, dialect: Dialect): ReturnType<typeof translateIds> {
  const { format } = dialect.subscriptionId;
  const ids = world.accounts.flatMap((account) => account.subscriptions.map(({ id }) => id));
  if (capacity(format) < ids.length) {
    throw new InputError(`world "${world.name}" in dialect "${dialect.name}"`, [
      {
        at: "subscriptionId.format",
        problem: `allows ${capacity(format)} ids, the world has ${ids.length} subscriptions; expected a longer id`,
      },
    ]);
  }
  return translateIds(format, ids);
}

/**
 * Replaces references to a subscription in `subscriptionId`, `subscription_id` and `subscription`. Only whole values
 * are replaced, so ids inside a longer text stay. The id becomes the first member. Records that need no change stay the
 * same object, so most of a large world is never copied.
 */
function render(
  record: RecordData,
  now: number,
  ids: ReturnType<typeof translateIds>,
  isSubscription: boolean,
): RecordData {
  const fields = Object.keys(record);
  const replaced: [string, string | number][] = [];
  for (const field of fields) {
    const value = record[field];
    if (typeof value !== "string" && typeof value !== "number") continue;
    const isReference = isSubscription ? field === "id" : /subscription/i.test(field);
    const next = isReference
      ? (ids.get(value) ?? value)
      : typeof value === "string"
        ? resolveTimestamp(value, now)
        : value;
    if (next !== value) replaced.push([field, next]);
  }
  const isAsWritten = fields[0] === "id" && replaced.length === 0;
  const { id, ...others } = record;
  return isAsWritten ? record : { id, ...others, ...Object.fromEntries(replaced) };
}

/** Id formats for kinds that have no dialect key. */
const invoiceId: Identifier = { kind: "prefixed", prefix: "inv_", alphabet: "base36", length: 10 };

/** Issues an id for a new record of this kind, in the dialect's format. */
export function issueId(
  kind: Kind,
  records: RecordCollection,
  { createUser, subscriptionId }: Dialect,
  ids: IdIssuer,
): string | number {
  const format = { users: createUser.id, subscriptions: subscriptionId.format, invoices: invoiceId }[kind];
  const next = records.nextNumber;
  return ids.issue(format, (id) => records.find(id) !== undefined, next) ?? `${kind}-${next}`;
}
