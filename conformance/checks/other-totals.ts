import { listOf, type ListOperationId } from "../../fixtures/contract/operations.ts";
import { ifDeclared } from "../../fixtures/dialect/declared.ts";
import { longestReading } from "../discovery/list.ts";
import { ifKnown } from "../discovery/observation.ts";
import { sizeName } from "../discovery/page-parameters.ts";
import { sessionSource } from "../discovery/source.ts";
import type { ListWalks } from "../places/list-walks.ts";
import { servedIn } from "../places/places.ts";
import { lastOf } from "../places/trails.ts";
import { heldIn, type Held } from "../places/walk.ts";
import type { Call } from "../target/call.ts";
import { dialectOf } from "../target/dialect.ts";
import type { Exchange } from "../target/exchange.ts";
import { Unavailable, type Session } from "../target/session.ts";
import { failed, inconclusive } from "./check.ts";
import type { AtPlace } from "./everywhere.ts";

/** The first response in another page size or order with a total unlike the plain list's. */
export async function otherTotals(
  session: Session,
  operation: ListOperationId,
  walks: ListWalks,
  first: Held,
): Promise<readonly AtPlace[]> {
  // That belongs to ENV-07.
  if (first.records.length > first.total) return [];
  const readings = walks.trails.map((trail) => lastOf(trail).walk);
  const plain = readings[0]?.again?.held ?? first;
  const known = readings.flatMap(({ pages }) => pages.slice(0, 1));
  const all = known.length > 0 ? known : await longestOf(session, operation);
  const other = all.find(({ call, held }) => call.query && held !== undefined && held.total !== plain.total);
  if (other === undefined) return [];
  await session.wait(session.patience);
  const calls: readonly Call[] = [{ operation }, other.call];
  const again = calls.map((call) => readHeld(session, { ...call, label: "again, for its total" }));
  const [one, two] = await Promise.all(again);
  if (one === undefined || two === undefined || one.held.total === two.held.total) return [];
  // The run itself may have created users meanwhile.
  const isSame = one.held.total - two.held.total === plain.total - (other.held?.total ?? 0);
  const query = new URLSearchParams(other.call.query).toString();
  const text = `\`meta.total\` is ${plain.total}, and ${other.held?.total} with \`${query}\`: both count the same list`;
  const outcome = isSame ? failed(text, one.exchange, two.exchange) : inconclusive("the list changed", one.exchange);
  return [{ place: `${operation} with ${query}`, outcome }];
}

/** The longest page of a list with only a size parameter. */
async function longestOf(session: Session, operation: ListOperationId) {
  const list = listOf(operation);
  if (ifDeclared(() => dialectOf(session.target)?.declared.paging[list]) !== undefined) return [];
  const source = sessionSource(session);
  const size = await ifKnown(sizeName(source, list));
  const longest = size === undefined ? undefined : await ifKnown(longestReading(source, list, size));
  return longest === undefined ? [] : [{ call: longest.answer.call, held: heldIn(longest.answer.exchange) }];
}

/** Sorted lists with a total that the plain list did not have at that time or later, and that still differs, twice. */
export async function sortedTotals(session: Session, operation: ListOperationId): Promise<readonly AtPlace[]> {
  const served = await servedIn(session, operation);
  const isFirst = ({ as = "first" }: Call): boolean => as === "first";
  const order = new Map(session.entries.map(({ exchange }, index) => [exchange, index]));
  const timed = served.map((visit) => ({ ...visit, at: order.get(visit.exchange) ?? 0 }));
  const plain = timed
    .filter(({ call }) => isFirst(call) && (call.query ?? call.path) === undefined)
    .toSorted((one, another) => one.at - another.at);
  const other = timed.find(({ call, exchange, at, isReordered = false }) => {
    const total = isReordered && isFirst(call) ? heldIn(exchange)?.total : undefined;
    const before = plain.findLast((one) => one.at < at)?.at ?? at;
    return total !== undefined && plain.every((one) => one.at < before || heldIn(one.exchange)?.total !== total);
  });
  if (other === undefined) return [];
  const pairs: (readonly [Held, Held, readonly Exchange[]])[] = [];
  for (const label of ["sorted and plain", "sorted and plain, later"]) {
    const read = [other.call, { operation }].map((call) => readHeld(session, { ...call, label }));
    const [sorted, unsorted] = await Promise.all(read);
    if (sorted === undefined || unsorted === undefined || sorted.held.total === unsorted.held.total) return [];
    pairs.push([sorted.held, unsorted.held, [sorted.exchange, unsorted.exchange]]);
    if (pairs.length === 1) await session.wait(session.patience);
  }
  const [one, two] = pairs;
  if (one === undefined || two === undefined || one[0].total - one[1].total !== two[0].total - two[1].total) return [];
  const text = `\`meta.total\` is ${one[0].total}, and ${one[1].total} in the plain list: both count the same list`;
  return [{ place: other.place, outcome: failed(text, ...one[2]) }];
}

/** The page that a call gets, if it is one. */
export async function readHeld(session: Session, call: Call) {
  const exchange = await session.call(call);
  const held = exchange instanceof Unavailable ? undefined : heldIn(exchange);
  return exchange instanceof Unavailable || held === undefined ? undefined : { call, exchange, held };
}
