import { listOf, listOperationIds, type ListOperationId } from "../../fixtures/contract/operations.ts";
import { isNumbered, pageQuery as declaredPageQuery, sizeParameter, usualSize } from "../../fixtures/dialect/paging.ts";
import type { Json } from "../../fixtures/json.ts";
import type { Exchange, Page } from "../judge/model.ts";
import { isSuccess } from "../target/exchange.ts";
import { memoize } from "../target/memoize.ts";
import { narrow, numbersIn } from "./narrow.ts";
import { reading, type OpenPoint, type Reading } from "./open-point.ts";
import {
  anyPage,
  declaredPaging,
  isSamePage,
  pageQuery,
  plainPage,
  positionOf,
  readList,
  sizeOf,
  type ListReading,
} from "./read-lists.ts";
import { NotShown, unlessHidden, type Reader } from "./reader.ts";
import { plainly, rejectedOr, wordFor } from "./words.ts";

/** How many records a list that comes whole may grow by while it is looked at. */
const margin = 10;

/** A page size over every maximum that a dialect can declare. */
const tooMany = 10_001;

function numberDeclared(reader: Reader, key: string): number | undefined {
  const value = reader.declared(key);
  return typeof value === "number" ? value : undefined;
}

/** The first two pages of a declared size, and how they differ from it. */
const readDeclaredPages = memoize(
  async (reader: Reader, operation: ListOperationId): Promise<Pick<Reading, "exchanges" | "problem">> => {
    const paging = declaredPaging(reader, operation);
    if (paging === undefined || !isNumbered(paging)) {
      throw new NotShown("the dialect declares no way to request a page by its position", { lack: "nothing" });
    }
    const plain = await anyPage(reader, operation);
    const isFixed = sizeParameter(paging) === null;
    if (plain.total < 2 || (isFixed && plain.total <= plain.records.length))
      throw new NotShown(`too few records for two pages (${plain.total})`);
    const max = numberDeclared(reader, `paging.${listOf(operation)}.maxSize`) ?? plain.records.length;
    const size = isFixed ? plain.records.length : Math.min(plain.total > 2 ? 2 : 1, max);
    const pages: ListReading[] = [];
    for (const index of [0, 1]) {
      const query = declaredPageQuery(paging, index, size);
      const page = await readList(reader, operation, query);
      pages.push(page);
      if (page.page === undefined) {
        const problem = `${JSON.stringify(query)} gets ${page.exchange.response.status}`;
        return { exchanges: pages.map(({ exchange }) => exchange), problem };
      }
    }
    const problem = pageProblem(plain, pages[0]?.page, pages[1]?.page, size);
    return { exchanges: pages.map(({ exchange }) => exchange), ...(problem === undefined ? {} : { problem }) };
  },
);

/** What is wrong with the first two pages of a size. */
function pageProblem(plain: Page, first: Page | undefined, second: Page | undefined, size: number): string | undefined {
  if (first === undefined || second === undefined) return "a page is not an envelope (see ENV-01 to ENV-05)";
  const lengths = [first, second].map(({ records }) => records.length).join(" and ");
  const wanted = [Math.min(size, first.total), Math.min(size, Math.max(second.total - size, 0))].join(" and ");
  if (lengths !== wanted) return `the first two pages of ${size} hold ${lengths} records, not ${wanted}`;
  if (second.number !== first.number + 1)
    return `the second page has \`meta.page\` ${second.number}, after ${first.number}`;
  // Records without ids may look alike.
  const isAlike = (key: string): boolean => plain.keys.indexOf(key) !== plain.keys.lastIndexOf(key);
  return isSamePage(first, second) && !first.keys.every(isAlike)
    ? "the second page holds the records of the first"
    : undefined;
}

async function readStyle(reader: Reader, operation: ListOperationId): Promise<Reading> {
  const declared = declaredPaging(reader, operation);
  if (declared !== undefined) return reading(declared.style, [], await readDeclaredPages(reader, operation));
  if (reader.declared(`paging.${listOf(operation)}.style`) !== undefined)
    throw new NotShown("the dialect does not say the parameters", { lack: "nothing" });
  const page = await plainPage(reader, operation);
  const size = await unlessHidden(sizeOf(reader, operation));
  const isWhole = size === undefined && page.total >= 2 && page.records.length >= page.total;
  const finding = positionOf(reader, operation);
  const position = isWhole ? await unlessHidden(finding) : await finding;
  if (position !== undefined) return reading(position.style, findTrials(reader, operation, position.parameter));
  const doubt = `all ${page.total} are in one response, and no common parameter changes that`;
  return reading("none", [page.exchange], { doubt });
}

/** The requests with a parameter that had an effect. */
function findTrials({ log }: Reader, operation: ListOperationId, parameter: string): readonly Exchange[] {
  const sent = log.filter(
    (one) => one.operation === operation && one.probe.query?.[parameter] !== undefined && isSuccess(one),
  );
  return sent.slice(-2);
}

async function readParameters(reader: Reader, operation: ListOperationId): Promise<Reading> {
  const declared = declaredPaging(reader, operation);
  if (declared !== undefined) {
    const parameters = reader.declared(`paging.${listOf(operation)}.parameters`) ?? null;
    return reading(parameters, [], await readDeclaredPages(reader, operation));
  }
  const { style, parameter, first, size } = await positionOf(reader, operation);
  const page = await plainPage(reader, operation);
  const sizeName = style === "offset" ? "limit" : "size";
  const isFromZero = style === "page" && first === 0 && page.number === 1;
  // A page of one record may not be able to show its size.
  const sized = size === undefined ? (page.records.length > 1 ? { [sizeName]: null } : {}) : { [sizeName]: size };
  const value = { [style]: parameter, ...(isFromZero ? { first: 0 } : {}), ...sized };
  const doubt = `no common parameter changes the number of ${listOf(operation)} on a page`;
  return reading(value, findTrials(reader, operation, parameter), size === undefined ? { doubt } : {});
}

async function readFirstPage(reader: Reader, operation: ListOperationId): Promise<Reading> {
  const page = await anyPage(reader, operation);
  if (page.total === 0) throw new NotShown("there are no records, so §2 requires page 1 (see ENV-06)");
  if (page.number <= 1 || reader.declared(`paging.${listOf(operation)}.firstPage`) !== undefined)
    return reading(page.number, [page.exchange]);
  throw new NotShown(`a list without parameters has \`meta.page\` ${page.number}, and a dialect counts from 0 or 1`);
}

async function readDefaultSize(reader: Reader, operation: ListOperationId): Promise<Reading> {
  const list = listOf(operation);
  const { records, total, exchange } = await plainPage(reader, operation);
  const { length } = records;
  const declared = numberDeclared(reader, `paging.${list}.defaultSize`);
  if (length < total || (declared !== undefined && length > declared)) return reading(length, [exchange]);
  const reason = `all ${total} of the ${list} are on the first page`;
  const give = { give: `an account with more ${list}` };
  if (declared !== undefined) throw new NotShown(reason, give);
  const doubt = `${reason}; it is ${total} or more, and at most the maximum size`;
  const bounds = await unlessHidden(readBounds(reader, operation));
  if (bounds !== undefined) return reading(bounds.maxSize, bounds.exchanges, { doubt });
  // With the usual size, the mock would cut a longer list.
  if (total > usualSize) return reading(Math.min(total + margin, 10_000), [exchange], { doubt });
  throw new NotShown(reason, give);
}

/** The maximum page size of a list, and what a larger one gets. */
interface SizeBounds {
  readonly maxSize: number;
  readonly oversize: "clamp" | "reject";
  readonly exchanges: readonly Exchange[];
}

/** The maximum page size, and what a larger one gets; where it is declared, whether that is it. */
const readBounds = memoize(async (reader: Reader, operation: ListOperationId): Promise<SizeBounds> => {
  const list = listOf(operation);
  const plain = await plainPage(reader, operation);
  const size = await sizeOf(reader, operation);
  const readSize = (records: number): Promise<ListReading> => readList(reader, operation, { [size]: String(records) });
  const declared = numberDeclared(reader, `paging.${list}.maxSize`);
  const asked = declared === undefined ? tooMany : declared + 1;
  const { exchange, page } = await readSize(asked);
  if (page === undefined) {
    if (declared === undefined) return findAccepted(reader, operation, readSize, plain, exchange);
    const accepted = await readSize(declared);
    const isRight = accepted.page !== undefined;
    const exchanges = [accepted.exchange, exchange];
    return { maxSize: isRight ? declared : plain.records.length, oversize: "reject", exchanges };
  }
  const { length } = page.records;
  if (length >= page.total && (declared === undefined || length <= declared)) {
    throw new NotShown(`a request for ${asked} ${list} returns all ${length}`, {
      ...(declared !== undefined && { lack: "nothing" }),
      give: `an account with more ${list}`,
    });
  }
  if (declared !== undefined || length !== plain.records.length)
    return { maxSize: length, oversize: "clamp", exchanges: [exchange] };
  // The usual size again: it is the maximum, or what a rejected size gets.
  const more = await readSize(length + 1);
  if (more.page === undefined) throw new NotShown("only some sizes that are too large are rejected");
  if (more.page.records.length <= length)
    return { maxSize: length, oversize: "clamp", exchanges: [exchange, more.exchange] };
  throw new NotShown(
    `a size that is too large returns the default of ${length} ${list}, which a dialect cannot express`,
  );
});

/** Where too large sizes are rejected: the maximum is named in the rejection, or found by bisection. */
async function findAccepted(
  reader: Reader,
  operation: ListOperationId,
  readSize: (records: number) => Promise<ListReading>,
  { records }: Page,
  rejection: ListReading["exchange"],
): Promise<SizeBounds> {
  const { status, body } = rejection.response;
  const named = numbersIn(body).filter((one) => one >= records.length && one < tooMany && one !== status);
  // Most services have the same limit for all lists.
  const [usual = operation] = listOperationIds;
  const users = usual === operation ? undefined : await unlessHidden(readBounds(reader, usual));
  const likely = [...named.slice(0, 3), ...(users === undefined ? [] : [users.maxSize])];
  const seen = new Map<number, Exchange>([[tooMany, rejection]]);
  const { accepted, rejected } = await narrow(
    { accepted: records.length, rejected: tooMany },
    likely.flatMap((one) => [one, one + 1]),
    // By ratio: 50, 100 and 1000 are more common than sizes near 5,000.
    ({ accepted: low, rejected: high }) => Math.floor(high > 4 * low ? Math.sqrt(low * high) : (low + high) / 2),
    async (count) => {
      const { exchange, page } = await readSize(count);
      seen.set(count, exchange);
      return page !== undefined;
    },
  );
  const exchanges = [accepted, rejected].flatMap((count) => seen.get(count) ?? []);
  return { maxSize: accepted, oversize: "reject", exchanges };
}

async function readMaxSize(reader: Reader, operation: ListOperationId): Promise<Reading> {
  const bounds = await readBounds(reader, operation);
  return reading(bounds.maxSize, bounds.exchanges);
}

async function readOversize(reader: Reader, operation: ListOperationId): Promise<Reading> {
  const key = `paging.${listOf(operation)}`;
  const max = numberDeclared(reader, `${key}.maxSize`);
  if (max !== undefined && reader.declared(`${key}.oversize`) === "reject") {
    const { exchange, page } = await readList(reader, operation, {
      [await sizeOf(reader, operation)]: String(max + 1),
    });
    return reading(page === undefined ? "reject" : "clamp", [exchange]);
  }
  const bounds = await readBounds(reader, operation);
  return reading(bounds.oversize, bounds.exchanges.slice(-1));
}

/** How far beyond the last page to ask, so that a growing list does not reach it. */
const farBeyond = 11;

async function readBeyondLast(reader: Reader, operation: ListOperationId): Promise<Reading> {
  const list = listOf(operation);
  const position = await positionOf(reader, operation);
  if (position.style === "cursor") throw new NotShown("a cursor leads to no page beyond the last", { lack: "nothing" });
  const plain = await anyPage(reader, operation);
  const length = Math.max(plain.records.length, 1);
  // The run may have added users since.
  const isGrown = reader.facts.createdMarkers.size > 0;
  const again = isGrown
    ? await unlessHidden(readList(reader, operation, {}, "before a page beyond the last"))
    : undefined;
  const now = again?.page ?? plain;
  if (now.total === 0) throw new NotShown("there are no records, so no page is the last");
  const last = Math.ceil(now.total / length) - 1;
  const query = pageQuery(position, last + farBeyond, length);
  const { exchange, page } = await readList(reader, operation, query);
  if (page === undefined) return reading("reject", [exchange]);
  if (page.records.length === 0) return reading("empty", [exchange]);
  const { page: lastPage } = await readList(reader, operation, pageQuery(position, last, length));
  const isDeclared = reader.declared(`paging.${list}.beyondLast`) !== undefined;
  // Where there is one page, an ignored parameter gets it, too.
  if ((last > 0 || isDeclared) && isSamePage(page, lastPage)) return reading("last", [exchange]);
  if (page.total !== now.total)
    throw new NotShown("the list changed while it was read: other clients are writing", { exchanges: [exchange] });
  const problem = `a page beyond the last (${JSON.stringify(query)}) holds ${page.records.length} records`;
  if (isDeclared) return reading(null, [exchange], { problem });
  throw new NotShown(`${problem} of other ${list} than the last page, which a dialect cannot express`);
}

async function readUnreadable(reader: Reader, operation: ListOperationId): Promise<Reading> {
  const { parameter } = await positionOf(reader, operation);
  const plain = await anyPage(reader, operation);
  const { exchange, page } = await readList(reader, operation, { [parameter]: "x" });
  if (page === undefined) return reading("reject", [exchange]);
  // A list that was empty has another first number (§2); the run may have added a user since.
  if (isSamePage(page, plain) || page.number === plain.number || plain.total === 0)
    return reading("default", [exchange]);
  const problem = `\`${parameter}=x\` gets page ${page.number}`;
  if (reader.declared(`paging.${listOf(operation)}.unreadable`) !== undefined)
    return reading(null, [exchange], { problem });
  throw new NotShown(`${problem}, which a dialect cannot express`);
}

function pagingOf(operation: ListOperationId): readonly OpenPoint[] {
  const list = listOf(operation);
  const operations = [operation];
  const key = (name: string): string => `paging.${list}.${name}`;
  const records = (size: Json): string => `${plainly(size)} ${list}`;
  const by = (read: (reader: Reader, operation: ListOperationId) => Promise<Reading>) => ({
    operations,
    read: (reader: Reader) => read(reader, operation),
  });
  return [
    {
      key: key("firstPage"),
      requirement: "DECL-02",
      subject: `the first page of ${operation} is numbered`,
      ...by(readFirstPage),
    },
    {
      key: key("style"),
      subject: `${operation} is paged by`,
      say: wordFor({ page: "page", offset: "offset", cursor: "cursor", none: "nothing" }),
      ...by(readStyle),
    },
    {
      key: key("parameters"),
      requirement: "DECL-01",
      subject: `the paging parameters of ${operation} are`,
      say: parametersInWords,
      ...by(readParameters),
    },
    {
      key: key("maxSize"),
      requirement: "DECL-04",
      subject: `${operation} pages hold at most`,
      say: records,
      ...by(readMaxSize),
    },
    {
      key: key("oversize"),
      requirement: "DECL-04",
      rejectedAs: "badParameter",
      subject: `a page size of ${operation} that is too large is`,
      say: wordFor({ clamp: "reduced to the maximum", reject: "rejected" }),
      ...by(readOversize),
    },
    {
      key: key("defaultSize"),
      requirement: "DECL-03",
      subject: `${operation} pages hold`,
      say: records,
      ...by(readDefaultSize),
    },
    {
      key: key("beyondLast"),
      requirement: "DECL-05",
      rejectedAs: "beyondLast",
      subject: `a page of ${operation} beyond the last is`,
      say: wordFor({ empty: "empty", reject: "rejected", last: "the last page again" }),
      ...by(readBeyondLast),
    },
    {
      key: key("unreadable"),
      requirement: "DECL-06",
      rejectedAs: "badParameter",
      subject: `a paging parameter of ${operation} that is not a number is`,
      say: rejectedOr,
      ...by(readUnreadable),
    },
  ];
}

/** `page (page), per_page (size)`. */
function parametersInWords(value: Json): string {
  const members = Object.entries(typeof value === "object" && value !== null && !Array.isArray(value) ? value : {});
  return members.map(([name, parameter]) => `${plainly(parameter)} (${name})`).join(", ");
}

/** How the two lists are paged (§4, §8). */
export const pagingPoints: readonly OpenPoint[] = listOperationIds.flatMap(pagingOf);
