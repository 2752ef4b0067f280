import { isObject } from "../../../fixtures/json.ts";
import { z } from "zod";
import type { SourceRecords } from "../../anonymise/records.ts";
import { readEnvelope, type Members } from "../../target/envelope.ts";
import { creationsIn } from "../../target/creations.ts";
import { isSuccess } from "../../target/exchange.ts";
import { isUnset, type Answer } from "../finding.ts";
import { requestsLeft, type Learning } from "../learning.ts";
import type { ListName } from "./list.ts";
import { readUpTo } from "./records.ts";
import { askSubscription, idsNamedIn } from "./subscriptions.ts";

/** Further pages are read for a world until it has so many users, and as many invoices. */
export const mostSampled = 200;

/** What was read anyway is taken up to so many records of a list. */
const mostTaken = 1000;

/** So many subscriptions are read for a world. */
const mostSubscriptions = 24;

/** Records of a target as they were received, but for users whom the run itself created. */
export interface Sample {
  readonly records: SourceRecords;
  /** How many there are of each list; absent where it could not be read. */
  readonly totals: Readonly<Partial<Record<ListName, number>>>;
}

/**
 * The records that were seen. For a world more are read with the requests that are left: a third of them for the
 * pages of each list, the rest for the subscriptions that the records name.
 */
export async function takeSample(learning: Learning, isForWorld: boolean): Promise<Sample> {
  const pages = isForWorld ? Math.floor(requestsLeft(learning) / 3) : 0;
  const extent = isForWorld ? { records: mostSampled, pages: 4 + pages } : { records: 40, pages: 4 };
  const users = await readUpTo(learning, "users", extent);
  const invoices = await readUpTo(learning, "invoices", extent);
  const own = marksOfCreated(learning);
  const listed = (seen: typeof users): readonly Members[] =>
    isUnset(seen)
      ? []
      : seen.records.filter((record) => isShallow(record) && !isMarked(record, own)).slice(0, mostTaken);
  const named = idsNamedIn([...listed(invoices), ...listed(users)]).map(String);
  const ids = [...new Set([...(learning.target.ids.subscription ?? []), ...named])];
  return {
    records: {
      users: jsonOf(listed(users)),
      subscriptions: jsonOf(await subscriptionsOf(learning, isForWorld ? ids.slice(0, mostSubscriptions) : [])),
      invoices: jsonOf(listed(invoices)),
    },
    totals: {
      ...(isUnset(users) ? {} : { users: users.page.total }),
      ...(isUnset(invoices) ? {} : { invoices: invoices.page.total }),
    },
  };
}

/** Those on record, and those of further ids, each once. */
async function subscriptionsOf(learning: Learning, ids: readonly string[]): Promise<readonly Members[]> {
  for (const id of ids) await askSubscription(learning, id, "a known id");
  const answers = learning.entries.filter(({ call, exchange }) => call.moment === "a known id" && isSuccess(exchange));
  const records = answers.flatMap(({ exchange }) => recordsIn(exchange.response));
  return [...new Map(records.map((record) => [JSON.stringify(record), record])).values()];
}

function recordsIn(response: Answer["exchange"]["response"] | undefined): readonly Members[] {
  return response === undefined
    ? []
    : (readEnvelope(response).data ?? []).filter(isObject).filter((record) => isShallow(record));
}

/** A record of a hundred levels is none that a world could hold. */
function isShallow(value: unknown, levels = 100): boolean {
  if (typeof value !== "object" || value === null) return true;
  return levels > 0 && Object.values(value).every((member) => isShallow(member, levels - 1));
}

/** The fresh values in the bodies of users whom this run created. */
function marksOfCreated({ entries }: Learning): readonly string[] {
  return creationsIn(entries).flatMap(({ request }) => request.body?.match(/orgkit[0-9a-f]+-[0-9a-f]{8}/g) ?? []);
}

function isMarked(record: Members, marks: readonly string[]): boolean {
  if (marks.length === 0) return false;
  const text = JSON.stringify(record);
  return marks.some((mark) => text.includes(mark));
}

const recordsSchema = z.array(z.record(z.string(), z.json()));

function jsonOf(records: readonly Members[]): SourceRecords["users"] {
  return recordsSchema.parse(records);
}
