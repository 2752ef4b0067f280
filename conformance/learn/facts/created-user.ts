import type { Members } from "../../target/envelope.ts";
import { canonical } from "../../target/records.ts";
import { objectsOf } from "../../target/records.ts";
import { isUnset } from "../finding.ts";
import type { Learning } from "../learning.ts";
import { isListing, plainList, readList, type Query } from "./list.ts";
import { position } from "./position.ts";
import { seenRecords } from "./records.ts";

/**
 * The user who was just created, where the list shows it: at its end, or at its start.
 * @param sent what was sent; without a fresh value, the last user of all is meant, if it is new
 */
export async function findCreated(learning: Learning, sent: Members): Promise<Members | undefined> {
  const plain = await plainList(learning, "users");
  if (isUnset(plain)) return undefined;
  const moment = `after the creation of ${learning.created}`;
  const last = await lastPage(learning, plain.page.total + learning.created, plain.page.keys.length, plain.page.page);
  for (const query of last === undefined ? [{}] : [last, {}]) {
    const reading = await readList(learning, "users", query, moment);
    if (!isListing(reading)) continue;
    const users = objectsOf(reading.page.records);
    const own = ownValues(sent);
    const found =
      own.length === 0
        ? await newest(learning, users)
        : users.findLast((user) => own.some(([name, value]) => user[name] === value));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The fields that were sent with a fresh value, which no other user has. */
function ownValues(sent: Members): readonly (readonly [name: string, value: unknown])[] {
  return Object.entries(sent).filter(([, value]) => typeof value === "string" && value.includes("orgkit"));
}

async function newest(learning: Learning, users: readonly Members[]): Promise<Members | undefined> {
  const seen = await seenRecords(learning, "users");
  const last = users.at(-1);
  const isKnown = !isUnset(seen) && seen.records.some((record) => canonical(record) === canonical(last));
  return isKnown ? undefined : last;
}

/** The query of the page that holds the last record; `undefined` where the list is not paged. */
async function lastPage(
  learning: Learning,
  total: number,
  length: number,
  firstPage: number,
): Promise<Query | undefined> {
  const where = await position(learning, "users");
  if (isUnset(where) || length === 0) return undefined;
  const page = Math.floor((total - 1) / length);
  return { [where.name]: String(where.style === "page" ? page + firstPage : page * length) };
}
