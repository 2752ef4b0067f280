import { listOperationIds } from "../../../fixtures/contract/operations.ts";
import { counted } from "../../../fixtures/counted.ts";
import { ifDeclared } from "../../../fixtures/dialect/declared.ts";
import {
  pageQuery,
  positionParameter,
  sizeParameter,
  whichPage,
  type NumberedPaging,
} from "../../../fixtures/dialect/paging.ts";
import type { Call } from "../../target/call.ts";
import { isSuccess, type Exchange, type Success } from "../../target/exchange.ts";
import { pageIn, shownPage, type Page } from "../../target/records.ts";
import { failed, inconclusive, notArising, passed, skipped, type Outcome } from "../check.ts";
import type { Requirement } from "../requirement.ts";
import {
  ask,
  asDeclared,
  askFailing,
  declared,
  judgedList,
  onList,
  pagedBy,
  pageOf,
  type Context,
} from "./declared-check.ts";

/** What the paging of a list is judged by. */
interface Paged extends Context {
  readonly paging: NumberedPaging;
  /** The list without parameters. */
  readonly plain: Page;
  /** The name of a key in messages: `paging.users.oversize`. */
  readonly key: (name: string) => string;
}

function onPaged(judge: (paged: Paged) => Outcome | Promise<Outcome>) {
  return (context: Context): Outcome | Promise<Outcome> => {
    const { dialect, operation, sample } = context;
    const paging = pagedBy(dialect, operation);
    if (paging === undefined)
      return notArising("the dialect declares no way to request a page by its position", sample);
    const key = (name: string): string => `paging.${judgedList(operation)}.${name}`;
    return onList(context, (plain) => judge({ ...context, paging, plain, key }));
  };
}

function readPage({ session, operation }: Paged, call: Omit<Call, "operation">): Promise<Page | undefined> {
  return pageOf(session, { operation, ...call });
}

function isSamePage(one: Page | undefined, other: Page | undefined): boolean {
  return one?.keys.join("\n") === other?.keys.join("\n");
}

function changing(...evidence: readonly Exchange[]): Outcome {
  return inconclusive("the list changed while it was read: other clients are writing", ...evidence);
}

/** What is wrong with the first two pages of a size. */
function pageProblem(plain: Page, first: Page | undefined, second: Page | undefined, size: number): string | undefined {
  if (first === undefined || second === undefined) return "a page is not an envelope (see ENV-01 to ENV-05)";
  const lengths = [first, second].map(({ keys }) => keys.length).join(" and ");
  const wanted = [Math.min(size, first.total), Math.min(size, Math.max(second.total - size, 0))].join(" and ");
  if (lengths !== wanted) return `the first two pages of ${size} hold ${lengths} records, not ${wanted}`;
  if (second.page !== first.page + 1) return `the second page has \`meta.page\` ${second.page}, after ${first.page}`;
  // Records without ids may look alike.
  const isAlike = (key: string): boolean => plain.keys.indexOf(key) !== plain.keys.lastIndexOf(key);
  const isRepeated = isSamePage(first, second) && !first.keys.every(isAlike);
  return isRepeated ? "the second page holds the records of the first" : undefined;
}

/** Two pages of two records, or of one. */
function judgePages(paged: Paged): Outcome | Promise<Outcome> {
  const { paging, plain, key } = paged;
  const isFixed = sizeParameter(paging) === null;
  if (plain.total < 2 || (isFixed && plain.total <= plain.keys.length))
    return skipped(`too few records for two pages (${plain.total})`);
  const small = Math.min(plain.total > 2 ? 2 : 1, ifDeclared(() => paging.maxSize) ?? plain.keys.length);
  const size = isFixed ? plain.keys.length : small;
  const onPage = (index: number, judge: (page: Success, query: string) => Outcome | Promise<Outcome>) => {
    const query = pageQuery(paging, index, size);
    return ask(paged, { query }, (answered) => {
      if (isSuccess(answered)) return judge(answered, JSON.stringify(query));
      const found = `${JSON.stringify(query)} gets ${answered.response.status}`;
      return asDeclared(false, found, `these parameters (${key("parameters")})`, answered);
    });
  };
  return onPage(0, (first) =>
    onPage(1, async (second, query) => {
      const problem = pageProblem(plain, pageIn(first), pageIn(second), size);
      if (problem === undefined) return passed(`${query} selects the second page`, first, second);
      const again = await readPage(paged, { query: pageQuery(paging, 0, size), label: "again" });
      if (!isSamePage(again, pageIn(first))) return changing(first, second);
      const parameters = JSON.stringify(paging.parameters);
      return failed(`${problem}; the dialect declares ${parameters} (${key("parameters")})`, first, second);
    }),
  );
}

/** A page has the declared size, or all records if there are fewer. */
function judgeLength({ keys, total }: Page, size: number, key: string, what: string, evidence: Exchange): Outcome {
  const isRight = keys.length <= size && keys.length >= Math.min(size, total);
  return asDeclared(isRight, `${what} holds ${keys.length} of ${total} records`, `pages of ${size} (${key})`, evidence);
}

/** Ten pages beyond the last. The list is read again, since the run itself may have added users. */
async function judgeBeyondLast(paged: Paged): Promise<Outcome> {
  const { paging, plain, key } = paged;
  const { beyondLast } = paging;
  const size = ifDeclared(() => paging.defaultSize) ?? Math.max(plain.keys.length, 1);
  const total = (await readPage(paged, { label: "before the pages" }))?.total ?? plain.total;
  const lastNumber = Math.max(Math.ceil(total / size) - 1, 0);
  const query = whichPage(paging, lastNumber + 11, size);
  const what = `a page beyond the last (${JSON.stringify(query)})`;
  if (beyondLast === "reject")
    return askFailing(paged, { query }, { kind: "beyondLast", key: key("beyondLast"), what });
  const last =
    beyondLast === "last" ? await readPage(paged, { query: whichPage(paging, lastNumber, size) }) : undefined;
  return ask(paged, { query }, (answered) => {
    const holds = beyondLast === "empty" ? "no records" : "the last page again";
    const page = shownPage(answered);
    const isRight = page?.keys.join("\n") === (last?.keys ?? []).join("\n");
    if (!isRight && page !== undefined && page.total !== total) return changing(answered);
    const found = page && `holds ${isRight ? holds : counted(page.keys.length, "record")}`;
    const shown = `${what} ${found ?? `gets ${answered.response.status}`}`;
    return asDeclared(isRight, shown, `${holds} (${key("beyondLast")})`, answered);
  });
}

const ofLists = { section: "4", open: "the parameters of the lists", operations: listOperationIds } as const;
const ofSizes = { ...ofLists, section: "8", open: "the page size" } as const;

export const declaredPaging: readonly Requirement[] = [
  declared(
    {
      id: "DECL-01",
      ...ofLists,
      declares: "the paging parameters, so a client that uses them must get the page it requests",
      rule: "the declared parameters select the page and its size",
      good: '?page=2&per_page=2: 200 {"data":[{"id":"c"},{"id":"d"}],"meta":{"page":2,"total":9}}',
      bad: '?page=2&per_page=2: 200 {"data":[{"id":"a"},{"id":"b"}],"meta":{"page":1,"total":9}}',
      fix: "Read the parameters by the declared names and in the declared style (page and size, or offset and limit), or declare the ones you use.",
      call: { query: "page=2&per_page=2" },
    },
    onPaged(judgePages),
  ),
  declared(
    {
      id: "DECL-02",
      ...ofLists,
      open: "the parameters of the lists, and §2 where the page number starts",
      declares: "the number of the first page",
      rule: "the first page has the declared number",
      good: 'declared 1: 200 {"data":[…],"meta":{"page":1,"total":9}}',
      bad: 'declared 1: 200 {"data":[…],"meta":{"page":0,"total":9}}',
      fix: "Count as declared, or declare firstPage: 0. A list without records is on page 1 either way (ENV-06).",
    },
    onPaged(({ paging, plain, sample, key }) => {
      if (plain.total === 0) return skipped("there are no records, so §2 requires page 1 (see ENV-06)", sample);
      const found = `the first page has number ${plain.page}`;
      return asDeclared(plain.page === paging.firstPage, found, `${paging.firstPage} (${key("firstPage")})`, sample);
    }),
  ),
  declared(
    {
      id: "DECL-03",
      ...ofSizes,
      declares: "the size of a page if the request does not set one",
      rule: "a list without paging parameters has the declared page size",
      good: "declared 20, of 47: `data` holds 20 records",
      bad: "declared 20, of 47: `data` holds 47 records",
      fix: "Cut the list at the declared size, or declare the size you use.",
    },
    onPaged(({ paging, plain, sample, key }) => {
      if (plain.total === 0) return skipped("there are no records to fill a page", sample);
      return judgeLength(plain, paging.defaultSize, key("defaultSize"), "a list without parameters", sample);
    }),
  ),
  declared(
    {
      id: "DECL-04",
      ...ofSizes,
      declares: "the maximum and what a larger size gets: the maximum (clamp) or an error (reject)",
      rule: "a page size over the maximum is treated as declared",
      good: "declared clamp at 100: ?per_page=101 gives 100 records",
      bad: "declared clamp at 100: ?per_page=101 gives 101 records",
      fix: "Limit the size as declared, before you cut the list.",
      call: { query: "per_page=101" },
    },
    onPaged((paged) => {
      const { paging, key } = paged;
      const { oversize } = paging;
      const name = sizeParameter(paging);
      if (name === null) return notArising("the dialect declares no parameter for the page size");
      const query = { [name]: String(paging.maxSize + 1) };
      const what = `a page size of ${paging.maxSize + 1}`;
      if (oversize === "reject")
        return askFailing(paged, { query }, { kind: "badParameter", key: key("oversize"), what });
      return ask(paged, { query }, (answered) => {
        const page = shownPage(answered);
        if (page !== undefined) return judgeLength(page, paging.maxSize, key("maxSize"), `${what}: the page`, answered);
        const declaration = `that it is cut to ${paging.maxSize} (${key("oversize")})`;
        return asDeclared(false, `${what} gets ${answered.response.status}`, declaration, answered);
      });
    }),
  ),
  declared(
    {
      id: "DECL-05",
      ...ofLists,
      declares: "whether a page beyond the last is empty, an error, or the last page",
      rule: "a page beyond the last is treated as declared",
      good: 'declared empty: ?page=999: 200 {"data":[],"meta":{"page":999,"total":47}}',
      bad: "declared empty: ?page=999: 404",
      fix: "Compare the page with the last one and respond as declared, or declare what you return.",
      call: { query: "page=999" },
    },
    onPaged(judgeBeyondLast),
  ),
  declared(
    {
      id: "DECL-06",
      ...ofLists,
      declares: "whether a value that is not a number gets an error or is ignored",
      rule: "an invalid paging value is treated as declared",
      good: "declared reject: ?page=x: 400",
      bad: "declared reject: ?page=x: 200 with the first page, or 500",
      fix: "Validate the value before you use it. A 500 is never the declared response.",
      call: { query: "page=x" },
    },
    onPaged((paged) => {
      const { paging, plain, key } = paged;
      const { unreadable } = paging;
      const name = positionParameter(paging);
      const what = `${name}=x`;
      const query = { [name]: "x" };
      if (unreadable !== "default")
        return askFailing(paged, { query }, { kind: "badParameter", key: key("unreadable"), what });
      return ask(paged, { query }, (answered) => {
        const page = shownPage(answered);
        // A list that was empty has a different first number (§2); the run may have added a user since.
        const isFirst =
          page?.page === plain.page || (plain.total === 0 && page?.page === ifDeclared(() => paging.firstPage));
        const number = page === undefined ? answered.response.status : `page ${page.page}`;
        const found = `${what} ${isFirst ? "is ignored" : `gets ${number}`}`;
        return asDeclared(isFirst, found, `that it is ignored (${key("unreadable")})`, answered);
      });
    }),
  ),
];
