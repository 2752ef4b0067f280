import { z } from "zod";
import { matchPath, type RecordKind } from "../../fixtures/contract/operations.ts";
import { isObject } from "../../fixtures/json.ts";
import { own } from "../../fixtures/own.ts";
import type { SourceRecords } from "../anonymise/structure.ts";
import { idName } from "../discovery/id-names.ts";
import type { ListName } from "../discovery/list.ts";
import { ifKnown } from "../discovery/observation.ts";
import { enoughRecords, readUpTo } from "../discovery/seen-records.ts";
import type { Source } from "../discovery/source.ts";
import { idsNamedIn, subscriptionCall } from "../discovery/subscriptions.ts";
import { creationsIn } from "../target/creations.ts";
import { readEnvelope, type Members } from "../target/envelope.ts";
import { isSuccess } from "../target/exchange.ts";

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
  // The unique values in the bodies of users that this run created.
  const marks = creationsIn(source.entries).flatMap(
    ({ request }) => request.body?.match(/orgkit[0-9a-f]+-[0-9a-f]{8}/g) ?? [],
  );
  const listed = ({ records = [] }: Partial<NonNullable<typeof users>> = {}): readonly Members[] =>
    records.filter((record) => isShallow(record) && !isMarked(record, marks)).slice(0, maxTaken);
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

function isMarked(record: Members, marks: readonly string[]): boolean {
  if (marks.length === 0) return false;
  const text = JSON.stringify(record);
  return marks.some((mark) => text.includes(mark));
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
