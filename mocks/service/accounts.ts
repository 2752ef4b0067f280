import { collections, kindOf, kinds, type CollectionName } from "../../fixtures/contract/record-kinds.ts";
import type { Dialect } from "../../fixtures/dialect/dialect.ts";
import { idFormat } from "../../fixtures/dialect/identifier.ts";
import { inputError } from "../../fixtures/input/input-error.ts";
import { mapNames, type Json } from "../../fixtures/values/json.ts";
import { resolveTimestamp } from "../../fixtures/worlds/timestamps.ts";
import { recordLists, type RecordList, type RecordData } from "../../fixtures/worlds/records.ts";
import type { World } from "../../fixtures/worlds/world.ts";
import { capacity, translateIds, type IdIssuer } from "./identifiers.ts";
import { RecordCollection, type RecordCollectionOptions } from "./record-collection.ts";

type TranslatedIds = ReturnType<typeof translateIds>;

interface AccountOf<List> extends Readonly<Record<CollectionName, List>> {
  readonly id: string;
  readonly name: string;
  readonly tokens: readonly Token[];
}

/** One account of a running simulation. Its collections are its own: no other account's token reaches them (§5). */
export type Account = AccountOf<RecordCollection>;

/** An account as it is when a simulation starts. */
export type StartingAccount = AccountOf<RecordList>;

/** @throws InputError if the account is unknown */
export function findAccount<Any extends { readonly id: string }>(accounts: readonly Any[], id: string): Any {
  const account = accounts.find((candidate) => candidate.id === id);
  if (account !== undefined) return account;
  const accountIds = accounts.map((one) => one.id).join(", ");
  throw inputError("the account", id, `unknown account; expected one of ${accountIds}`);
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
export function renderWorld(world: World, dialect: Dialect, now: number): readonly StartingAccount[] {
  const ids = translateSubscriptionIds(world, dialect);
  return world.accounts.map((account) => {
    const lists = recordLists(account);
    return {
      id: account.id,
      name: account.name,
      tokens: account.tokens.map(({ token, expiresAt }) =>
        expiresAt === undefined ? { token } : { token, expiresAt: Date.parse(resolveTimestamp(expiresAt, now)) },
      ),
      ...mapNames(collections, (kind) => lists[kind].map((record) => renderRecord(record, kind, now, ids))),
    };
  });
}

/**
 * Opens the collections of accounts and fills them.
 * @param reused accounts whose collections are refilled, so that existing references stay valid
 */
export function openAccounts(
  accounts: readonly StartingAccount[],
  { createUser }: Dialect,
  options: Omit<RecordCollectionOptions, "kind">,
  reused: readonly Account[] = [],
): Promise<readonly Account[]> {
  return Promise.all(
    accounts.map(async ({ id, name, tokens, ...records }) => {
      const before = reused.find((account) => account.id === id);
      const lists = mapNames(collections, (kind) => before?.[kind] ?? new RecordCollection({ ...options, kind }));
      lists.users.unique = createUser.unique;
      for (const kind of collections) await lists[kind].restore(records[kind]);
      return { id, name, tokens, ...lists };
    }),
  );
}

/** Maps the ids in the world to those of the dialect. */
function translateSubscriptionIds(world: World, dialect: Dialect): TranslatedIds {
  const { format } = dialect.subscriptionId;
  const ids = world.accounts.flatMap((account) => account.subscriptions.map(({ id }) => id));
  if (capacity(format) >= ids.length) return translateIds(format, ids);
  const problem = `allows ${capacity(format)} ids, the world has ${ids.length} subscriptions; expected a longer id`;
  throw inputError(`world "${world.name}" in dialect "${dialect.name}"`, "subscriptionId.format", problem);
}

/**
 * Replaces references to a subscription in `subscriptionId`, `subscription_id` and `subscription`. Only whole values
 * are replaced, so ids inside a longer text stay. The id becomes the first member. Records that need no change stay the
 * same object, so most of a large world is never copied.
 */
function renderRecord(record: RecordData, kind: CollectionName, now: number, ids: TranslatedIds): RecordData {
  const renderValue = (field: string, value: Json): Json => {
    if (typeof value !== "string" && typeof value !== "number") return value;
    if (kind === "subscriptions" ? field === "id" : /subscription/i.test(field)) return ids.get(value) ?? value;
    return typeof value === "string" ? resolveTimestamp(value, now) : value;
  };
  const fields = Object.keys(record);
  let changed: (Record<string, Json> & Pick<RecordData, "id">) | undefined;
  if (fields[0] !== "id") {
    const { id, ...others } = record;
    changed = { id, ...others };
  }
  for (const field of fields) {
    const value = record[field] ?? null;
    const rendered = renderValue(field, value);
    if (rendered !== value) (changed ??= { ...record })[field] = rendered;
  }
  return changed ?? record;
}

/** Issues an id for a new record of a list, in the dialect's format. */
export function issueId(list: RecordCollection, dialect: Dialect, ids: IdIssuer): string | number {
  const kind = kindOf(list.kind);
  const format = idFormat(kind, dialect) ?? { kind: "prefixed", alphabet: "base36", ...kinds[kind].id };
  const next = list.nextNumber;
  return ids.issue(format, (id) => list.find(id) !== undefined, next) ?? `${list.kind}-${next}`;
}
