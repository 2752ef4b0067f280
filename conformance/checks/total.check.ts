import {
  isList,
  listOf,
  readOperationIds,
  operations,
  type ListOperationId,
} from "../../fixtures/contract/operations.ts";
import { counted } from "../../fixtures/counted.ts";
import { listWalks, type ListWalks } from "../places/list-walks.ts";
import { confirmed, hasWrongTotal, kindsIn, lastOf, type Trail } from "../places/trails.ts";
import { hasNextPage } from "../discovery/next-page.ts";
import { placeOf, servedIn } from "../places/places.ts";
import { schemeOf } from "../places/way.ts";
import { heldIn, type Held } from "../places/walk.ts";
import type { Call } from "../target/call.ts";
import type { Exchange, Success } from "../target/exchange.ts";
import { Unavailable, type Session } from "../target/session.ts";
import { onSuccess } from "./authorized.ts";
import { failed, inconclusive, lacking, passed, skipped, type Outcome } from "./check.ts";
import { overPlaces, type AtPlace } from "./everywhere.ts";
import { emptyOnce, findAlternating, keepsFilter } from "./over-time.ts";
import { otherTotals, readHeld, sortedTotals } from "./other-totals.ts";
import { evidenceOf } from "./paging.check.ts";
import { lacksInTurn } from "./replicas.ts";
import type { Requirement } from "./requirement.ts";
import { shorterWithHeaders } from "./same-page.ts";
import { brokenViews } from "./view-pages.ts";

export const totalCount: Requirement = {
  id: "TOTAL-01",
  level: "stated",
  sections: ["2"],
  operations: readOperationIds,
  since: 2,
  rule: "the complete list has exactly `meta.total` records, every page shows the same total, and the total of a subscription does not depend on other requests",
  quote: "| meta.total | integer | Total count of records |",
  why: "§2 describes `meta.total` as the total count of records: reading the list to the end yields that many, whichever page shows the number. A total that changes because others add records is not a failure.",
  good: 'page 1: {"data":[{"id":"a"},{"id":"b"}],"meta":{"page":1,"total":3}}; page 2: {"data":[{"id":"c"}],"meta":{"page":2,"total":3}}',
  bad: 'page 1: {"data":[{"id":"a"},{"id":"b"}],"meta":{"page":1,"total":5}}; page 2: {"data":[{"id":"c"}],"meta":{"page":2,"total":5}}, and no more',
  fix: "Count with the same conditions that select the list: the account of the token, the filters, and what is hidden or deleted. Do not count the page or the whole table.",
  // On every response of the run.
  order: "last",
  judge: (session, operation) =>
    onSuccess(session, operation, async (sample) => {
      if (isList(operation)) return judgeTotal(session, operation, sample);
      const { total } = heldIn(sample) ?? {};
      if (total === undefined) return skipped("`meta.total` is not a count (see ENV-05)", sample);
      await servedIn(session, operation);
      return overPlaces(passed(`\`meta.total\` is ${total}`, sample), await findAlternating(session, operation, false));
    }),
};

async function judgeTotal(session: Session, operation: ListOperationId, sample: Success): Promise<Outcome> {
  const first = heldIn(sample);
  if (first === undefined) return skipped("the list could not be parsed (see ENV-02, ENV-05)", sample);
  const walks = await listWalks(session, operation);
  const own = walks.trails.length === 0 ? judgeWhole(operation, first, sample) : judgeTrails(operation, walks.trails);
  const isOpen = own.status === "passed" || own.status === "skipped";
  const others = isOpen ? await otherTotals(session, operation, walks, first) : [];
  return overPlaces(own, [
    ...others,
    ...(await shortLists(session, operation, walks)),
    ...(isOpen && isProvenList(walks) ? await shortPages(session, operation) : []),
    ...(isOpen ? await shorterWithHeaders(session, operation) : []),
    ...(isOpen && hasNoProblem(walks) && first.records.length <= first.total
      ? [...(await brokenViews(session, operation)), ...(await sortedTotals(session, operation))]
      : []),
    ...(await keepsFilter(session, operation)),
    ...(await inTurn(session, operation)),
  ]);
}

/** The readings of a list at different times; closer, if nothing is found otherwise. */
async function inTurn(session: Session, operation: ListOperationId): Promise<readonly AtPlace[]> {
  const alternating = await findAlternating(session, operation, true);
  const found = alternating.length > 0 ? alternating : await emptyOnce(session, operation);
  return found.length > 0 ? found : lacksInTurn(session, operation);
}

/** Judges a list without other known pages. */
function judgeWhole(operation: ListOperationId, { records, total }: Held, sample: Success): Outcome {
  const found = counted(records.length, operations[operation].record);
  if (records.length === total) return passed(`${found} in total, as \`meta.total\` says`, sample);
  if (records.length > total)
    return skipped(`\`meta.total\` is less than the number of records in \`data\` (see ENV-07)`, sample);
  const reason = `${found} of ${total} were returned, paging is not declared (--dialect), and nothing leads to another page`;
  return lacking(new Unavailable(reason, "dialect"));
}

/** Judges a list by the walks through it. */
function judgeTrails(operation: ListOperationId, trails: readonly Trail[]): Outcome {
  const settled = trails.flatMap((trail) => confirmed(trail)?.slice(1) ?? []);
  for (const reading of settled) {
    const problem = reading.problems.find(({ kind }) => kind === "total" || kind === "past");
    if (problem !== undefined) return failed(problem.text, ...evidenceOf(reading));
  }
  const isOneList = settled.every(({ problems }) => problems.every(({ kind }) => kind === "number"));
  for (const reading of settled.filter(hasWrongTotal)) {
    if (!isOneList && !reading.isSole)
      return skipped("the pages are not one list (see PAGE-01)", ...evidenceOf(reading));
    const found = `the list has ${counted(reading.count, operations[operation].record)}`;
    return failed(`${found}, and \`meta.total\` is ${reading.walk.pages[0]?.held?.total}`, ...evidenceOf(reading));
  }
  const lasts = trails.map(lastOf);
  const whole = lasts.find(({ walk }) => walk.isWhole);
  const cut = settled.find(({ problems }) => problems.some(({ kind }) => kind === "lost"));
  if (whole === undefined && cut !== undefined)
    return failed(cut.problems.find(({ kind }) => kind === "lost")?.text ?? "", ...evidenceOf(cut));
  // Of several walks with the same problems, not all are repeated.
  const known = new Set(settled.flatMap(kindsIn));
  const moved = lasts.find((last) => !settled.includes(last) && kindsIn(last).some((kind) => !known.has(kind)));
  if (moved !== undefined) {
    return inconclusive(
      "the list changed every time its pages were read: other clients are writing",
      ...evidenceOf(moved),
    );
  }
  if (whole !== undefined) {
    const found = counted(whole.count, operations[operation].record);
    return passed(`${found} on all pages, as \`meta.total\` says`, ...evidenceOf(whole));
  }
  return skipped(`the list is too long to read completely (${lasts[0]?.count ?? 0})`);
}

/**
 * First pages that prove \`meta.total\` too large: they have fewer records than that, though a page has room for more,
 * or they link no next page in a linked list. Includes the other account's list.
 */
async function shortLists(
  session: Session,
  operation: ListOperationId,
  { way }: ListWalks,
): Promise<readonly AtPlace[]> {
  const isLinked = way?.isByPlace === false;
  const calls: readonly Call[] = isLinked ? [] : [{ operation }, { operation, as: "second" }];
  const plain = await Promise.all(calls.map((call) => readFirst(session, call)));
  const longest = isLinked ? Infinity : Math.max(1, ...plain.map((one) => one?.held.records.length ?? 0));
  const served = await servedIn(session, operation);
  const views = served.map(async ({ call, isFirstPage = false, isSelected = false }) => {
    const read = isFirstPage || isSelected ? await readFirst(session, call) : undefined;
    // A filtered list of users may lack those that the run has created; a search for another person does not.
    const late = operation === "listUsers" && !isSelected ? session.maxCreated : 0;
    const isShort = read !== undefined && missingIn(read.held) > late && read.held.records.length < longest - late;
    return isShort ? read : undefined;
  });
  const found = [...plain, ...(await Promise.all(views))];
  const short = found.flatMap((one) => (one !== undefined && isCutShort(one.held, longest) ? [one] : []));
  const judged = short.map(async ({ call, held, exchange }): Promise<AtPlace> => {
    await session.wait(session.patience / 10);
    const again = await readUnchanged(session, call, held);
    const record = operations[operation].record;
    const end = isLinked ? "the only page has" : "the list has";
    const room = isLinked ? "links no next one" : `a page can have ${longest}`;
    const text = `\`meta.total\` is ${held.total}, but ${end} ${counted(held.records.length, record)}, and ${room}`;
    const outcome = again ? failed(text, exchange, again) : inconclusive("the list changed", exchange);
    return { place: placeOf(call), outcome };
  });
  return Promise.all(judged);
}

/** Another reading of a first page that still lacks as many records; the run itself may have created users meanwhile. */
async function readUnchanged(session: Session, call: Call, held: Held): Promise<Exchange | undefined> {
  let before = held;
  for (const label of ["again", "once more"]) {
    const read = await readFirst(session, { ...call, label });
    const more = read === undefined ? -1 : missingIn(read.held) - missingIn(before);
    if (read === undefined || more < 0 || more > session.maxCreated) return undefined;
    if (more === 0) return read.exchange;
    before = read.held;
  }
  return undefined;
}

/** Whether the pages of the first account's list are one list: otherwise PAGE-01 fails. */
function isProvenList({ trails }: ListWalks): boolean {
  return trails.every((trail) => lastOf(trail).problems.length === 0);
}

/** Whether no walk through the first account's list ever had a problem. */
function hasNoProblem({ trails }: ListWalks): boolean {
  return trails.every(({ readings }) => readings.every(({ problems }) => problems.length === 0));
}

/** The pages of the second account's list that have fewer records than its \`meta.total\` leaves for them. */
async function shortPages(session: Session, operation: ListOperationId): Promise<readonly AtPlace[]> {
  const served = await servedIn(session, operation);
  const plain = await session.call({ operation, as: "second" });
  const { total = 0, number: first = 1 } = (plain instanceof Unavailable ? undefined : heldIn(plain)) ?? {};
  const scheme = total < 2 ? undefined : await schemeOf(session, listOf(operation), total);
  if (scheme === undefined) return [];
  const { size } = scheme;
  const queries = Array.from({ length: Math.ceil(total / size) }, (_, page) =>
    JSON.stringify(scheme.query(page, size)),
  );
  const judged = served.map(async ({ call, exchange, place }): Promise<readonly AtPlace[]> => {
    const page = call.as === "second" && call.headers === undefined ? queries.indexOf(JSON.stringify(call.query)) : -1;
    const lackingIn = (held: Held): number => Math.min(held.total - page * size, size) - held.records.length;
    const held = page < 1 ? undefined : heldIn(exchange);
    // In a list of two, pages that count from 0 show only by their numbers.
    if (held === undefined || held.number !== first + page || lackingIn(held) <= 0) return [];
    await session.wait(session.patience / 10);
    const again = await readHeld(session, { ...call, label: "again, for its records" });
    const isSame = again !== undefined && lackingIn(again.held) === lackingIn(held);
    const text = `${counted(held.records.length, operations[operation].record)} of ${lackingIn(held) + held.records.length}, since \`meta.total\` is ${held.total}`;
    const outcome = isSame ? failed(text, exchange, again.exchange) : inconclusive("the list changed", exchange);
    return [{ place, outcome }];
  });
  return (await Promise.all(judged)).flat();
}

function isCutShort(held: Held, longest: number): boolean {
  return missingIn(held) > 0 && held.records.length < longest;
}

function missingIn({ records, total }: Held): number {
  return total - records.length;
}

async function readFirst(session: Session, call: Call) {
  const read = await readHeld(session, call);
  return read === undefined || hasNextPage(read.exchange) ? undefined : read;
}
