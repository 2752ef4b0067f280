import { listOf, type ListOperationId } from "../../fixtures/contract/operations.ts";
import { isDeclared } from "../../fixtures/dialect/declared.ts";
import {
  firstPosition,
  isNumbered,
  positionParameter,
  sizeParameter,
} from "../../fixtures/dialect/query-parameters.ts";
import { isObject, valueAt, own } from "../../fixtures/values/json.ts";
import { pageProbe, queryFor } from "../experiments/walk.ts";
import { isOfWholeList } from "../log/exchanges.ts";
import type { Exchange, Page, Call, Query } from "../log/model.ts";
import { nextIn, nextLink, type Paging } from "../log/paging.ts";
import { fillTargetDialect } from "../target/dialect.ts";
import { readEnvelope, type Members } from "../target/envelope.ts";
import { isSuccess } from "../target/exchange.ts";
import { memoize } from "../../fixtures/values/memoize.ts";
import { NotApplicable, NotShown, toCall, unlessSilent, type Answer, type Reader } from "./reader.ts";

/** A response to a request for a list, with its page; without one it is a rejection. */
export interface ListReading {
  readonly exchange: Answer;
  readonly page: Page | undefined;
}

/**
 * Reads a list with a query.
 * @throws NotShown if the response is neither a page nor a rejection
 */
export async function readList(
  reader: Reader,
  operation: ListOperationId,
  query: Query = {},
  more: Pick<Call, "label" | "path"> = {},
): Promise<ListReading> {
  const exchange = await reader.ask({ operation, ...queryFor(query), ...more });
  if (!isSuccess(exchange)) return { exchange, page: undefined };
  const page = reader.facts.page(exchange);
  if (page === undefined) throw new NotShown(describeUnreadable(operation, exchange));
  return { exchange, page };
}

function describeUnreadable(operation: ListOperationId, { response }: Answer): string {
  const { data, meta } = readEnvelope(response);
  const large = Object.entries(meta ?? {}).find(([, value]) => Number.isInteger(value) && !Number.isSafeInteger(value));
  if (data !== undefined && large !== undefined)
    return `\`meta.${large[0]}\` of ${operation} has more digits than a number keeps`;
  return `${operation} is not an envelope of records (see ENV-01 to ENV-05)`;
}

/** The page for a query; `undefined` if there is none. @throws NotShown if it could not be asked */
export async function pageFor(reader: Reader, operation: ListOperationId, query: Query): Promise<Page | undefined> {
  return (await unlessSilent(readList(reader, operation, query)))?.page;
}

/** The list without parameters. */
export async function anyPage(reader: Reader, operation: ListOperationId): Promise<Page> {
  const { exchange, page } = await readList(reader, operation);
  if (page !== undefined) return page;
  throw new NotShown(`${operation} is rejected with ${exchange.response.status}`, { give: "a token that may read it" });
}

/** The list without parameters, with at least one record. */
export async function plainPage(reader: Reader, operation: ListOperationId): Promise<Page> {
  const page = await anyPage(reader, operation);
  if (page.records.length > 0) return page;
  throw new NotShown(`there are no ${listOf(operation)}`, { give: `an account with ${listOf(operation)}` });
}

/** The requests of a run with a parameter. */
export function requestsWith({ log }: Reader, parameter: string, operation?: ListOperationId): readonly Exchange[] {
  return log.filter(
    ({ probe, operation: of }) => own(probe.query ?? {}, parameter) !== undefined && of === (operation ?? of),
  );
}

export function isSamePage(one: Page | undefined, other: Page | undefined): boolean {
  return one?.keys.join("\n") === other?.keys.join("\n");
}

/** How the pages of a list are requested by a parameter. */
export type Position = Paging & { readonly style: "page" | "offset" | "cursor"; readonly parameter: string };

/** The declared paging of a list, if its style and parameters are declared. */
function declaredPaging({ target }: Reader, operation: ListOperationId): Paging | undefined {
  const dialect = fillTargetDialect(target);
  const key = `paging.${listOf(operation)}`;
  if (dialect === undefined || !isDeclared(dialect, `${key}.style`)) return undefined;
  const paging = dialect.paging[listOf(operation)];
  if (paging.style === "none") return { style: "none", first: 1 };
  if (!isDeclared(dialect, `${key}.parameters`)) return undefined;
  const size = sizeParameter(paging);
  const first = isNumbered(paging) && firstPosition(paging) === 1 ? 1 : 0;
  return { style: paging.style, parameter: positionParameter(paging), first, ...(size !== null && { size }) };
}

/** How the pages of a list are requested, as declared or as experiments found. @throws NotShown if that is unknown */
export async function readPosition(reader: Reader, operation: ListOperationId): Promise<Position> {
  const declared = declaredPaging(reader, operation);
  if (declared?.style === "none") throw new NotApplicable("the dialect declares no pages");
  return findPosition(reader, operation, declared);
}

/** How the pages of a list are requested, as experiments found. @throws NotShown if that is unknown */
export async function findPosition(
  reader: Reader,
  operation: ListOperationId,
  paging = reader.facts.paging(operation),
): Promise<Position> {
  const { style, parameter, ...others } = paging.style === "link" ? readLink(reader, operation, paging) : paging;
  if (style !== "none" && style !== "link" && parameter !== undefined) return { ...others, style, parameter };
  const { total } = await anyPage(reader, operation);
  const give = `an account with more ${listOf(operation)}`;
  if (total < 2) throw new NotShown(`there is only one record in ${operation}`, { give });
  throw new NotShown(`no common parameter leads to another page of ${operation}`);
}

/** Paging by the one parameter in which a link to the next page differs from its request, but for the size. */
function readLink({ facts, target }: Reader, operation: ListOperationId, paging: Paging): Paging {
  const first = facts.exchanges(operation, "first").find((one) => nextIn(one) !== undefined);
  const page = first && facts.page(first);
  if (first === undefined || page === undefined) return paging;
  const parameters = new URL(first.request.url).searchParams;
  const changes = Object.entries(nextLink(first, target.baseUrl)?.query ?? {}).filter(
    ([name, value]) => name !== paging.size && parameters.get(name) !== value,
  );
  const [[parameter, value] = ["", ""], ...others] = changes;
  if (parameter === "" || others.length > 0) return paging;
  const isOffset = Number(value) === page.records.length && Number(value) !== page.number + 1;
  const style = !/^\d+$/.test(value) ? "cursor" : isOffset ? "offset" : "page";
  return { ...paging, style, parameter, first: style === "page" && value !== "1" ? 1 : 0 };
}

/** The parameter of the page size. @throws NotShown if it is unknown */
export function readSizeParameter(reader: Reader, operation: ListOperationId): string {
  const declared = declaredPaging(reader, operation);
  const { size } = declared === undefined || declared.style === "none" ? reader.facts.paging(operation) : declared;
  if (size !== undefined) return size;
  throw new NotShown(`no common parameter changes the number of ${listOf(operation)} on a page`);
}

/** The records of a list that were seen without a filter. */
export interface KnownRecords {
  readonly records: readonly Members[];
  readonly keys: readonly string[];
  /** Whether these are all. */
  readonly isAll: boolean;
  readonly total: number;
  readonly exchanges: readonly Exchange[];
}

/** Enough records to know their format; with fewer, a few more pages are read. */
const enoughRecords = 40;
const maxPages = 4;

/** The first records of a list: as many as are needed to know them, from the pages that the run has read, or further ones. */
export const knownRecords = memoize(async (reader: Reader, operation: ListOperationId): Promise<KnownRecords> => {
  const { facts, log } = reader;
  const plain = await plainPage(reader, operation);
  const isRead = (one: Exchange): boolean =>
    one.operation === operation && one.as === "first" && one.place.page !== undefined && isOfWholeList(one);
  const pages = [plain, ...facts.pages(log.filter(isRead))];
  const wanted = reader.tries || pages.length === 1 ? Math.min(enoughRecords, plain.total) : 0;
  const isEnough = (): boolean => new Set(pages.flatMap(({ keys }) => keys)).size >= wanted;
  const paging = facts.paging(operation);
  let last = plain;
  if (!isEnough() && paging.size !== undefined) {
    last = (await pageFor(reader, operation, { [paging.size]: "100" })) ?? plain;
    pages.push(last);
  }
  const first = toCall(last.exchange);
  const { length } = last.records;
  for (let number = 2; number <= maxPages && !isEnough(); number += 1) {
    const { query, path } = pageProbe(facts, first, paging, number, length, last.exchange) ?? {};
    const next =
      query && (await unlessSilent(readList(reader, operation, query, path === undefined ? {} : { path })))?.page;
    if (next === undefined || next.records.length === 0) break;
    last = next;
    pages.push(next);
  }
  const byKey = new Map(pages.flatMap(({ keys, records }) => keys.map((key, index) => [key, records[index]] as const)));
  return {
    records: [...byKey.values()].filter(isObject),
    keys: [...byKey.keys()],
    isAll: byKey.size >= plain.total,
    total: plain.total,
    exchanges: pages.map(({ exchange }) => exchange),
  };
});

/** A field's value in a query; `undefined` if it has none, or none that fits into a query. */
export function fieldText(record: Members, field: string): string | undefined {
  const value = fieldValue(record, field);
  if (typeof value === "string") return value;
  return typeof value === "number" || typeof value === "boolean" ? String(value) : undefined;
}

/** The value of a field, also of a nested one: `address.city`. */
export function fieldValue(record: Members, field: string): unknown {
  return own(record, field) ?? valueAt(record, field);
}

/** The fields with a text, a number or a boolean in some record, in the order of first use. Queries have a maximum length. */
export function scalarFields(records: readonly Members[]): readonly string[] {
  const names = new Set(records.flatMap((record) => Object.keys(record)));
  return [...names]
    .filter((name) => /^[^\s&=#?[\]]+$/.test(name) && records.some((record) => fieldText(record, name) !== undefined))
    .slice(0, 100);
}

/** The whole numbers in a text, without duplicates: a rejection often says what would be accepted. */
export function numbersIn(text: string): readonly number[] {
  return [...new Set(Array.from(text.matchAll(/(?<![\w.])\d{1,9}(?![\w]|\.\d)/g), ([digits]) => Number(digits)))];
}

/** Where an accepted number ends, and a rejected one begins. */
interface Bounds {
  readonly accepted: number;
  readonly rejected: number;
}

/**
 * The largest accepted number and the smallest rejected one, by bisection.
 * @param likely tried first
 */
export async function narrow(
  { accepted, rejected }: Bounds,
  likely: readonly number[],
  isAccepted: (number: number) => Promise<boolean>,
): Promise<Bounds> {
  if (rejected - accepted <= 1) return { accepted, rejected };
  // By ratio first: limits of 50, 100 or 1000 are more common than those near 5,000.
  const isWide = accepted > 0 && rejected > 4 * accepted;
  const middle = Math.floor(isWide ? Math.sqrt(accepted * rejected) : (accepted + rejected) / 2);
  const [next = middle, ...others] = likely.filter((one) => one > accepted && one < rejected);
  const bounds = (await isAccepted(next)) ? { accepted: next, rejected } : { accepted, rejected: next };
  return narrow(bounds, others, isAccepted);
}

/**
 * Finds the one name that has an effect: the commonest alone, then all at once, then halves of those that are left.
 * @returns `undefined` if none has
 */
export async function findName(
  names: readonly string[],
  hasEffect: (names: readonly string[]) => Promise<boolean>,
): Promise<string | undefined> {
  const [commonest, ...others] = names;
  if (commonest === undefined) return undefined;
  if (await hasEffect([commonest])) return commonest;
  if (others.length === 0 || !(await hasEffect(others))) return undefined;
  let left: readonly string[] = others;
  while (left.length > 1) {
    const half = left.slice(0, Math.ceil(left.length / 2));
    left = (await hasEffect(half)) ? half : left.slice(half.length);
  }
  const [name] = left;
  // With several names that have an effect only together, the last one has none.
  return name !== undefined && (await hasEffect([name])) ? name : undefined;
}
