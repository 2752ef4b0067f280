import { counted } from "../../../fixtures/counted.ts";
import type { OperationId } from "../../../fixtures/contract/operations.ts";
import { ifDeclared } from "../../../fixtures/dialect/declared.ts";
import type { Dialect } from "../../../fixtures/dialect/dialect.ts";
import type { Call } from "../../target/call.ts";
import { isSuccess } from "../../target/exchange.ts";
import { Unavailable, type Session } from "../../target/session.ts";
import type { Success } from "../../target/exchange.ts";
import { failed, inconclusive, notArising, passed, skipped, type Check, type Outcome } from "../check.ts";
import { declaredCheck, expectFailure, onAnswer } from "./declared-check.ts";
import { pageIn, type Page } from "../../target/records.ts";
import { judgedList, pagedBy, pageName, pageQuery, sizeName, whichPage, type Paged } from "./lists.ts";

/** What a check of a paged list works with. */
interface Listed {
  readonly session: Session;
  readonly operation: OperationId;
  readonly paging: Paged;
  /** What a list without parameters holds. */
  readonly plain: Page;
  readonly sample: Success;
  readonly dialect: Dialect;
  /** How a message names a key: `paging.users.oversize`. */
  readonly key: (name: string) => string;
}

function pagingCheck(id: string, judge: (listed: Listed) => Outcome | Promise<Outcome>): Check {
  return declaredCheck(id, (session, operation, dialect, sample) => {
    const paging = pagedBy(dialect, operation);
    if (paging === undefined) return notArising("the dialect declares that the list is not paged", sample);
    const plain = pageIn(sample);
    if (plain === undefined) return skipped("the list cannot be reckoned with (see ENV-01 to ENV-05)", sample);
    const key = (name: string): string => `paging.${judgedList(operation)}.${name}`;
    return judge({ session, operation, paging, plain, sample, dialect, key });
  });
}

/** DECL-01: two pages of two records, or of one. */
const parameters = pagingCheck("DECL-01", async ({ session, operation, paging, plain, key }) => {
  if (plain.total < 2) return skipped(`there are too few records for two pages (${plain.total})`);
  const size = Math.min(plain.total > 2 ? 2 : 1, ifDeclared(() => paging.maxSize) ?? plain.keys.length);
  const query = pageQuery(paging, 1, size);
  const first = await pageAt(session, { operation, query: pageQuery(paging, 0, size) }, key("parameters"));
  if ("status" in first) return first;
  const second = await pageAt(session, { operation, query }, key("parameters"));
  if ("status" in second) return second;
  const problem = pageProblem(pageIn(first), pageIn(second), size);
  if (problem === undefined) return passed(`${JSON.stringify(query)} chooses the second page`, first, second);
  const again = await readPage(session, { operation, query: pageQuery(paging, 0, size), moment: "again" });
  if (again?.keys.join("\n") !== pageIn(first)?.keys.join("\n")) {
    return inconclusive("the list moved while it was read: others are writing", first, second);
  }
  const declared = JSON.stringify(paging.parameters);
  return failed(`${problem}; the dialect declares ${declared} (${key("parameters")})`, first, second);
});

async function pageAt(session: Session, call: Call, key: string): Promise<Success | Outcome> {
  let success: Success | undefined;
  const outcome = await onAnswer(session, call, (answered) => {
    if (isSuccess(answered)) {
      success = answered;
      return passed("a page", answered);
    }
    const found = `${JSON.stringify(call.query)} is answered with ${answered.response.status}`;
    return failed(`${found}; the dialect declares these parameters (${key})`, answered);
  });
  return success ?? outcome;
}

async function readPage(session: Session, call: Call): Promise<Page | undefined> {
  const reply = await session.call(call);
  return reply instanceof Unavailable || !isSuccess(reply) ? undefined : pageIn(reply);
}

function pageProblem(first: Page | undefined, second: Page | undefined, size: number): string | undefined {
  if (first === undefined || second === undefined) return "a page is no envelope (see ENV-01 to ENV-05)";
  const wanted = [Math.min(size, first.total), Math.min(size, Math.max(second.total - size, 0))];
  if (first.keys.length !== wanted[0]) return `a page of ${size} holds ${counted(first.keys.length, "record")}`;
  if (second.keys.length !== wanted[1])
    return `the second page of ${size} holds ${counted(second.keys.length, "record")}`;
  if (second.page !== first.page + 1) return `the second page has \`meta.page\` ${second.page}, after ${first.page}`;
  if (second.keys.join("\n") === first.keys.join("\n")) return "the second page holds the records of the first";
  return undefined;
}

const firstPage = pagingCheck("DECL-02", ({ paging, plain, sample, key }) => {
  if (plain.total === 0) return skipped("there are no records, so the page is 1 by §2 (see ENV-06)", sample);
  const found = `the first page has the number ${plain.page}`;
  if (plain.page === paging.firstPage) return passed(found, sample);
  return failed(`${found}; the dialect declares ${paging.firstPage} (${key("firstPage")})`, sample);
});

const defaultSize = pagingCheck("DECL-03", ({ paging, plain, sample, key }) => {
  if (plain.total === 0) return skipped("there are no records to fill a page", sample);
  return judgeLength(plain, paging.defaultSize, key("defaultSize"), "a list without parameters", sample);
});

/** A page holds what it is declared to, or all there is. */
function judgeLength({ keys, total }: Page, size: number, key: string, what: string, sample: Success): Outcome {
  const found = `${what} holds ${keys.length} of ${total} records`;
  if (keys.length <= size && keys.length >= Math.min(size, total)) return passed(found, sample);
  return failed(`${found}; the dialect declares pages of ${size} (${key})`, sample);
}

const oversize = pagingCheck("DECL-04", ({ session, operation, paging, dialect, key }) => {
  const { oversize: declared } = paging;
  const call = { operation, query: { [sizeName(paging)]: String(paging.maxSize + 1) } };
  const what = `a page size of ${paging.maxSize + 1}`;
  return onAnswer(session, call, (answered) => {
    if (declared === "reject") {
      return expectFailure(answered, dialect, "badParameter", { key: key("oversize"), what });
    }
    const page = isSuccess(answered) ? pageIn(answered) : undefined;
    if (isSuccess(answered) && page !== undefined) {
      return judgeLength(page, paging.maxSize, key("maxSize"), `${what}: the page`, answered);
    }
    const wanted = `the dialect declares that it is cut to ${paging.maxSize} (${key("oversize")})`;
    return failed(`${what} is answered with ${answered.response.status}; ${wanted}`, answered);
  });
});

/** DECL-05: ten pages beyond the last. The list is read anew: the run itself may have made it longer. */
const beyond = pagingCheck("DECL-05", async ({ session, operation, paging, plain, dialect, key }) => {
  const { beyondLast } = paging;
  const size = ifDeclared(() => paging.defaultSize) ?? Math.max(plain.keys.length, 1);
  const total = (await readPage(session, { operation, moment: "before the pages" }))?.total ?? plain.total;
  const lastNumber = Math.max(Math.ceil(total / size) - 1, 0);
  const query = whichPage(paging, lastNumber + 11, size);
  const what = `a page beyond the last (${JSON.stringify(query)})`;
  const last = { operation, query: whichPage(paging, lastNumber, size) };
  const wanted = beyondLast === "last" ? ((await readPage(session, last))?.keys ?? []) : [];
  return onAnswer(session, { operation, query }, (answered) => {
    if (beyondLast === "reject") {
      return expectFailure(answered, dialect, "beyondLast", { key: key("beyondLast"), what });
    }
    const page = isSuccess(answered) ? pageIn(answered) : undefined;
    const holds = beyondLast === "empty" ? "no records" : "the last page again";
    const declared = `the dialect declares ${holds} (${key("beyondLast")})`;
    if (page === undefined)
      return failed(`${what} is answered with ${answered.response.status}; ${declared}`, answered);
    if (page.keys.join("\n") === wanted.join("\n")) return passed(`${what} holds ${holds}`, answered);
    if (page.total !== total) return inconclusive("the list moved while it was read: others are writing", answered);
    return failed(`${what} holds ${counted(page.keys.length, "record")}; ${declared}`, answered);
  });
});

const unreadable = pagingCheck("DECL-06", ({ session, operation, paging, plain, dialect, key }) => {
  const { unreadable: declared } = paging;
  return onAnswer(session, { operation, query: { [pageName(paging)]: "x" } }, (answered) => {
    const what = `${pageName(paging)}=x`;
    if (declared === "reject") {
      return expectFailure(answered, dialect, "badParameter", { key: key("unreadable"), what });
    }
    const page = isSuccess(answered) ? pageIn(answered) : undefined;
    // A list that was empty has its own first number (§2); the run may have put a user into it since.
    const isFirst =
      page?.page === plain.page || (plain.total === 0 && page?.page === ifDeclared(() => paging.firstPage));
    if (isFirst) return passed(`${what} is taken as absent`, answered);
    const found =
      page === undefined ? `is answered with ${answered.response.status}` : `is answered with page ${page.page}`;
    return failed(`${what} ${found}; the dialect declares that it is taken as absent (${key("unreadable")})`, answered);
  });
});

export const declaredPagingChecks: readonly Check[] = [
  parameters,
  firstPage,
  defaultSize,
  oversize,
  beyond,
  unreadable,
];
