import { listOf, type ListOperationId } from "../../fixtures/contract/operations.ts";
import { isDeclared } from "../../fixtures/dialect/declared.ts";
import type { ListPaging } from "../../fixtures/dialect/paging.ts";
import { isObject } from "../../fixtures/values/json.ts";
import type { Exchange, Page } from "../log/model.ts";
import { isOfWholeList } from "../log/facts.ts";
import { nextIn, nextLink } from "../log/paging.ts";
import { fillTargetDialect } from "../target/dialect.ts";
import { readEnvelope, type Members } from "../target/envelope.ts";
import { isSuccess } from "../target/exchange.ts";
import { memoize } from "../target/memoize.ts";
import { NotShown, unlessHidden, unlessSilent, type Answer, type Reader } from "./reader.ts";
import { firstPosition, positionParameter, sizeParameter } from "../../fixtures/dialect/query-parameters.ts";

export type Query = Readonly<Record<string, string>>;

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
  label?: string,
): Promise<ListReading> {
  const sent = Object.keys(query).length === 0 ? {} : { query };
  const exchange = await reader.ask({ operation, ...sent, ...(label === undefined ? {} : { label }) });
  if (!isSuccess(exchange)) return { exchange, page: undefined };
  const page = reader.facts.page(exchange);
  if (page === undefined) throw new NotShown(unreadable(operation, exchange));
  return { exchange, page };
}

function unreadable(operation: ListOperationId, { response }: Answer): string {
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

export function isSamePage(one: Page | undefined, other: Page | undefined): boolean {
  return one?.keys.join("\n") === other?.keys.join("\n");
}

/** How a page of a list is requested. */
export interface Position {
  readonly style: "page" | "offset" | "cursor";
  readonly parameter: string;
  /** The value of the first page. */
  readonly first: number;
  /** The parameter of the page size. */
  readonly size: string | undefined;
}

/** The declared paging of a list, if its style and parameters are declared. */
export function declaredPaging(reader: Reader, operation: ListOperationId): ListPaging | undefined {
  const dialect = fillTargetDialect(reader.target);
  const key = `paging.${listOf(operation)}`;
  if (dialect === undefined || !isDeclared(dialect, `${key}.style`)) return undefined;
  const paging = dialect.paging[listOf(operation)];
  return paging.style === "none" || isDeclared(dialect, `${key}.parameters`) ? paging : undefined;
}

/** How the pages of a list are requested: as declared, or as experiments found. @throws NotShown if that is unknown */
export async function readPosition(reader: Reader, operation: ListOperationId): Promise<Position> {
  const declared = declaredPaging(reader, operation);
  if (declared?.style === "none") throw new NotShown("the dialect declares no pages", { lack: "nothing" });
  if (declared !== undefined) {
    const { style } = declared;
    const first = style === "cursor" ? 0 : firstPosition(declared);
    return { style, parameter: positionParameter(declared), first, size: sizeParameter(declared) ?? undefined };
  }
  const { style, parameter, first, size } = reader.facts.paging(operation);
  if (style === "link") {
    const linked = linkedPosition(reader, operation, size);
    if (linked !== undefined) return linked;
  } else if (style !== "none" && parameter !== undefined) {
    return { style, parameter, first: style === "page" ? first : 0, size };
  }
  const { total } = await anyPage(reader, operation);
  if (total < 2)
    throw new NotShown(`there is only one record in ${operation}`, {
      give: `an account with more ${listOf(operation)}`,
    });
  throw new NotShown(`no common parameter leads to another page of ${operation}`);
}

/** The parameter in which a link to the next page differs from its request. */
function linkedPosition(
  { facts, log, target }: Reader,
  operation: ListOperationId,
  size: string | undefined,
): Position | undefined {
  const first = log.find((one) => one.operation === operation && one.as === "first" && nextIn(one) !== undefined);
  const link = first && nextLink(first, target.baseUrl);
  const page = first && facts.page(first);
  if (first === undefined || link === undefined || page === undefined) return undefined;
  const parameters = new URL(first.request.url).searchParams;
  const changes = Object.entries(link.query).filter(([name, value]) => name !== size && parameters.get(name) !== value);
  const [[parameter, value] = ["", ""], ...others] = changes;
  if (parameter === "" || others.length > 0) return undefined;
  const isOffset = Number(value) === page.records.length && Number(value) !== page.number + 1;
  const style = !/^\d+$/.test(value) ? "cursor" : isOffset ? "offset" : "page";
  return { style, parameter, first: style === "page" && value !== "1" ? 1 : 0, size };
}

/** The parameter of the page size. @throws NotShown if it is unknown */
export async function readSizeParameter(reader: Reader, operation: ListOperationId): Promise<string> {
  const declared = declaredPaging(reader, operation);
  const size =
    declared === undefined || declared.style === "none"
      ? reader.facts.paging(operation).size
      : (sizeParameter(declared) ?? undefined);
  if (size !== undefined) return size;
  throw new NotShown(`no common parameter changes the number of ${listOf(operation)} on a page`);
}

/** The query of a page by its index from 0. @param length the number of records on a page */
export function pageQuery({ style, parameter, first }: Position, index: number, length: number): Query {
  return { [parameter]: String(style === "page" ? index + first : index * length) };
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
  const pages = [plain, ...log.filter(isRead).flatMap((one) => facts.page(one) ?? [])];
  const recordCount = reader.tries || pages.length === 1 ? Math.min(enoughRecords, plain.total) : 0;
  const count = (): number => new Set(pages.flatMap(({ keys }) => keys)).size;
  const { size } = facts.paging(operation);
  let last = plain;
  if (count() < recordCount && size !== undefined) {
    last = (await pageFor(reader, operation, { [size]: "100" })) ?? plain;
    pages.push(last);
  }
  const first = last;
  for (let index = 1; index < maxPages && count() < recordCount; index += 1) {
    const query = await nextQuery(reader, operation, { first, last, index });
    const page = query && (await pageFor(reader, operation, query));
    if (page === undefined || page.records.length === 0) break;
    last = page;
    pages.push(page);
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

/** The query of the next page after the known ones. */
async function nextQuery(
  reader: Reader,
  operation: ListOperationId,
  { first, last, index }: { readonly first: Page; readonly last: Page; readonly index: number },
): Promise<Query | undefined> {
  const position = await unlessHidden(readPosition(reader, operation));
  if (position === undefined) return undefined;
  const sized = first.exchange.probe.query ?? {};
  if (position.style !== "cursor") return { ...sized, ...pageQuery(position, index, first.records.length) };
  const link = nextLink(last.exchange, reader.target.baseUrl);
  const cursor = link?.query[position.parameter] ?? nextIn(last.exchange)?.value;
  return cursor === undefined ? undefined : { ...sized, [position.parameter]: cursor };
}

/** A field's value in a query; `undefined` if it has none, or none that fits into a query. */
export function fieldText(record: Members, field: string): string | undefined {
  const value = fieldValue(record, field);
  if (typeof value === "string") return value;
  return typeof value === "number" || typeof value === "boolean" ? String(value) : undefined;
}

/** The value of a field, also of a nested one: `address.city`. */
export function fieldValue(record: unknown, field: string): unknown {
  if (isObject(record) && Object.hasOwn(record, field)) return record[field];
  return field
    .split(".")
    .reduce<unknown>(
      (value, name) => (isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined),
      record,
    );
}

/** The fields with a text, a number or a boolean in some record, in the order of first use. Queries have a maximum length. */
export function scalarFields(records: readonly Members[]): readonly string[] {
  const names = new Set(records.flatMap((record) => Object.keys(record)));
  return [...names]
    .filter((name) => /^[^\s&=#?[\]]+$/.test(name) && records.some((record) => fieldText(record, name) !== undefined))
    .slice(0, 100);
}
