import type { Dialect } from "../../fixtures/dialect/dialect.ts";
import { InputError } from "../../fixtures/input-error.ts";
import { resolveMoment } from "../../fixtures/worlds/moments.ts";
import type { collections, RecordData, World } from "../../fixtures/worlds/world.ts";
import { Budget, type Share } from "./budget.ts";
import { capacity, translateIds } from "./identifiers.ts";
import { RecordStore, type RecordChange } from "./record-store.ts";

/** The kinds of records an account holds. */
export type Kind = (typeof collections)[number];

/** One account of a running simulation: its own collections, which no other account's token reaches (§5). */
export interface Account extends Readonly<Record<Kind, RecordStore>> {
  readonly id: string;
  readonly name: string;
  readonly tokens: readonly Token[];
}

/** An account as plain data: what a snapshot keeps of it, and what a simulation is opened from. */
export interface AccountRecords extends Readonly<Record<Kind, readonly RecordData[]>> {
  readonly id: string;
  readonly name: string;
  readonly tokens: readonly Token[];
}

/** Subscription ids of the world to those of the dialect. */
type Ids = ReadonlyMap<string | number, string | number>;

export interface Token {
  readonly token: string;
  /** Milliseconds since 1970; absent where the token does not expire. */
  readonly expiresAt?: number;
}

/**
 * The accounts of a world as a dialect shows them: relative moments resolved, subscription ids in the
 * dialect's format wherever they stand.
 * @param now the start of the simulation, milliseconds since 1970
 * @throws InputError where the dialect's id format has too few ids for the world
 */
export function renderWorld(world: World, dialect: Dialect, now: number): readonly AccountRecords[] {
  const ids = subscriptionIds(world, dialect);
  return world.accounts.map((account) => ({
    id: account.id,
    name: account.name,
    tokens: account.tokens.map(({ token, expiresAt }) =>
      expiresAt === undefined ? { token } : { token, expiresAt: Date.parse(resolveMoment(expiresAt, now)) },
    ),
    users: account.users.map((record) => render(record, now, ids, namesSubscription)),
    subscriptions: account.subscriptions.map((record) => render(record, now, ids, (field) => field === "id")),
    invoices: account.invoices.map((record) => render(record, now, ids, namesSubscription)),
  }));
}

/** A change of the records of an account. */
export interface AccountChange {
  readonly account: string;
  readonly kind: Kind;
  readonly change: RecordChange;
}

/**
 * The collections of accounts, filled.
 * @param changed told of each record that comes or goes from now on
 */
export function openAccounts(
  accounts: readonly AccountRecords[],
  dialect: Dialect,
  changed: (change: AccountChange) => void = () => undefined,
  share?: Share,
): readonly Account[] {
  return accounts.map((account) => openAccount(account, dialect, changed, share));
}

function openAccount(
  { id, name, tokens, ...records }: AccountRecords,
  dialect: Dialect,
  changed: (change: AccountChange) => void,
  share: Share = new Budget().share(),
): Account {
  const open = (kind: Kind, unique: readonly string[] = []): RecordStore => {
    const store = new RecordStore({ unique, share, changed: (change) => changed({ account: id, kind, change }) });
    store.exchange(records[kind]);
    return store;
  };
  return {
    id,
    name,
    tokens,
    users: open("users", dialect.createUser.unique),
    subscriptions: open("subscriptions"),
    invoices: open("invoices"),
  };
}

/** A field of another record that refers to a subscription: `subscriptionId`, `subscription_id`, `subscription`. */
function namesSubscription(field: string): boolean {
  return /subscription/i.test(field);
}

function subscriptionIds(world: World, dialect: Dialect): Ids {
  const { format } = dialect.subscriptionId;
  const ids = world.accounts.flatMap((account) => account.subscriptions.map(({ id }) => id));
  if (capacity(format) < ids.length) {
    throw new InputError(`World "${world.name}" in dialect "${dialect.name}"`, [
      {
        at: "subscriptionId.format",
        problem: `allows ${capacity(format)} ids, the world has ${ids.length} subscriptions; expected a longer id`,
      },
    ]);
  }
  return translateIds(format, ids);
}

/**
 * Only whole values are replaced, so a moment or an id inside a longer text stays as it was written. The id comes
 * first, however a record was made. One that is right already stays the same object: most of a large world is never
 * copied.
 */
function render(record: RecordData, now: number, ids: Ids, isReference: (field: string) => boolean): RecordData {
  const fields = Object.keys(record);
  const replaced: [string, string | number][] = [];
  for (const field of fields) {
    const value = record[field];
    if (typeof value !== "string" && typeof value !== "number") continue;
    const next = isReference(field) ? (ids.get(value) ?? value) : resolveText(value, now);
    if (next !== value) replaced.push([field, next]);
  }
  const isAsWritten = fields[0] === "id" && replaced.length === 0;
  const { id, ...others } = record;
  return isAsWritten ? record : { id, ...others, ...Object.fromEntries(replaced) };
}

function resolveText(value: string | number, now: number): string | number {
  return typeof value === "string" ? resolveMoment(value, now) : value;
}
