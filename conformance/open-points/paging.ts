import { listOf, listOperationIds, type ListOperationId } from "../../fixtures/contract/operations.ts";
import { isObject, type Json } from "../../fixtures/values/json.ts";
import type { Exchange, Page } from "../log/model.ts";
import { isSuccess } from "../target/exchange.ts";
import { memoize } from "../target/memoize.ts";
import { narrow, numbersIn } from "./narrow.ts";
import { beyondDialects, reading, type OpenPoint, type Reading } from "./open-point.ts";
import {
  anyPage,
  declaredPaging,
  isSamePage,
  pageQuery,
  plainPage,
  readPosition,
  readList,
  readSizeParameter,
  type ListReading,
} from "./read-lists.ts";
import { NotShown, unlessHidden, type Reader } from "./reader.ts";
import { plainly, rejectedOr, wordFor } from "./words.ts";
import { isNumbered, pageQuery as declaredPageQuery, sizeParameter } from "../../fixtures/dialect/query-parameters.ts";

/** A page size over every maximum that a dialect can declare. */
const tooMany = 10_001;

function declaredNumber(reader: Reader, key: string): number | undefined {
  const value = reader.declared(key);
  return typeof value === "number" ? value : undefined;
}

/** The first two pages of a declared paging, and how they differ from it. */
const readDeclaredPages = memoize(
  async (reader: Reader, operation: ListOperationId): Promise<Pick<Reading, "exchanges" | "problem">> => {
    const paging = declaredPaging(reader, operation);
    if (paging === undefined || !isNumbered(paging))
      throw new NotShown("the dialect declares no way to request a page by its position", { lack: "nothing" });
    const plain = await anyPage(reader, operation);
    const isFixed = sizeParameter(paging) === null;
    if (plain.total < 2 || (isFixed && plain.total <= plain.records.length))
      throw new NotShown(`too few records for two pages (${plain.total})`);
    const max = declaredNumber(reader, `paging.${listOf(operation)}.maxSize`) ?? plain.records.length;
    const size = isFixed ? plain.records.length : Math.min(plain.total > 2 ? 2 : 1, max);
    const [one, two] = [0, 1].map((index) => declaredPageQuery(paging, index, size));
    const first = await readList(reader, operation, one);
    const second = await readList(reader, operation, two);
    const exchanges = [first.exchange, second.exchange];
    const rejection = [first, second].find(({ page }) => page === undefined)?.exchange;
    const problem =
      first.page === undefined || second.page === undefined
        ? `a page of ${size} gets ${rejection?.response.status}`
        : pageProblem(plain, first.page, second.page, size);
    return { exchanges, ...(problem !== undefined && { problem }) };
  },
);

/** What is wrong with the first two pages of a size. */
function pageProblem(plain: Page, first: Page, second: Page, size: number): string | undefined {
  const lengths = [first, second].map(({ records }) => records.length).join(" and ");
  const expected = [Math.min(size, first.total), Math.min(size, Math.max(second.total - size, 0))].join(" and ");
  if (lengths !== expected) return `the first two pages of ${size} hold ${lengths} records, not ${expected}`;
  if (second.number !== first.number + 1)
    return `the second page has \`meta.page\` ${second.number}, after ${first.number}`;
  // Records without ids may look alike.
  const isAlike = (key: string): boolean => plain.keys.indexOf(key) !== plain.keys.lastIndexOf(key);
  const isRepeated = isSamePage(first, second) && !first.keys.every(isAlike);
  return isRepeated ? "the second page holds the records of the first" : undefined;
}

async function readStyle(reader: Reader, operation: ListOperationId): Promise<Reading> {
  const declared = declaredPaging(reader, operation);
  if (declared !== undefined) return reading(declared.style, [], await readDeclaredPages(reader, operation));
  if (reader.declared(`paging.${listOf(operation)}.style`) !== undefined)
    throw new NotShown("the dialect does not say the parameters", { lack: "nothing" });
  const page = await plainPage(reader, operation);
  const size = await unlessHidden(readSizeParameter(reader, operation));
  const isWhole = size === undefined && page.total >= 2 && page.records.length >= page.total;
  const finding = readPosition(reader, operation);
  const position = isWhole ? await unlessHidden(finding) : await finding;
  if (position !== undefined) return reading(position.style, findTrials(reader, operation, position.parameter));
  const doubt = `all ${page.total} are in one response, and no common parameter changes that`;
  return reading("none", [page.exchange], { doubt });
}

/** The last requests with a parameter that had an effect. */
function findTrials({ log }: Reader, operation: ListOperationId, parameter: string): readonly Exchange[] {
  const isTrial = (one: Exchange): boolean => one.operation === operation && one.probe.query?.[parameter] !== undefined;
  return log.filter((one) => isTrial(one) && isSuccess(one)).slice(-2);
}

async function readParameters(reader: Reader, operation: ListOperationId): Promise<Reading> {
  if (declaredPaging(reader, operation) !== undefined) {
    const parameters = reader.declared(`paging.${listOf(operation)}.parameters`) ?? null;
    return reading(parameters, [], await readDeclaredPages(reader, operation));
  }
  const { style, parameter, first, size } = await readPosition(reader, operation);
  const page = await plainPage(reader, operation);
  const isFromZero = style === "page" && first === 0 && page.number === 1;
  // A page of one record may not be able to show its size.
  const isSizeShown = size !== undefined || page.records.length > 1;
  const sized = isSizeShown ? { [style === "offset" ? "limit" : "size"]: size ?? null } : {};
  const value = { [style]: parameter, ...(isFromZero ? { first: 0 } : {}), ...sized };
  const doubt = { doubt: `no common parameter changes the number of ${listOf(operation)} on a page` };
  return reading(value, findTrials(reader, operation, parameter), size === undefined ? doubt : {});
}

async function readFirstPage(reader: Reader, operation: ListOperationId): Promise<Reading> {
  const { total, number, exchange } = await anyPage(reader, operation);
  if (total === 0) throw new NotShown("there are no records, so §2 requires page 1 (see ENV-06)");
  if (number <= 1) return reading(number, [exchange]);
  const problem = `a list without parameters has \`meta.page\` ${number}`;
  return beyondDialects(reader, `paging.${listOf(operation)}.firstPage`, problem, [exchange]);
}

async function readDefaultSize(reader: Reader, operation: ListOperationId): Promise<Reading> {
  const list = listOf(operation);
  const { records, total, exchange } = await plainPage(reader, operation);
  const declared = declaredNumber(reader, `paging.${list}.defaultSize`);
  if (records.length < total || records.length > (declared ?? total)) return reading(records.length, [exchange]);
  const reason = `all ${total} of the ${list} are on the first page`;
  throw new NotShown(`${reason}, so it is ${total} or more`, { give: `an account with more ${list}` });
}

/** The maximum page size of a list, and what a larger one gets. */
interface SizeBounds {
  readonly maxSize: number;
  readonly oversize: "clamp" | "reject";
  readonly exchanges: readonly Exchange[];
}

/** By a request for more than any maximum, or than the declared one. */
const readBounds = memoize(async (reader: Reader, operation: ListOperationId): Promise<SizeBounds> => {
  const list = listOf(operation);
  const plain = await plainPage(reader, operation);
  const size = await readSizeParameter(reader, operation);
  const declared = declaredNumber(reader, `paging.${list}.maxSize`);
  const oversize = declared === undefined ? tooMany : declared + 1;
  const bySize = new Map<number, Exchange>();
  const readSize = async (records: number): Promise<ListReading> => {
    const sized = await readList(reader, operation, { [size]: String(records) });
    bySize.set(records, sized.exchange);
    return sized;
  };
  const { exchange, page } = await readSize(oversize);
  if (page === undefined) {
    const { body, status } = exchange.response;
    const numbers = numbersIn(body)
      .filter((one) => one !== status)
      .slice(0, 4);
    // Most services have the same limit for all lists.
    const users =
      declared !== undefined || operation === "listUsers"
        ? undefined
        : await unlessHidden(readBounds(reader, "listUsers"));
    const guesses = [...numbers, ...(users === undefined ? [] : [users.maxSize])].flatMap((one) => [one, one + 1]);
    const likely = declared === undefined ? guesses : [declared];
    const { accepted, rejected } = await narrow(
      { accepted: plain.records.length, rejected: oversize },
      likely,
      async (records) => (await readSize(records)).page !== undefined,
    );
    const exchanges = [accepted, rejected].flatMap((records) => bySize.get(records) ?? []);
    return { maxSize: accepted, oversize: "reject", exchanges };
  }
  const { length } = page.records;
  if (length >= page.total && length <= (declared ?? length)) {
    // A larger size had to be rejected, however many records there are.
    if (declared !== undefined && reader.declared(`paging.${list}.oversize`) === "reject")
      return { maxSize: declared, oversize: "clamp", exchanges: [exchange] };
    const isDeclared = declared !== undefined && { lack: "nothing" as const };
    throw new NotShown(`a request for ${oversize} ${list} returns all ${length}`, {
      ...isDeclared,
      give: `an account with more ${list}`,
    });
  }
  // The usual size again: it is the maximum, or what a rejected size gets.
  const isUsual = declared === undefined && length === plain.records.length;
  const more = isUsual ? await readSize(length + 1) : undefined;
  if (more !== undefined && more.page?.records.length !== length)
    throw new NotShown(`not every size over ${length} is treated in the same way, which a dialect cannot express`);
  return { maxSize: length, oversize: "clamp", exchanges: [...bySize.values()] };
});

async function readMaxSize(reader: Reader, operation: ListOperationId): Promise<Reading> {
  const { maxSize, exchanges } = await readBounds(reader, operation);
  return reading(maxSize, exchanges);
}

async function readOversize(reader: Reader, operation: ListOperationId): Promise<Reading> {
  const { oversize, exchanges } = await readBounds(reader, operation);
  return reading(oversize, exchanges.slice(-1));
}

/** How far beyond the last page to ask, so that a growing list does not reach it. */
const farBeyond = 11;

async function readBeyondLast(reader: Reader, operation: ListOperationId): Promise<Reading> {
  const position = await readPosition(reader, operation);
  if (position.style === "cursor") throw new NotShown("a cursor leads to no page beyond the last", { lack: "nothing" });
  const plain = await anyPage(reader, operation);
  if (plain.total === 0) throw new NotShown("there are no records, so no page is the last");
  const length = Math.max(plain.records.length, 1);
  const lastIndex = (total: number): number => Math.ceil(total / length) - 1;
  const { exchange, page } = await readList(
    reader,
    operation,
    pageQuery(position, lastIndex(plain.total) + farBeyond, length),
  );
  if (page === undefined) return reading("reject", [exchange]);
  if (page.records.length === 0) return reading("empty", [exchange]);
  const index = lastIndex(page.total);
  const last = await readList(reader, operation, pageQuery(position, index, length), "after a page beyond the last");
  const key = `paging.${listOf(operation)}.beyondLast`;
  // Where there is one page, an ignored parameter gets it, too.
  const isShown = index > 0 || reader.declared(key) !== undefined;
  if (isShown && isSamePage(page, last.page)) return reading("last", [exchange]);
  if (page.total !== last.page?.total)
    throw new NotShown("the list changed while it was read: other clients are writing", { exchanges: [exchange] });
  return beyondDialects(reader, key, `a page beyond the last holds ${page.records.length} other records`, [exchange]);
}

async function readUnreadable(reader: Reader, operation: ListOperationId): Promise<Reading> {
  const { parameter } = await readPosition(reader, operation);
  const plain = await anyPage(reader, operation);
  const { exchange, page } = await readList(reader, operation, { [parameter]: "x" });
  if (page === undefined) return reading("reject", [exchange]);
  // A list that was empty has another first number (§2); the run may have added a user since.
  if (isSamePage(page, plain) || page.number === plain.number || plain.total === 0)
    return reading("default", [exchange]);
  const problem = `\`${parameter}=x\` gets page ${page.number}`;
  return beyondDialects(reader, `paging.${listOf(operation)}.unreadable`, problem, [exchange]);
}

/** A row of the table, for each list: `paging.users.maxSize`. */
interface PagingRow extends Pick<OpenPoint, "requirement" | "rejectedAs"> {
  readonly subject: (operation: ListOperationId) => string;
  readonly say?: (value: Json, list: string) => string;
  readonly read: (reader: Reader, operation: ListOperationId) => Promise<Reading>;
}

const records = (value: Json, list: string): string => `${plainly(value)} ${list}`;

const rows: Readonly<Record<string, PagingRow>> = {
  firstPage: {
    requirement: "DECL-02",
    subject: (operation) => `the first page of ${operation} is numbered`,
    read: readFirstPage,
  },
  style: {
    subject: (operation) => `${operation} is paged by`,
    say: wordFor({ page: "page", offset: "offset", cursor: "cursor", none: "nothing" }),
    read: readStyle,
  },
  parameters: {
    requirement: "DECL-01",
    subject: (operation) => `the paging parameters of ${operation} are`,
    say: parametersInWords,
    read: readParameters,
  },
  maxSize: {
    requirement: "DECL-04",
    subject: (operation) => `${operation} pages hold at most`,
    say: records,
    read: readMaxSize,
  },
  oversize: {
    requirement: "DECL-04",
    rejectedAs: "badParameter",
    subject: (operation) => `a page size of ${operation} that is too large is`,
    say: wordFor({ clamp: "reduced to the maximum", reject: "rejected" }),
    read: readOversize,
  },
  defaultSize: {
    requirement: "DECL-03",
    subject: (operation) => `${operation} pages hold`,
    say: records,
    read: readDefaultSize,
  },
  beyondLast: {
    requirement: "DECL-05",
    rejectedAs: "beyondLast",
    subject: (operation) => `a page of ${operation} beyond the last is`,
    say: wordFor({ empty: "empty", reject: "rejected", last: "the last page again" }),
    read: readBeyondLast,
  },
  unreadable: {
    requirement: "DECL-06",
    rejectedAs: "badParameter",
    subject: (operation) => `a paging parameter of ${operation} that is not a number is`,
    say: rejectedOr,
    read: readUnreadable,
  },
};

/** `page (page), per_page (size)`. */
function parametersInWords(value: Json): string {
  return Object.entries(isObject(value) ? value : {})
    .map(([name, parameter]) => `${plainly(parameter)} (${name})`)
    .join(", ");
}

/** How the two lists are paged (§4, §8). */
export const pagingPoints: readonly OpenPoint[] = listOperationIds.flatMap((operation) =>
  Object.entries(rows).map(([name, { subject, say, read, ...row }]): OpenPoint => ({
    ...row,
    key: `paging.${listOf(operation)}.${name}`,
    operations: [operation],
    subject: subject(operation),
    ...(say !== undefined && { say: (value: Json) => say(value, listOf(operation)) }),
    read: (reader) => read(reader, operation),
  })),
);
