import { z } from "zod";
import { matchPath, type RecordKind } from "../../fixtures/contract/operations.ts";
import { isObject, jsonText } from "../../fixtures/json.ts";
import { own } from "../../fixtures/own.ts";
import type { SourceRecords } from "../anonymise/structure.ts";
import { jsonOf } from "../discovery/creation.ts";
import { isId } from "../discovery/generalize/identifier.ts";
import { idName } from "../discovery/id-names.ts";
import { leavesOf } from "../discovery/leaves.ts";
import type { ListName } from "../discovery/list.ts";
import { ifKnown } from "../discovery/observation.ts";
import { enoughRecords, readUpTo } from "../discovery/seen-records.ts";
import type { Source } from "../discovery/source.ts";
import { idsNamedIn, subscriptionCall } from "../discovery/subscriptions.ts";
import { creationsIn } from "../target/creations.ts";
import { readEnvelope, type Members } from "../target/envelope.ts";
import { isSuccess } from "../target/exchange.ts";
import { parseJson } from "../target/parse-json.ts";
import { canonical, objectsOf } from "../target/records.ts";

/** Further pages are read for a world until it has this many users, and as many invoices. */
export const maxSampled = 200;

/** The maximum number of records per list from responses already received. */
const maxTaken = 1000;

/** The maximum number of subscriptions to read for a world. */
const maxSubscriptions = 24;

/** Records of a target as received, without users that the run itself created. */
export interface Sample {
  readonly records: SourceRecords;
  /** The total of each list; absent if it could not be read. */
  readonly totals: Readonly<Partial<Record<ListName, number>>>;
}

/**
 * Collects records.
 * @param requestsLeft for a world, the remaining requests: a third of them for the pages of each list, the rest for
 * subscriptions that records refer to
 */
export async function takeSample(source: Source, requestsLeft?: number): Promise<Sample> {
  const extent =
    requestsLeft === undefined
      ? enoughRecords
      : { records: maxSampled, pages: enoughRecords.pages + Math.floor(requestsLeft / 3) };
  const users = await ifKnown(readUpTo(source, "users", extent));
  const invoices = await ifKnown(readUpTo(source, "invoices", extent));
  const isCreated = await createdUsers(source);
  const listed = ({ records = [] }: Partial<NonNullable<typeof users>> = {}): readonly Members[] =>
    records.filter((record) => isShallow(record) && !isCreated(record)).slice(0, maxTaken);
  const named = idsNamedIn(source, [...listed(invoices), ...listed(users)]).map(String);
  const ids = requestsLeft === undefined ? [] : [...new Set([...(source.target.ids.subscription ?? []), ...named])];
  for (const id of ids.slice(0, maxSubscriptions)) await source.ask(subscriptionCall(id, "a known id"));
  return {
    records: {
      users: await identified(source, "user", listed(users)),
      subscriptions: await identified(source, "subscription", subscriptionsIn(source)),
      invoices: await identified(source, "invoice", listed(invoices)),
    },
    totals: {
      ...(users === undefined ? {} : { users: users.page.total }),
      ...(invoices === undefined ? {} : { invoices: invoices.page.total }),
    },
  };
}

/** Records from responses already received, without duplicates. */
function subscriptionsIn({ entries }: Source): readonly Members[] {
  const records = entries
    .filter(({ call: { path, as } }) => as === undefined && path !== undefined && matchPath(path)?.id !== undefined)
    .flatMap(({ exchange }) => (isSuccess(exchange) ? (readEnvelope(exchange.response).data ?? []) : []))
    .filter(isObject)
    .filter((record) => isShallow(record));
  return [...new Map(records.map((record) => [JSON.stringify(record), record])).values()];
}

/** A record with a hundred levels is too deep for a world. */
function isShallow(value: unknown, levels = 100): boolean {
  if (typeof value !== "object" || value === null) return true;
  return levels > 0 && Object.values(value).every((member) => isShallow(member, levels - 1));
}

/**
 * Whether this run created a user: by a unique value in the body, by the user in the response, or, if the response has
 * none, by all values of the body.
 */
async function createdUsers(source: Source): Promise<(record: Members) => boolean> {
  const creations = creationsIn(source.entries);
  const marks = creations.flatMap(({ request }) => request.body?.match(/orgkit[0-9a-f]+-[0-9a-f]{8}/g) ?? []);
  const returned = creations.map(({ response }) =>
    objectsOf((response === undefined ? undefined : readEnvelope(response).data) ?? []),
  );
  const { name = "id" } = (await ifKnown(idName(source, "user"))) ?? {};
  const idOf = (record: Members): unknown => (name === null ? undefined : own(record, name));
  const ids = new Set(returned.flat().map(idOf).filter(isId));
  const records = new Set(returned.flat().map(canonical));
  const bodies = creations
    .filter((_, index) => returned[index]?.length === 0)
    .map(({ request }) => valuesIn(parseJson(request.body ?? "")))
    .filter((values) => values.length > 1);
  return (record) => {
    const [text, id] = [JSON.stringify(record), idOf(record)];
    if (isId(id) && ids.has(id)) return true;
    if (records.has(canonical(record)) || marks.some((mark) => text.includes(mark))) return true;
    const values = new Set(valuesIn(record));
    return bodies.some((sent) => sent.every((value) => values.has(value)));
  };
}

/** The values in a body or a record, as texts: a service may convert them. */
function valuesIn(members: unknown): readonly string[] {
  return isObject(members) ? leavesOf(jsonOf(members)).map(({ value }) => jsonText(value ?? "")) : [];
}

const recordsSchema = z.array(z.record(z.string(), z.json()));

/** Records for a world: with their id as `id`, whatever the target calls it. */
async function identified(
  source: Source,
  kind: RecordKind,
  records: readonly Members[],
): Promise<SourceRecords["users"]> {
  const { name = "id" } = (await ifKnown(idName(source, kind))) ?? {};
  const named = records.map((record) => {
    const id = name === null ? undefined : own(record, name);
    if (name === null || name === "id" || id === undefined) return record;
    const { [name]: _, id: __, ...others } = record;
    return { id, ...others };
  });
  return recordsSchema.parse(named);
}
