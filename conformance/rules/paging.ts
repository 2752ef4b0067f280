import { isList, type ListOperationId } from "../../fixtures/contract/operations.ts";
import { isSuccess } from "../target/exchange.ts";
import { canonical } from "../target/records.ts";
import type { Facts } from "../log/facts.ts";
import type { Exchange, Page } from "../log/model.ts";
import { failed, passed, type Check } from "../log/rule.ts";
import { groupByRun, hasValidToken } from "./selection.ts";

/** A walk through a list, as the log has it. */
export interface Walk {
  readonly operation: ListOperationId;
  /** In words, to follow "of". */
  readonly words: string;
  /** Successive pages from the first one. */
  readonly pages: readonly Page[];
  readonly beyond: Page | undefined;
  /** The last page, if it was read without those before it. */
  readonly last: Page | undefined;
  readonly size: number | undefined;
  readonly isView: boolean;
  /** Whether the list was read to its end. */
  readonly isComplete: boolean;
  /** Whether the list changed meanwhile: the first page, read again, is another one. */
  readonly isDisturbed: boolean;
}

/** The walks among exchanges: pages of one experiment that end at the first page again. */
export function findWalks(exchanges: readonly Exchange[], facts: Facts): readonly Walk[] {
  return groupByRun(exchanges).flatMap((run) => {
    const again = run.find(({ place }) => place.isAgain === true);
    const first = run.find(({ place }) => place.page === 1);
    if (again === undefined || first === undefined || !hasValidToken(first) || !isList(first.operation)) return [];
    const { operation } = first;
    const numbered = run.filter(({ place }) => place.page !== undefined && !place.isAgain && !place.isLinked);
    const pages: Page[] = [];
    for (const exchange of numbered) {
      const page = facts.page(exchange);
      if (page === undefined || exchange.place.isBeyondLast || exchange.place.page !== pages.length + 1) break;
      pages.push(page);
    }
    const [start] = pages;
    const returned = facts.page(again);
    if (start === undefined || returned === undefined) return [];
    const beyond = numbered.find(({ place }) => place.isBeyondLast === true);
    const jumped = numbered.find(({ place }) => (place.page ?? 0) > pages.length + 1 && !place.isBeyondLast);
    const seenKeys = new Set(pages.flatMap(({ keys }) => keys));
    const last = pages.at(-1);
    const isEnd = last?.records.length === 0 || seenKeys.size >= start.total || !numbered.every(isSuccess);
    const others = returned.records.filter((_, index) => !seenKeys.has(returned.keys[index] ?? ""));
    const isOther = returned.total !== start.total || (others.length > 0 && !areOlder(others, start.exchange, facts));
    return [
      {
        operation,
        words: describePage(first),
        pages,
        beyond: beyond && facts.page(beyond),
        last: jumped && facts.page(jumped),
        size: first.place.size,
        isView: first.place.view !== undefined,
        isComplete: isEnd && jumped === undefined,
        isDisturbed: isOther && facts.identity(operation).isReliable,
      },
    ];
  });
}

/** Whether records were in the list before a walk, with the same content: then nobody has added or changed them. */
function areOlder(records: readonly unknown[], { operation, as, number }: Exchange, facts: Facts): boolean {
  const earlier = facts.log.filter((one) => one.number < number && one.operation === operation && one.as === as);
  const texts = new Set(earlier.flatMap((one) => facts.page(one)?.records ?? []).map(canonical));
  return records.every((record) => texts.has(canonical(record)));
}

function describePage({ as, operation, place }: Exchange): string {
  const size = place.size === undefined ? "" : ` in pages of ${place.size}`;
  const view = place.view === undefined ? "" : ` with \`${place.view}\``;
  return `${operation}${as === "second" ? " of the second account" : ""}${view}${size}`;
}

/** PAGE-01: successive pages are different parts of one list (§1, §2). */
export function* judgePages(exchanges: readonly Exchange[], facts: Facts): Generator<Check> {
  for (const walk of findWalks(exchanges, facts)) {
    const [first] = walk.pages;
    if (first === undefined || walk.isDisturbed || walk.pages.length + (walk.beyond === undefined ? 0 : 1) < 2)
      continue;
    const evidence = walk.pages.map(({ exchange }) => exchange);
    const problem = findPageProblem(walk, facts);
    if (problem === undefined)
      yield passed("PAGE-01", first.exchange, `the pages of ${walk.words} are one list`, evidence.slice(1));
    else
      yield failed(
        "PAGE-01",
        problem.page.exchange,
        `${problem.message}, in ${walk.words}`,
        evidence.filter((one) => one !== problem.page.exchange),
      );
  }
}

interface PageProblem {
  readonly page: Page;
  readonly message: string;
}

function findPageProblem(walk: Walk, facts: Facts): PageProblem | undefined {
  return (
    findRepeated(walk, facts) ??
    findWrongNumber(walk) ??
    findOtherTotal(walk) ??
    findShortPage(walk, facts) ??
    findBeyondProblem(walk) ??
    findMisplaced(walk, facts)
  );
}

/** A record that an earlier page has, or the same page twice. */
function findRepeated({ operation, pages }: Walk, facts: Facts): PageProblem | undefined {
  const { isReliable } = facts.identity(operation);
  const pageByKey = new Map<string, number>();
  const texts = new Map<string, number>();
  for (const [index, page] of pages.entries()) {
    const text = page.records.map(canonical).join("\n");
    const same = texts.get(text);
    if (same !== undefined && new Set(page.keys).size > 1)
      return { page, message: `page ${index + 1} is page ${same} again` };
    texts.set(text, index + 1);
    for (const [place, key] of page.keys.entries()) {
      const earlier = page.keys.indexOf(key) < place ? index + 1 : pageByKey.get(key);
      if (earlier !== undefined && isReliable)
        return { page, message: `page ${index + 1} repeats a record of page ${earlier} (${key.slice(0, 60)})` };
    }
    for (const key of page.keys) pageByKey.set(key, index + 1);
  }
  return undefined;
}

/** `meta.page` counts up by one. */
function findWrongNumber({ pages, last }: Walk): PageProblem | undefined {
  const start = pages[0]?.number ?? 0;
  for (const [index, page] of pages.entries()) {
    if (page.records.length > 0 && page.number !== start + index) {
      return { page, message: `\`meta.page\` is ${page.number} on page ${index + 1}, and ${start} on the first` };
    }
  }
  const jumped = last?.exchange.place.page;
  if (last === undefined || jumped === undefined || last.number === start + jumped - 1) return undefined;
  return { page: last, message: `\`meta.page\` is ${last.number} on page ${jumped}, and ${start} on the first` };
}

/** Every page has the same total. */
function findOtherTotal({ pages, last }: Walk): PageProblem | undefined {
  const total = pages[0]?.total;
  const page = [...pages, ...(last === undefined ? [] : [last])].find((one) => one.total !== total);
  return (
    page && {
      page,
      message: `\`meta.total\` is ${page.total} on page ${page.exchange.place.page ?? 1}, and ${total ?? 0} on the first`,
    }
  );
}

/** A page before the last one with fewer records than the first, or than were asked for. */
function findShortPage({ pages, isComplete, operation, isView }: Walk, facts: Facts): PageProblem | undefined {
  if (!isComplete || isView || !facts.identity(operation).isReliable) return undefined;
  const length = pages[0]?.records.length ?? 0;
  const lastWithRecords = pages.findLastIndex(({ records }) => records.length > 0);
  const recordCount = new Set(pages.flatMap(({ keys }) => keys)).size;
  // If no other walk found more records, the total may be wrong (TOTAL-01).
  const as = pages[0]?.exchange.as === "second" ? "second" : "first";
  if (recordCount >= (pages[0]?.total ?? 0) || facts.own(operation, as).keys.size <= recordCount) return undefined;
  const short = pages.findIndex(({ records }, index) => index < lastWithRecords && records.length < length);
  const page = pages[short];
  if (page !== undefined)
    return {
      page,
      message: `page ${short + 1} has ${page.records.length} records, the first one ${length}, and ${(pages[0]?.total ?? 0) - recordCount} are on no page`,
    };
  const total = pages[0]?.total ?? 0;
  const requestedSize = pages[0]?.exchange.place.size;
  const [first] = pages;
  if (
    first !== undefined &&
    requestedSize !== undefined &&
    length < requestedSize &&
    total > recordCount &&
    pages.some(({ records }) => records.length === 0)
  ) {
    return {
      page: first,
      message: `a page of ${requestedSize} has ${length} records, and ${total - recordCount} are on no page`,
    };
  }
  const expected = Math.ceil(total / Math.max(length, 1));
  const empty = pages[pages.length - 1];
  return empty !== undefined && empty.records.length === 0 && pages.length <= expected && lastWithRecords + 1 < expected
    ? { page: empty, message: `page ${pages.length} is empty, but ${total - recordCount} records are on no page` }
    : undefined;
}

/** A page beyond the last one has the same total, and does not show the last page under another number. */
function findBeyondProblem({ pages, beyond }: Walk): PageProblem | undefined {
  const [first] = pages;
  const last = pages.at(-1);
  if (beyond === undefined || first === undefined || last === undefined) return undefined;
  const seenKeys = new Set(pages.flatMap(({ keys }) => keys));
  if (beyond.total === first.total && beyond.keys.some((key) => !seenKeys.has(key))) {
    return {
      page: beyond,
      message: `\`meta.total\` is ${first.total}, but there are further records on the next page`,
    };
  }
  if (beyond.total !== first.total)
    return {
      page: beyond,
      message: `\`meta.total\` is ${beyond.total} beyond the last page, and ${first.total} on the first`,
    };
  const isLast = beyond.records.length > 0 && beyond.keys.join("\n") === last.keys.join("\n");
  return isLast && beyond.number !== last.number
    ? { page: beyond, message: `the page beyond the last one shows the last page, as number ${beyond.number}` }
    : undefined;
}

/** In a list with a fixed order, a record has one position at every page size. */
function findMisplaced(walk: Walk, facts: Facts): PageProblem | undefined {
  const { operation, pages, size, isView, last } = walk;
  const [first] = pages;
  if (size === undefined || isView || first === undefined || !facts.identity(operation).isReliable) return undefined;
  const order = findOrder(walk, facts);
  const length = first.records.length;
  for (const page of [...pages, ...(last === undefined ? [] : [last])]) {
    const start = ((page.exchange.place.page ?? 1) - 1) * length;
    const wrong = page.keys.findIndex(
      (key, index) => order[start + index] !== undefined && order[start + index] !== key,
    );
    if (wrong >= 0) {
      return {
        page,
        message: `page ${page.exchange.place.page ?? 1} has another record at position ${start + wrong + 1} than the list in its usual pages`,
      };
    }
  }
  return undefined;
}

/** The keys of a list in its order, as an undisturbed walk in the usual pages has them twice; empty if they differ. */
function findOrder({ operation, pages: [first] }: Walk, facts: Facts): readonly string[] {
  const as = first?.exchange.as;
  const plain = facts.plain(operation, as === "second" ? "second" : "first").flatMap((one) => facts.page(one) ?? []);
  const orders = new Set(plain.map(({ keys }) => keys.join("\n")));
  if (orders.size !== 1) return [];
  const usual = findWalks(
    facts.log.filter((one) => one.operation === operation && one.as === as),
    facts,
  ).find((walk) => walk.size === undefined && !walk.isView && !walk.isDisturbed);
  return usual?.pages.flatMap(({ keys }) => keys) ?? plain[0]?.keys ?? [];
}

/** PAGE-01: a link to the next page leads to it (§1). */
export function* judgeLinks(exchanges: readonly Exchange[], facts: Facts): Generator<Check> {
  for (const run of groupByRun(exchanges)) {
    const linked = run.find(({ place }) => place.isLinked === true);
    const [first, second] = [1, 2].map((number) =>
      run.find(({ place }) => place.page === number && !place.isLinked && !place.isAgain),
    );
    const again = run.find(({ place }) => place.isAgain === true);
    if (linked === undefined || first === undefined || second === undefined || again === undefined) continue;
    const [start, next, end] = [facts.page(first), facts.page(second), facts.page(again)];
    if (start === undefined || next === undefined || end?.total !== start.total) continue;
    const led = facts.page(linked);
    const where = linked.request.url.slice(facts.target.baseUrl.length);
    const status = linked.response?.status ?? 0;
    if (led === undefined && [404, 405, 410].includes(status)) {
      yield failed("PAGE-01", linked, `the link of page 1 to the next one (${where}) gets ${status}`, [first]);
    } else if (led !== undefined && led.keys.join() === start.keys.join() && next.keys.join() !== start.keys.join()) {
      yield failed("PAGE-01", linked, `the link of page 1 to the next one (${where}) leads to page 1`, [first]);
    } else yield passed("PAGE-01", linked, "the link of page 1 leads to the next page", [first]);
  }
}
