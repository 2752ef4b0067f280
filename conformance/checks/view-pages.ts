import { operations, type ListOperationId } from "../../fixtures/contract/operations.ts";
import { counted } from "../../fixtures/counted.ts";
import { listWalks } from "../places/list-walks.ts";
import { servedIn } from "../places/places.ts";
import { hasNextPage } from "../discovery/next-page.ts";
import type { Identity } from "../places/record-identity.ts";
import { heldIn, type Held } from "../places/walk.ts";
import type { Call } from "../target/call.ts";
import type { Exchange } from "../target/exchange.ts";
import { Unavailable, type Session } from "../target/session.ts";
import { failed } from "./check.ts";
import type { AtPlace } from "./everywhere.ts";

/** The second pages of sorted, filtered and searched lists that do not continue the first, twice. */
export async function brokenViews(session: Session, operation: ListOperationId): Promise<readonly AtPlace[]> {
  const served = await servedIn(session, operation);
  if (served.every(({ continues }) => continues === undefined)) return [];
  const { identity, way } = await listWalks(session, operation);
  const judged = served.map(async ({ place, call, exchange, continues }): Promise<readonly AtPlace[]> => {
    if (continues === undefined) return [];
    const wrong = (first: Exchange, second: Exchange): string | undefined =>
      problemOf(operation, [heldIn(first), heldIn(second)], continues.from, {
        identity,
        isByPlace: way?.isByPlace,
        isLast: way?.isByPlace === false && !hasNextPage(second),
        margin: operation === "listUsers" ? session.maxCreated : 0,
      });
    if (wrong(continues.exchange, exchange) === undefined) return [];
    const before = await read(session, continues.call, "again, before its second page");
    const again = await read(session, call, "again, the second page");
    const after = await read(session, continues.call, "again, after its second page");
    if (before === undefined || again === undefined || after === undefined) return [];
    const text = wrong(before, again);
    const isStill = heldIn(before)?.total === heldIn(after)?.total;
    if (text === undefined || wrong(after, again) === undefined || !isStill) return [];
    return [{ place, outcome: failed(text, before, again) }];
  });
  return (await Promise.all(judged)).flat();
}

async function read(session: Session, call: Call, label: string): Promise<Exchange | undefined> {
  const exchange = await session.call({ ...call, label });
  return exchange instanceof Unavailable ? undefined : exchange;
}

/** @param from how many records are before the second page */
function problemOf(
  operation: ListOperationId,
  [first, second]: readonly [Held | undefined, Held | undefined],
  from: number,
  {
    identity,
    isByPlace,
    isLast,
    margin,
  }: {
    readonly identity: Identity;
    readonly isByPlace: boolean | undefined;
    readonly isLast: boolean;
    readonly margin: number;
  },
): string | undefined {
  if (first === undefined || second === undefined) return undefined;
  // One of the pages may lack users that the run created.
  if (Math.abs(second.total - first.total) > margin)
    return `\`meta.total\` is ${second.total} on the second page, after ${first.total} on the first`;
  // A size that is followed in the plain list may be ignored in a view.
  if (from < first.records.length && second.records.length > from) return undefined;
  const { record } = operations[operation];
  const known = new Set(identity.isReliable ? identity.keysOf(first.records).slice(0, from) : []);
  const again = identity.keysOf(second.records).filter((key) => known.has(key));
  if (again.length > 0)
    return `${again.length} of ${counted(second.records.length, record)} are on the first page, too`;
  const count = first.records.length + second.records.length;
  if (isLast && second.total - count > margin)
    return `the second page links no next one, and both have ${count} of ${counted(second.total, record)}`;
  const left = Math.min(first.total - from, from);
  if (isByPlace !== true || second.records.length >= left) return undefined;
  return `the second page has ${counted(second.records.length, record)} of ${left}, since \`meta.total\` is ${first.total}`;
}
