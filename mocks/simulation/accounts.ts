import type { Dialect } from "../../fixtures/dialect/dialect.ts";
import { InputError } from "../../fixtures/input-error.ts";
import { resolveMoment } from "../../fixtures/worlds/moments.ts";
import type { Account as WorldAccount, RecordData, World } from "../../fixtures/worlds/world.ts";
import { capacity, translateIds } from "./identifiers.ts";
import { RecordStore } from "./record-store.ts";

/** One account of a running simulation: its own collections, which no other account's token reaches (§5). */
export interface Account {
  readonly id: string;
  readonly name: string;
  readonly tokens: readonly Token[];
  readonly users: RecordStore;
  readonly subscriptions: RecordStore;
  readonly invoices: RecordStore;
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
export async function openAccounts(world: World, dialect: Dialect, now: number): Promise<readonly Account[]> {
  const ids = subscriptionIds(world, dialect);
  return Promise.all(world.accounts.map((account) => openAccount(account, dialect, ids, now)));
}

async function openAccount(source: WorldAccount, dialect: Dialect, ids: Ids, now: number): Promise<Account> {
  const fill = async (
    records: readonly RecordData[],
    store: RecordStore,
    isReference: (field: string) => boolean,
  ): Promise<RecordStore> => {
    for (const record of records) await store.add(render(record, now, ids, isReference));
    return store;
  };
  return {
    id: source.id,
    name: source.name,
    tokens: source.tokens.map(({ token, expiresAt }) =>
      expiresAt === undefined ? { token } : { token, expiresAt: Date.parse(resolveMoment(expiresAt, now)) },
    ),
    users: await fill(source.users, new RecordStore(dialect.createUser.unique), namesSubscription),
    subscriptions: await fill(source.subscriptions, new RecordStore(), (field) => field === "id"),
    invoices: await fill(source.invoices, new RecordStore(), namesSubscription),
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

/** Only whole values are replaced, so a moment or an id inside a longer text stays as it was written. */
function render(record: RecordData, now: number, ids: Ids, isReference: (field: string) => boolean): RecordData {
  const entries = Object.entries(record).map(([field, value]) => {
    if (typeof value !== "string" && typeof value !== "number") return [field, value];
    if (isReference(field)) return [field, ids.get(value) ?? value];
    return [field, typeof value === "string" ? resolveMoment(value, now) : value];
  });
  return { id: record.id, ...Object.fromEntries(entries) };
}
