import {
  listing,
  listOf,
  operations,
  type ListName,
  type ListOperationId,
  type OneOperationId,
} from "../../../fixtures/contract/operations.ts";
import type { Dialect } from "../../../fixtures/dialect/dialect.ts";
import { isWellFormed } from "../../../fixtures/dialect/identifier.ts";
import type { Account } from "../accounts.ts";
import type { Call, Reply } from "../call.ts";
import { envelopeOf, isTimed, successReply } from "../envelope.ts";
import { Failure } from "../failure.ts";
import type { IdIssuer } from "../identifiers.ts";
import type { RecordCollection } from "../record-collection.ts";
import type { RecordData } from "../../../fixtures/worlds/world.ts";
import { matches, readFilters, readOrder } from "../list-query.ts";
import { takePage, type ListPage } from "../paging.ts";
import type { UserRules } from "../user-rules.ts";

/** The input of an operation: an authorized request, its account, and the simulation's clock and ids. */
export interface Context {
  readonly call: Call;
  /** The decoded `{id}` of the path; empty if the path has none. */
  readonly id: string;
  readonly account: Account;
  readonly dialect: Dialect;
  /** When the request arrived: milliseconds since 1970. */
  readonly now: number;
  readonly ids: IdIssuer;
  readonly userRules: UserRules;
}

/** Lists the users of the account's organization, or only its own invoices (§4, §5), by page. */
export function list(operation: ListOperationId, context: Context): Reply | Failure {
  const { account, call } = context;
  const name = listOf(operation);
  const query = `${call.headers["host"] ?? ""}${call.path}?${call.query}`;
  const known = account[name].cached(query);
  if (known !== undefined) return known;
  const page = listPage(context, name);
  if (page instanceof Failure) return page;
  const reply = successReply(operation, context, page);
  if (!isTimed(context.dialect.responses)) account[name].cache(query, reply);
  return reply;
}

/** Hides records that were created a moment ago, if their creation says so; counts one read. */
function shown(hidden: RecordCollection["hidden"], now: number, records: readonly RecordData[]): readonly RecordData[] {
  for (const [id, { readings, until }] of hidden) {
    if ((readings !== null && readings <= 0) || (until !== null && until <= now)) hidden.delete(id);
    else if (readings !== null) hidden.set(id, { readings: readings - 1, until });
  }
  return hidden.size === 0 ? records : records.filter(({ id }) => !hidden.has(String(id)));
}

/** One page of a list of the account: filtered, sorted, then paged (§1, §4). */
function listPage({ call, account, dialect, now }: Context, name: ListName): ListPage | Failure {
  const query = new URLSearchParams(call.query);
  const order = readOrder(dialect.sorting, name, query);
  if (order instanceof Failure) return order;
  const filters = readFilters(dialect.filtering, name, query);
  const collection = account[name];
  const idName = dialect.responses.ids[operations[listing(name)].record];
  const [{ field, values } = {}] = filters;
  const [value, ...others] = values ?? [];
  // One value is looked up, since a list may be long.
  const isOne = field !== undefined && value !== undefined && others.length === 0;
  const found = isOne ? collection.having(field === idName ? "id" : field, value) : collection.all();
  const read = shown(collection.hidden, now, found);
  // Queries use the dialect's name of the id.
  const isNamed = idName !== "id" && idName !== null && query.size > 0;
  const named = isNamed ? read.map((record) => ({ ...record, [idName]: record.id })) : read;
  const filtered = filters.length === 0 ? named : named.filter((record) => matches(record, filters));
  const records = order === undefined ? filtered : filtered.toSorted(order);
  const page = takePage(records, dialect.paging[name], query, `paging.${name}`);
  return page instanceof Failure ? page : { ...page, data: collection.sent(page.data) };
}

/** The authenticated account's record with the id of the path: `GET /api/v1/subscriptions/{id}` (§4). */
export function one(operation: OneOperationId, context: Context): Reply | Failure {
  const { id, account, dialect } = context;
  const { record: kind } = operations[operation];
  const collection = account[`${kind}s`];
  const record = collection.find(id);
  if (record !== undefined) {
    return successReply(operation, context, envelopeOf(collection.sent([record])));
  }
  const { format, illFormed } = dialect.subscriptionId;
  if (kind === "subscription" && illFormed === "reject" && !isWellFormed(format, id)) {
    return new Failure("badParameter", "This is not a subscription id.", {
      rule: "subscriptionId.illFormed",
      parameter: "id",
    });
  }
  return new Failure("notFound", `There is no ${kind} with this id.`);
}
