import { listing, listOf, listOperationIds, type ListName } from "../../fixtures/contract/operations.ts";
import { isObject } from "../../fixtures/json.ts";
import { isSuccess } from "../target/exchange.ts";
import { pageIn, shownPage, type Page } from "../target/records.ts";
import { ifKnown, Unset, type Answer } from "./observation.ts";
import { memoize } from "../target/memoize.ts";
import { apart } from "./names.ts";
import { answersOf, ask, type Source } from "./source.ts";

export type { ListName, Page };

export const lists = listOperationIds.map(listOf);

/** A page of a list, and its response. */
export interface Listing {
  readonly answer: Answer;
  readonly page: Page;
}

/** A page of a list, or its rejection: 3xx or 4xx without a page. */
export type Reading = Listing | { readonly answer: Answer; readonly page?: undefined };

export type Query = Readonly<Record<string, string>>;

/**
 * Reads a list with a query.
 * @throws Unset if the response is neither a page nor a rejection
 */
export async function readList(source: Source, list: ListName, query: Query = {}, label?: string): Promise<Reading> {
  const answer = await ask(source, {
    operation: listing(list),
    ...(Object.keys(query).length === 0 ? {} : { query }),
    ...(label === undefined ? {} : { label }),
  });
  if (!isSuccess(answer.exchange)) return { answer };
  const page = pageIn(answer.exchange);
  if (page === undefined) throw new Unset(`the list of ${list} is not an envelope of records (see ENV-01 to ENV-05)`);
  return { answer, page };
}

/** Whether a request is from the first account, with the path and method of its operation. */
function isPlainCall({ as, path, method }: Answer["call"]): boolean {
  return as === undefined && path === undefined && method === undefined;
}

/** Whether a query has only these parameters. */
function hasOnly(query: Query, ...names: readonly (string | undefined)[]): boolean {
  return Object.keys(query).every((name) => names.includes(name));
}

/** The page for a query; `undefined` if there is none. */
export async function pageOf(source: Source, list: ListName, query: Query): Promise<Page | undefined> {
  return (await ifKnown(readList(source, list, query)))?.page;
}

/**
 * The names that can be sent together with this query: all, or those in brackets apart if that fails.
 * @param queryOf the query with some of the names
 */
export async function together(
  source: Source,
  list: ListName,
  names: readonly string[],
  queryOf: (names: readonly string[]) => Query,
): Promise<readonly (readonly string[])[]> {
  const isAccepted = (await pageOf(source, list, queryOf(names))) !== undefined;
  return isAccepted ? [names] : apart(names);
}

/** The rejection of a query; `undefined` if it is not rejected. */
export async function rejectionOf(source: Source, list: ListName, query: Query): Promise<Answer | undefined> {
  const reading = await ifKnown(readList(source, list, query));
  return reading?.page === undefined ? reading?.answer : undefined;
}

/** `anyList` with at least one record. */
export async function plainList(source: Source, list: ListName): Promise<Listing> {
  const found = await anyList(source, list);
  if (found.page.records.length > 0) return found;
  throw new Unset(`there are no ${list}`, `an account with ${list}`);
}

/** The list without parameters. */
export const anyList = memoize(async (source: Source, list: ListName): Promise<Listing> => {
  const { answer, page } = await readList(source, list);
  if (page === undefined) {
    const { status } = answer.exchange.response;
    throw new Unset(`the list of ${list} is rejected with ${status}`, whatWouldRead(source, status));
  }
  return { answer, page };
});

function whatWouldRead({ target }: Source, status: number): string {
  if (status !== 404) return "a token that may read it";
  return target.baseUrl.endsWith("/api/v1")
    ? "the base URL without /api/v1"
    : "the base URL of the interface, or a token that may read it";
}

export function sameRecords(one: Page, other: Page): boolean {
  return one.keys.join("\n") === other.keys.join("\n");
}

/** Whether a list changes after a while: other clients are writing. */
export const isMoving = memoize(async (source: Source, list: ListName): Promise<boolean> => {
  const before = await ifKnown(plainList(source, list));
  const after = await ifKnown(readList(source, list, {}, "after a while"));
  return before !== undefined && (after?.page === undefined || !sameRecords(before.page, after.page));
});

/** Whether a target rejects a parameter only because it does not know the name. */
export async function isStrict(source: Source, list: ListName): Promise<boolean> {
  return (await strictRejection(source, list)) !== undefined;
}

export const noSuchParameter = "orgkitNoSuchParameter";

/** The rejection of an unknown parameter; `undefined` if it is ignored. */
export function strictRejection(source: Source, list: ListName): Promise<Answer | undefined> {
  return rejectionOf(source, list, { [noSuchParameter]: "1" });
}

/** The name of a field may filter. */
export function withoutFields(names: readonly string[], { records }: Page): readonly string[] {
  const fields = new Set(records.filter(isObject).flatMap((record) => Object.keys(record)));
  return names.filter((name) => !fields.has(name));
}

/** The names that changed nothing beside others, whatever their values. */
export function ignoredNames(
  source: Source,
  list: ListName,
  plain: Page,
  size: string | undefined,
): ReadonlySet<string> {
  const ignored = new Set<string>();
  const followed = new Set<string>();
  for (const { call, exchange } of answersOf(source)) {
    const { operation, query = {} } = call;
    const page = operation === listing(list) ? shownPage(exchange) : undefined;
    if (page === undefined) continue;
    const asked = size === undefined || query[size] === undefined ? plain.keys.length : Number(query[size]);
    const isSameStart = page.keys.join("\n") === plain.keys.slice(0, asked).join("\n");
    const isUnchanged = isSameStart && page.page === plain.page && page.total === plain.total;
    for (const name of Object.keys(query)) (isUnchanged ? ignored : followed).add(name);
  }
  return new Set([...ignored].filter((name) => !followed.has(name)));
}

/** The readings of a list from its start. @param size the name of the size parameter, if known */
function readingsFromStart(answers: readonly Answer[], list: ListName, size: string | undefined): readonly Listing[] {
  return answers.flatMap((answer) => {
    const { operation, query = {} } = answer.call;
    const isFromStart = operation === listing(list) && isPlainCall(answer.call) && hasOnly(query, size);
    const page = isFromStart ? shownPage(answer.exchange) : undefined;
    return page === undefined ? [] : [{ answer, page }];
  });
}

/** The longest known part of a list from its start. @param size the name of the size parameter, if known */
export async function longestReading(source: Source, list: ListName, size: string | undefined): Promise<Listing> {
  return readingsFromStart(answersOf(source), list, size).reduce(
    (longest, next) => (next.page.keys.length > longest.page.keys.length ? next : longest),
    await plainList(source, list),
  );
}

/**
 * Whether the readings before this run's first creation, and one more, show that other clients are writing.
 * @param size the name of the size parameter, if known
 */
export async function isWrittenByOthers(source: Source, list: ListName, size: string | undefined): Promise<boolean> {
  const hasCreated = answersOf(source).some(({ call }) => call.operation === "createUser");
  // After a creation, the list has changed by it.
  if (!hasCreated && (await isMoving(source, list))) return true;
  await ifKnown(readList(source, list, {}, "at the end"));
  const answers = answersOf(source);
  const creation = answers.findIndex(({ call }) => call.operation === "createUser");
  const before = creation < 0 ? answers : answers.slice(0, creation);
  const [first, ...others] = readingsFromStart(before, list, size).map(({ page }) => page);
  return first !== undefined && others.some((other) => other.total !== first.total || !startsAlike(first, other));
}

function startsAlike({ keys }: Page, other: Page): boolean {
  return other.keys.every((key, index) => index >= keys.length || key === keys[index]);
}
