import { listOf, type ListOperationId } from "../../fixtures/contract/operations.ts";
import { type Json, membersOf } from "../../fixtures/values/json.ts";
import type { Exchange } from "../log/model.ts";
import { sizeQuery } from "../experiments/walk.ts";
import { pageQuery, type Paging } from "../log/paging.ts";
import { isSuccess } from "../target/exchange.ts";
import { memoize } from "../../fixtures/values/memoize.ts";
import {
  narrow,
  numbersIn,
  anyPage,
  findPosition,
  isSamePage,
  plainPage,
  readPosition,
  readList,
  readSizeParameter,
  requestsWith,
  type ListReading,
} from "./read-lists.ts";
import {
  beyondDialects,
  listPoints,
  reading,
  type OpenPoint,
  type Reading,
  plainly,
  rejectedOr,
  wordFor,
} from "./open-point.ts";
import { NotApplicable, NotShown, unlessHidden, type Reader } from "./reader.ts";

/** A page size over every maximum that a dialect can declare. */
const tooMany = 10_001;

/** Experiments try the parameters that they find; declared ones are tried here, by the first two pages of a size. */
async function checkParameters(declared: Json, reader: Reader, operation: ListOperationId): Promise<Reading> {
  const position = await readPosition(reader, operation);
  if (position.style === "cursor")
    throw new NotApplicable("the dialect declares no way to request a page by its position");
  const { records, keys, total } = await anyPage(reader, operation);
  const isFixed = position.size === undefined;
  if (total < 2 || (isFixed && total <= records.length)) throw new NotShown(`too few records for two pages (${total})`);
  const max = Number(reader.declared(`paging.${listOf(operation)}.maxSize`) ?? records.length);
  const size = isFixed ? records.length : Math.min(total > 2 ? 2 : 1, max);
  const read = (index: number): Promise<ListReading> =>
    readList(reader, operation, { ...pageQuery(position, index, size), ...sizeQuery(position, size) });
  const pages = [await read(0), await read(1)] as const;
  // Records without ids may look alike.
  const areAlike = pages[0].page?.keys.every((key) => keys.indexOf(key) !== keys.lastIndexOf(key)) === true;
  const problem = describePages(pages, size, areAlike);
  return reading(declared, [pages[0].exchange, pages[1].exchange], { problem });
}

/** What is wrong with two pages. */
function describePages(
  [first, second]: readonly [ListReading, ListReading],
  size: number,
  areAlike: boolean,
): string | undefined {
  const [one, other] = [first.page, second.page];
  if (one === undefined || other === undefined)
    return `a page of ${size} gets ${(one === undefined ? first : second).exchange.response.status}`;
  const lengths = `${one.records.length} and ${other.records.length}`;
  const wanted = `${Math.min(size, one.total)} and ${Math.min(size, Math.max(other.total - size, 0))}`;
  if (lengths !== wanted) return `the first two pages of ${size} hold ${lengths} records, not ${wanted}`;
  if (other.number !== one.number + 1) return `the second page has \`meta.page\` ${other.number}, after ${one.number}`;
  return isSamePage(one, other) && !areAlike ? "the second page holds the records of the first" : undefined;
}

async function readStyle(reader: Reader, operation: ListOperationId): Promise<Reading> {
  const page = await plainPage(reader, operation);
  const { size } = reader.facts.paging(operation);
  const isWhole = size === undefined && page.total >= 2 && page.records.length >= page.total;
  const finding = findPosition(reader, operation);
  const position = isWhole ? await unlessHidden(finding) : await finding;
  if (position !== undefined) return reading(position.style, findTrials(reader, operation, position.parameter));
  const doubt = `all ${page.total} are in one response, and no common parameter changes that`;
  return reading("none", [page.exchange], { doubt });
}

function isDeclared(reader: Reader, operation: ListOperationId, name: string): boolean {
  return reader.declared(`paging.${listOf(operation)}.${name}`) !== undefined;
}

/** The last requests with a parameter that had an effect. */
function findTrials(reader: Reader, operation: ListOperationId, parameter: string): readonly Exchange[] {
  return requestsWith(reader, parameter, operation).filter(isSuccess).slice(-2);
}

async function readParameters(reader: Reader, operation: ListOperationId): Promise<Reading> {
  const position = await findPosition(reader, operation);
  const { style, parameter, first, size } = position;
  const page = await plainPage(reader, operation);
  const isOnlyOfFirst = position.isOnlyOfFirst === true || (await isSizeLost(reader, operation, position));
  const isFromZero = style === "page" && first === 0 && page.number === 1;
  // A page of one record may not be able to show its size.
  const isSizeShown = size !== undefined || page.records.length > 1;
  // A dialect has no words for a size that further pages do not have.
  const ofAll = isOnlyOfFirst ? null : (size ?? null);
  const sized = isSizeShown ? { [style === "offset" ? "limit" : "size"]: ofAll } : {};
  const value = { [style]: parameter, ...(isFromZero ? { first: 0 } : {}), ...sized };
  const what = isOnlyOfFirst
    ? `\`${size}\` changes only the first page of ${listOf(operation)}`
    : `no common parameter changes the number of ${listOf(operation)} on a page`;
  return reading(value, findTrials(reader, operation, parameter), ofAll === null ? { doubt: what } : {});
}

/** Whether a second page has more records than requested. A run that judges has seen such pages in its walks. */
async function isSizeLost(reader: Reader, operation: ListOperationId, position: Paging): Promise<boolean> {
  if (!reader.tries || position.size === undefined || position.style === "cursor") return false;
  const query = { ...pageQuery(position, 1, 1), ...sizeQuery(position, 1) };
  const { page } = await readList(reader, operation, query);
  return page !== undefined && page.records.length > 1;
}

async function readFirstPage(reader: Reader, operation: ListOperationId): Promise<Reading> {
  const { total, number, exchange } = await anyPage(reader, operation);
  if (total === 0) throw new NotShown("there are no records, so §2 requires page 1 (see ENV-06)");
  if (number <= 1) return reading(number, [exchange]);
  return beyondDialects(`a list without parameters has \`meta.page\` ${number}`, [exchange]);
}

async function readDefaultSize(reader: Reader, operation: ListOperationId): Promise<Reading> {
  const { records, total, exchange } = await plainPage(reader, operation);
  const { length } = records;
  if (length < total) return reading(length, [exchange]);
  const list = listOf(operation);
  const reason = `all ${total} of the ${list} are on the first page, so it is ${total} or more`;
  return reading(length, [exchange], { unproven: new NotShown(reason, { give: `an account with more ${list}` }) });
}

/** The maximum page size of a list, and what a larger one gets. */
interface SizeBounds {
  readonly maxSize: Reading;
  readonly oversize: Reading;
}

/** By a request for more than any maximum. */
const readBounds = memoize(async (reader: Reader, operation: ListOperationId): Promise<SizeBounds> => {
  const list = listOf(operation);
  const plain = await plainPage(reader, operation);
  const parameter = readSizeParameter(reader, operation);
  const readSize = (size: number): Promise<ListReading> => readList(reader, operation, { [parameter]: String(size) });
  const { exchange, page } = await readSize(tooMany);
  if (page === undefined) {
    const { body, status } = exchange.response;
    const stated = numbersIn(body).filter((one) => one !== status);
    // Most services have the same limit for all lists.
    const users = operation === "listUsers" ? undefined : await unlessHidden(readBounds(reader, "listUsers"));
    const declared = reader.declared(`paging.${list}.maxSize`);
    const likely = [declared, ...stated.slice(0, 4), users?.maxSize.value].filter((one) => typeof one === "number");
    const { accepted, rejected } = await narrow(
      { accepted: plain.records.length, rejected: tooMany },
      likely.flatMap((one) => [one, one + 1]),
      async (size) => (await readSize(size)).page !== undefined,
    );
    const shown = accepted === plain.records.length ? [] : [(await readSize(accepted)).exchange];
    const exchanges = [...shown, (await readSize(rejected)).exchange];
    return { maxSize: reading(accepted, exchanges), oversize: reading("reject", exchanges.slice(-1)) };
  }
  const { length } = page.records;
  if (length >= page.total) {
    const unproven = new NotShown(`a request for ${tooMany} ${list} returns all ${length}`, {
      lack: isDeclared(reader, operation, "maxSize") ? "nothing" : undefined,
      give: `an account with more ${list}`,
    });
    return {
      maxSize: reading(length, [exchange], { unproven }),
      oversize: reading("clamp", [exchange], { unproven }),
    };
  }
  // The usual size again: it is the maximum, or what a rejected size gets.
  const other = length === plain.records.length ? await readSize(length + 1) : undefined;
  if (other !== undefined && other.page?.records.length !== length) {
    const problem = beyondDialects(`not every size over ${length} is treated in the same way`, [other.exchange]);
    return { maxSize: problem, oversize: problem };
  }
  const exchanges = [exchange, ...(other === undefined ? [] : [other.exchange])];
  return { maxSize: reading(length, exchanges), oversize: reading("clamp", exchanges.slice(-1)) };
});

/** How far beyond the last page to ask, so that a growing list does not reach it. */
const farBeyond = 11;

async function readBeyondLast(reader: Reader, operation: ListOperationId): Promise<Reading> {
  const position = await readPosition(reader, operation);
  if (position.style === "cursor") throw new NotApplicable("a cursor leads to no page beyond the last");
  const plain = await anyPage(reader, operation);
  if (plain.total === 0) throw new NotShown("there are no records, so no page is the last");
  const length = Math.max(plain.records.length, 1);
  const findLast = (total: number): number => Math.ceil(total / length) - 1;
  const beyond = pageQuery(position, findLast(plain.total) + farBeyond, length);
  const { exchange, page } = await readList(reader, operation, beyond);
  if (page === undefined) return reading("reject", [exchange]);
  if (page.records.length === 0) return reading("empty", [exchange]);
  const index = findLast(page.total);
  const label = "after a page beyond the last";
  const last = await readList(reader, operation, pageQuery(position, index, length), { label });
  // Where there is one page, a parameter that nobody declares may be ignored.
  const isShown = index > 0 || isDeclared(reader, operation, "beyondLast");
  if (isShown && isSamePage(page, last.page)) return reading("last", [exchange]);
  if (page.total !== last.page?.total)
    throw new NotShown("the list changed while it was read: other clients are writing", { exchanges: [exchange] });
  return beyondDialects(`a page beyond the last holds ${page.records.length} other records`, [exchange]);
}

async function readUnreadable(reader: Reader, operation: ListOperationId): Promise<Reading> {
  const { parameter } = await readPosition(reader, operation);
  const plain = await anyPage(reader, operation);
  const { exchange, page } = await readList(reader, operation, { [parameter]: "x" });
  if (page === undefined) return reading("reject", [exchange]);
  // A list that was empty has another first number (§2); the run may have added a user since.
  if (isSamePage(page, plain) || page.number === plain.number || plain.total === 0)
    return reading("default", [exchange]);
  return beyondDialects(`\`${parameter}=x\` gets page ${page.number}`, [exchange]);
}

function countInWords(value: Json, list: string): string {
  return `${plainly(value)} ${list}`;
}

/** `page (page), per_page (size)`. */
function parametersInWords(value: Json): string {
  return Object.entries(membersOf(value))
    .map(([name, parameter]) => `${plainly(parameter)} (${name})`)
    .join(", ");
}

/** How lists are paged (§4, §8). */
export const pagingPoints: readonly OpenPoint[] = listPoints({
  "paging.{list}.firstPage": {
    requirement: "DECL-02",
    subject: "the first page of {operation} is numbered",
    read: readFirstPage,
  },
  "paging.{list}.style": {
    observedBy: ["OBS-05"],
    subject: "{operation} is paged by",
    say: wordFor({ page: "page", offset: "offset", cursor: "cursor", none: "nothing" }),
    read: readStyle,
  },
  "paging.{list}.parameters": {
    requirement: "DECL-01",
    observedBy: ["OBS-05"],
    subject: "the paging parameters of {operation} are",
    say: parametersInWords,
    read: readParameters,
    check: checkParameters,
  },
  "paging.{list}.maxSize": {
    requirement: "DECL-04",
    subject: "{operation} pages hold at most",
    say: countInWords,
    read: async (reader, operation) => (await readBounds(reader, operation)).maxSize,
  },
  "paging.{list}.oversize": {
    requirement: "DECL-04",
    rejectedAs: "badParameter",
    subject: "a page size of {operation} that is too large is",
    say: wordFor({ clamp: "reduced to the maximum", reject: "rejected" }),
    read: async (reader, operation) => (await readBounds(reader, operation)).oversize,
  },
  "paging.{list}.defaultSize": {
    requirement: "DECL-03",
    observedBy: ["OBS-17"],
    subject: "{operation} pages hold",
    say: countInWords,
    read: readDefaultSize,
  },
  "paging.{list}.beyondLast": {
    requirement: "DECL-05",
    rejectedAs: "beyondLast",
    subject: "a page of {operation} beyond the last is",
    say: wordFor({ empty: "empty", reject: "rejected", last: "the last page again" }),
    read: readBeyondLast,
  },
  "paging.{list}.unreadable": {
    requirement: "DECL-06",
    rejectedAs: "badParameter",
    subject: "a paging parameter of {operation} that is not a number is",
    say: rejectedOr,
    read: readUnreadable,
  },
});
