import { positionParameter, sizeParameter, type NumberedPaging } from "../../../fixtures/dialect/paging.ts";
import { counted } from "../../../fixtures/counted.ts";
import type { OperationId } from "../../../fixtures/contract/operations.ts";
import { ifDeclared } from "../../../fixtures/dialect/declared.ts";
import type { Dialect } from "../../../fixtures/dialect/dialect.ts";
import type { Call } from "../../target/call.ts";
import { isSuccess } from "../../target/exchange.ts";
import { Unavailable, type Session } from "../../target/session.ts";
import type { Success } from "../../target/exchange.ts";
import { failed, inconclusive, notArising, passed, skipped, type Check, type Outcome } from "../check.ts";
import type { Requirement } from "../requirement.ts";
import { onDeclared, expectFailure, onAnswer } from "./declared-check.ts";
import { pageIn, type Page } from "../../target/records.ts";
import { judgedList, ofLists, openParameters, pagedBy } from "./lists.ts";
import { pageQuery, whichPage } from "../../places/way.ts";

/** The input of a check of a paged list. */
interface Listed {
  readonly session: Session;
  readonly operation: OperationId;
  readonly paging: NumberedPaging;
  /** The content of a list without parameters. */
  readonly plain: Page;
  readonly sample: Success;
  readonly dialect: Dialect;
  /** The name of a key in messages: `paging.users.oversize`. */
  readonly key: (name: string) => string;
}

function onPaged(judge: (listed: Listed) => Outcome | Promise<Outcome>): Check["judge"] {
  return onDeclared((session, operation, dialect, sample) => {
    const paging = pagedBy(dialect, operation);
    if (paging === undefined)
      return notArising("the dialect declares no way to request a page by its position", sample);
    const plain = pageIn(sample);
    if (plain === undefined) return skipped("the list could not be parsed (see ENV-01 to ENV-05)", sample);
    const key = (name: string): string => `paging.${judgedList(operation)}.${name}`;
    return judge({ session, operation, paging, plain, sample, dialect, key });
  });
}

async function pageAt(session: Session, call: Call, key: string): Promise<Success | Outcome> {
  let success: Success | undefined;
  const outcome = await onAnswer(session, call, (answered) => {
    if (isSuccess(answered)) {
      success = answered;
      return passed("a page", answered);
    }
    const found = `${JSON.stringify(call.query)} gets ${answered.response.status}`;
    return failed(`${found}; the dialect declares these parameters (${key})`, answered);
  });
  return success ?? outcome;
}

async function readPage(session: Session, call: Call): Promise<Page | undefined> {
  const reply = await session.call(call);
  return reply instanceof Unavailable || !isSuccess(reply) ? undefined : pageIn(reply);
}

function pageProblem(plain: Page, first: Page | undefined, second: Page | undefined, size: number): string | undefined {
  if (first === undefined || second === undefined) return "a page is not an envelope (see ENV-01 to ENV-05)";
  const wanted = [Math.min(size, first.total), Math.min(size, Math.max(second.total - size, 0))];
  if (first.keys.length !== wanted[0]) return `a page of ${size} holds ${counted(first.keys.length, "record")}`;
  if (second.keys.length !== wanted[1])
    return `the second page of ${size} holds ${counted(second.keys.length, "record")}`;
  if (second.page !== first.page + 1) return `the second page has \`meta.page\` ${second.page}, after ${first.page}`;
  // Records without ids may look alike.
  const isAlike = (key: string): boolean => plain.keys.indexOf(key) !== plain.keys.lastIndexOf(key);
  if (second.keys.join("\n") === first.keys.join("\n") && !first.keys.every(isAlike))
    return "the second page holds the records of the first";
  return undefined;
}

/** A page has the declared size, or all records if there are fewer. */
function judgeLength({ keys, total }: Page, size: number, key: string, what: string, sample: Success): Outcome {
  const found = `${what} holds ${keys.length} of ${total} records`;
  if (keys.length <= size && keys.length >= Math.min(size, total)) return passed(found, sample);
  return failed(`${found}; the dialect declares pages of ${size} (${key})`, sample);
}

export const declaredPaging: readonly Requirement[] = [
  {
    id: "DECL-01",
    ...ofLists,
    rule: "the declared parameters select the page and its size",
    why: `${openParameters}. The dialect declares the paging parameters, so a client that uses them must get the page it requests.`,
    good: '?page=2&per_page=2: 200 {"data":[{"id":"c"},{"id":"d"}],"meta":{"page":2,"total":9}}',
    bad: '?page=2&per_page=2: 200 {"data":[{"id":"a"},{"id":"b"}],"meta":{"page":1,"total":9}}',
    fix: "Read the parameters by the declared names and in the declared style (page and size, or offset and limit), or declare the ones you use.",
    call: { query: "page=2&per_page=2" },
    // Two pages of two records, or of one.
    judge: onPaged(async ({ session, operation, paging, plain, key }) => {
      const isFixed = sizeParameter(paging) === null;
      if (plain.total < 2 || (isFixed && plain.total <= plain.keys.length))
        return skipped(`too few records for two pages (${plain.total})`);
      const small = Math.min(plain.total > 2 ? 2 : 1, ifDeclared(() => paging.maxSize) ?? plain.keys.length);
      const size = isFixed ? plain.keys.length : small;
      const query = pageQuery(paging, 1, size);
      const first = await pageAt(session, { operation, query: pageQuery(paging, 0, size) }, key("parameters"));
      if ("status" in first) return first;
      const second = await pageAt(session, { operation, query }, key("parameters"));
      if ("status" in second) return second;
      const problem = pageProblem(plain, pageIn(first), pageIn(second), size);
      if (problem === undefined) return passed(`${JSON.stringify(query)} selects the second page`, first, second);
      const again = await readPage(session, { operation, query: pageQuery(paging, 0, size), label: "again" });
      if (again?.keys.join("\n") !== pageIn(first)?.keys.join("\n")) {
        return inconclusive("the list changed while it was read: other clients are writing", first, second);
      }
      const declared = JSON.stringify(paging.parameters);
      return failed(`${problem}; the dialect declares ${declared} (${key("parameters")})`, first, second);
    }),
  },
  {
    id: "DECL-02",
    ...ofLists,
    rule: "the first page has the declared number",
    why: "§2 has a page number, but does not say where counting starts. The dialect does.",
    good: 'declared 1: 200 {"data":[…],"meta":{"page":1,"total":9}}',
    bad: 'declared 1: 200 {"data":[…],"meta":{"page":0,"total":9}}',
    fix: "Count as declared, or declare firstPage: 0. A list without records is on page 1 either way (ENV-06).",
    judge: onPaged(({ paging, plain, sample, key }) => {
      if (plain.total === 0) return skipped("there are no records, so §2 requires page 1 (see ENV-06)", sample);
      const found = `the first page has number ${plain.page}`;
      if (plain.page === paging.firstPage) return passed(found, sample);
      return failed(`${found}; the dialect declares ${paging.firstPage} (${key("firstPage")})`, sample);
    }),
  },
  {
    id: "DECL-03",
    ...ofLists,
    sections: ["8"],
    rule: "a list without paging parameters has the declared page size",
    why: "§8 leaves the page size open. The dialect declares the size of a page if the request does not set one.",
    good: "declared 20, of 47: `data` holds 20 records",
    bad: "declared 20, of 47: `data` holds 47 records",
    fix: "Cut the list at the declared size, or declare the size you use.",
    judge: onPaged(({ paging, plain, sample, key }) => {
      if (plain.total === 0) return skipped("there are no records to fill a page", sample);
      return judgeLength(plain, paging.defaultSize, key("defaultSize"), "a list without parameters", sample);
    }),
  },
  {
    id: "DECL-04",
    ...ofLists,
    sections: ["8"],
    rule: "a page size over the maximum is treated as declared",
    why: "§8 leaves the page size open. The dialect declares the maximum and what a larger size gets: the maximum (clamp) or an error (reject).",
    good: "declared clamp at 100: ?per_page=101 gives 100 records",
    bad: "declared clamp at 100: ?per_page=101 gives 101 records",
    fix: "Limit the size as declared, before you cut the list.",
    call: { query: "per_page=101" },
    judge: onPaged(({ session, operation, paging, dialect, key }) => {
      const { oversize: declared } = paging;
      const name = sizeParameter(paging);
      if (name === null) return notArising("the dialect declares no parameter for the page size");
      const call = { operation, query: { [name]: String(paging.maxSize + 1) } };
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
        return failed(`${what} gets ${answered.response.status}; ${wanted}`, answered);
      });
    }),
  },
  {
    id: "DECL-05",
    ...ofLists,
    rule: "a page beyond the last is treated as declared",
    why: `${openParameters}, and so what a page beyond the last returns. The dialect declares an empty page, an error, or the last page.`,
    good: 'declared empty: ?page=999: 200 {"data":[],"meta":{"page":999,"total":47}}',
    bad: "declared empty: ?page=999: 404",
    fix: "Compare the page with the last one and respond as declared, or declare what you return.",
    call: { query: "page=999" },
    // Ten pages beyond the last. The list is read again, since the run itself may have added users.
    judge: onPaged(async ({ session, operation, paging, plain, dialect, key }) => {
      const { beyondLast } = paging;
      const size = ifDeclared(() => paging.defaultSize) ?? Math.max(plain.keys.length, 1);
      const total = (await readPage(session, { operation, label: "before the pages" }))?.total ?? plain.total;
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
        if (page === undefined) return failed(`${what} gets ${answered.response.status}; ${declared}`, answered);
        if (page.keys.join("\n") === wanted.join("\n")) return passed(`${what} holds ${holds}`, answered);
        if (page.total !== total)
          return inconclusive("the list changed while it was read: other clients are writing", answered);
        return failed(`${what} holds ${counted(page.keys.length, "record")}; ${declared}`, answered);
      });
    }),
  },
  {
    id: "DECL-06",
    ...ofLists,
    rule: "an invalid paging value is treated as declared",
    why: `${openParameters}, and so what a value returns that is not a number. The dialect declares an error, or that the value is ignored.`,
    good: "declared reject: ?page=x: 400",
    bad: "declared reject: ?page=x: 200 with the first page, or 500",
    fix: "Validate the value before you use it. A 500 is never the declared response.",
    call: { query: "page=x" },
    judge: onPaged(({ session, operation, paging, plain, dialect, key }) => {
      const { unreadable: declared } = paging;
      return onAnswer(session, { operation, query: { [positionParameter(paging)]: "x" } }, (answered) => {
        const what = `${positionParameter(paging)}=x`;
        if (declared !== "default") {
          return expectFailure(answered, dialect, "badParameter", { key: key("unreadable"), what });
        }
        const page = isSuccess(answered) ? pageIn(answered) : undefined;
        // A list that was empty has a different first number (§2); the run may have added a user since.
        const isFirst =
          page?.page === plain.page || (plain.total === 0 && page?.page === ifDeclared(() => paging.firstPage));
        if (isFirst) return passed(`${what} is ignored`, answered);
        const found = page === undefined ? `gets ${answered.response.status}` : `gets page ${page.page}`;
        return failed(`${what} ${found}; the dialect declares that it is ignored (${key("unreadable")})`, answered);
      });
    }),
  },
];
