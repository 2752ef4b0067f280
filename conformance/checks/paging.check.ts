import {
  isList,
  listOf,
  listOperationIds,
  operations,
  type ListOperationId,
} from "../../fixtures/contract/operations.ts";
import { counted } from "../../fixtures/counted.ts";
import { ifDeclared } from "../../fixtures/dialect/declared.ts";
import { listWalks } from "../places/list-walks.ts";
import { placeOf } from "../places/places.ts";
import { confirmed, lastOf, problemsInBoth, isUnchanged, type Reading, type Trail } from "../places/trails.ts";
import { pagesIn } from "../places/walk-problems.ts";
import { followLinks, walkConcurrently } from "../places/next-pages.ts";
import { heldIn, walk as walkAgain, type Held, type Walk } from "../places/walk.ts";
import { isGood } from "../target/call.ts";
import { dialectOf } from "../target/dialect.ts";
import { type Exchange, type Success } from "../target/exchange.ts";
import { leavesOf } from "../target/record-values.ts";
import { canonical } from "../target/records.ts";
import { Unavailable, type Session } from "../target/session.ts";
import { onSuccess } from "./authorized.ts";
import { failed, inconclusive, lacking, notArising, passed, skipped, type Outcome } from "./check.ts";
import { overPlaces, type AtPlace } from "./everywhere.ts";
import type { Requirement } from "./requirement.ts";
import { judgeNextLink, judgePageNumber, secondPageFirst } from "./second-page.ts";

export const paging: Requirement = {
  id: "PAGE-01",
  level: "stated",
  sections: ["1", "2"],
  operations: listOperationIds,
  since: { listInvoices: 2 },
  rule: "successive pages are different parts of one list: no record repeated, none missing, `meta.page` counts up, `meta.total` stays the same",
  quote: "It lists users of the organization (paginated) and creates user accounts.",
  why: "§1 says that users are paginated, and §2 that `meta.page` is the number of the page and `meta.total` counts all records: together, the pages are the list, at every page size. Invoices use the same envelope. Which parameters select a page is open: orgkit takes them from the dialect, or finds them by trying common names and following links and cursors.",
  good: 'page 1: {"data":[{"id":"a"},{"id":"b"}],"meta":{"page":1,"total":3}}; page 2: {"data":[{"id":"c"}],"meta":{"page":2,"total":3}}',
  bad: 'page 1: {"data":[{"id":"a"},{"id":"b"}],"meta":{"page":1,"total":3}}; page 2: {"data":[{"id":"b"},{"id":"c"}],"meta":{"page":1,"total":2}}',
  fix: "Sort the list by something unique before you cut it, compute the offset from page and size, filter before you cut, and count the whole list for `meta.total`. Records added during the run are not counted as a failure.",
  call: { query: "page=2&per_page=2" },
  judge: (session, operation) =>
    onSuccess(session, operation, (sample) =>
      isList(operation)
        ? judgeList(session, operation, sample)
        : Promise.resolve(notArising("this is not a list", sample)),
    ),
};

/** Names of an invoice's document number, or of a user's identity. */
const ownNumber = /^\._?(?:id|uuid|guid|(?:invoice|record|document|user)?_?(?:id|no|nr|number|ref|reference))$/i;

/** A code with letters and digits: unlike a plain word, it does not name one of a few kinds. */
const ownCode = /^(?=.*\d)(?=.*[a-z]).{4,}$/i;

/** The number of duplicate records in a response: completely equal, with their own number. */
function countDuplicates({ records }: Held): number {
  const leaves = records.map(leavesOf);
  const distinct = new Set(records.map(canonical)).size;
  const isCalledSo = (place: string): boolean =>
    ownNumber.test(place) && new Set(leaves.map((record) => record.get(place) ?? "")).size === distinct;
  // If most records are equal, the number may not identify them, unless it is a code.
  const areMostlyUnlike = 2 * distinct > records.length && distinct > 1;
  const isOwn = (place: string): boolean =>
    isCalledSo(place) && (areMostlyUnlike || leaves.every((record) => ownCode.test(String(record.get(place) ?? ""))));
  if (distinct === records.length) return 0;
  const places = new Set(leaves.flatMap((record) => [...record.keys()].filter((place) => ownNumber.test(place))));
  return [...places].some(isOwn) ? records.length - distinct : 0;
}

/** The responses so far that contain a record twice: whoever else writes, one response has it once. */
async function withTwins(session: Session, operation: ListOperationId): Promise<readonly AtPlace[]> {
  await session.call({ operation, as: "second" });
  const read = session.entries.filter(({ call }) => call.operation === operation && isGood(call));
  const different = new Map(read.map((entry) => [entry.exchange.response?.body, entry])).values();
  return Array.from(different).flatMap(({ call, exchange }): readonly AtPlace[] => {
    const held = heldIn(exchange);
    const count = held === undefined ? 0 : countDuplicates(held);
    const text = `the list holds ${counted(count, operations[operation].record)} twice`;
    return count === 0 ? [] : [{ place: placeOf(call), outcome: failed(text, exchange) }];
  });
}

async function judgeList(session: Session, operation: ListOperationId, sample: Success): Promise<Outcome> {
  const own = await judgePages(session, operation, sample);
  const twins = own.status === "failed" ? [] : await withTwins(session, operation);
  return twins.length === 0 ? own : overPlaces(own, twins);
}

async function judgePages(session: Session, operation: ListOperationId, sample: Success): Promise<Outcome> {
  const first = heldIn(sample);
  if (first === undefined) return skipped("the list could not be parsed (see ENV-02, ENV-05)", sample);
  if (session.isQuick) return judgeWalks(session, operation, first, sample);
  const before = await secondPageFirst(session, operation);
  const asked = before && heldIn(before);
  if (before === undefined || asked === undefined) return judgeWalks(session, operation, first, sample);
  const isSame = asked.number === first.number && canonical(asked.records) === canonical(first.records);
  const isKept = isSame && (asked.number ?? 0) > 1;
  if (isKept && first.total > first.records.length) {
    const text = "after a request for page 2, the list without parameters returns the same page";
    return failed(`${text}: a cache may ignore the query`, before, sample);
  }
  const wrong =
    first.number === 0 && first.records.length > 0
      ? await judgePageNumber(session, operation, first, sample)
      : undefined;
  return wrong ?? judgeWalks(session, operation, first, sample);
}

/** The paging of a list, and whether its pages are parts of one list. */
async function judgeWalks(
  session: Session,
  operation: ListOperationId,
  first: Held,
  sample: Success,
): Promise<Outcome> {
  const { record } = operations[operation];
  if (ifDeclared(() => dialectOf(session.target)?.declared.paging[listOf(operation)].style) === "none") {
    return notArising("the dialect declares that the list is not paged", sample);
  }
  if (Math.max(first.total, first.records.length) < 2) {
    return skipped(`too few ${record}s for two pages (${first.total})`, sample);
  }
  const { identity, trails } = await listWalks(session, operation);
  const [main, ...others] = trails;
  if (main === undefined) {
    if (operation === "listInvoices" && first.records.length >= first.total) {
      return notArising(`all ${first.total} are in one response, and nothing selects a page`, sample);
    }
    const kept = await judgeNextLink(session, operation, sample);
    if (kept !== undefined) return kept;
    const reason = "paging is not declared (--dialect), and no common parameter, link or cursor selects a page";
    return lacking(new Unavailable(reason, "dialect"));
  }
  const outcome = overPlaces(outcomeOf(main), [
    ...others.map((trail) => ({
      place: `${operation} ${trail.route.order ?? `in pages of ${trail.route.size}`}`,
      outcome: outcomeOf(trail),
    })),
    ...(await linksFrom(session, operation, main)),
    ...(await judgeConcurrentWalks(session, operation, main)),
  ]);
  if (outcome.status !== "passed" || identity.isReliable) return outcome;
  return {
    ...skipped(`nothing in the ${record}s identifies one`, sample),
    places: outcome.places ?? [],
  };
}

/** Whether each page links the next one, in a list that does not change. */
async function linksFrom(session: Session, operation: ListOperationId, main: Trail): Promise<readonly AtPlace[]> {
  const { walk: walked, problems } = lastOf(main);
  if (problems.length > 0) return [];
  const links = await followLinks(session, operation, walked);
  const areWrong = links.some(({ problem }) => problem !== undefined);
  const again = areWrong ? await walkAgain(session, walked.route, "after the links") : undefined;
  const isStill = again === undefined || areSame(walked, again);
  return links.map(({ from, link, problem, evidence }) => {
    const text = `\`${link}\` ${problem}`;
    const wrong = isStill ? failed(text, ...evidence) : inconclusive(`${text}, but the list changed`, ...evidence);
    const outcome = problem === undefined ? passed("leads to the next page", ...evidence) : wrong;
    return { place: `the link to the next page, on page ${from} of ${operation}`, outcome };
  });
}

/** Whether two concurrent walks see the same list. */
async function judgeConcurrentWalks(
  session: Session,
  operation: ListOperationId,
  main: Trail,
): Promise<readonly AtPlace[]> {
  const apart = await walkConcurrently(session, operation, lastOf(main).walk);
  if (apart === undefined) return [];
  const text = "after the same first page, two walks at a time get different second pages, each time";
  return [{ place: `${operation}, two walks at a time`, outcome: failed(text, ...apart) }];
}

function areSame(one: Walk, other: Walk): boolean {
  const text = ({ pages }: Walk): string => canonical(pages.map(({ held }) => held?.records ?? []));
  return text(one) === text(other);
}

/** A problem in an unchanged list counts; in a changing one it may be caused by other clients. */
function outcomeOf(trail: Trail): Outcome {
  const { readings, route } = trail;
  const last = lastOf(trail);
  const wrong = readings.filter(({ problems }) => problems.length > 0);
  const [latest] = wrong.slice(-1);
  if (latest === undefined) {
    return passed(`${counted(pagesIn(last.walk, last), "page")}, one list`, ...evidenceOf(last));
  }
  const [one, other] = confirmed(trail) ?? findRecurring(readings) ?? [];
  if (one === undefined || other === undefined) {
    if (wrong.length < readings.length && !wrong.some((reading) => isUnchanged(reading, last))) {
      return passed(`${counted(pagesIn(last.walk, last), "page")}, one list`, ...evidenceOf(last));
    }
    const reason = readings.every((reading) => isUnchanged(reading, last))
      ? `${textOf(latest.problems)}; but only once`
      : "the list changed every time its pages were read: other clients are writing";
    return inconclusive(reason, ...evidenceOf(latest));
  }
  const problems = problemsInBoth(one, other);
  if (problems.length === 0)
    return passed(`${counted(pagesIn(last.walk, last), "page")}, one list`, ...evidenceOf(last));
  const certain = problems.filter(
    ({ kind }) => kind !== "unread" && (kind !== "rejected" || route.way.isDeclared || other.walk.isWhole),
  );
  return certain.length === 0
    ? inconclusive(`${textOf(problems)} (see PATH-01 and ENV-01 to ENV-05)`, ...evidenceOf(other))
    : failed(textOf(certain), ...evidenceOf(other));
}

/** Two non-consecutive walks with the same problems in an unchanged list: a service with occasional errors. */
function findRecurring(readings: Trail["readings"]): readonly Reading[] | undefined {
  for (const [index, last] of readings.entries()) {
    const earlier = readings.slice(0, Math.max(index - 1, 0));
    const alike = earlier.find((one) => isUnchanged(one, last) && problemsInBoth(one, last).length > 0);
    if (alike !== undefined) return [alike, last];
  }
  return undefined;
}

/** The maximum number of problems in a message. */
const maxNamed = 4;

function textOf(problems: readonly { readonly text: string }[]): string {
  const more = problems.length - maxNamed;
  return [...problems.slice(0, maxNamed).map(({ text }) => text), ...(more > 0 ? [`and ${more} more`] : [])].join("; ");
}

/** The maximum number of pages to show. */
const maxShown = 6;

export function evidenceOf({ walk }: Reading): readonly Exchange[] {
  return walk.pages.slice(0, maxShown).map(({ exchange }) => exchange);
}
