import type { Facts } from "../log/facts.ts";
import { findExcuse, findReadings, type Excuse, type Reading } from "../log/history.ts";
import type { Exchange, Page } from "../log/model.ts";
import { failed, inconclusive, passed, type Check, markCertain, type Rule } from "../log/rule.ts";
import { canonical } from "../log/records.ts";
import { groupByRun } from "../log/exchanges.ts";
import { readOwnRecords } from "../log/ledger.ts";

interface Problem {
  readonly page: Page;
  readonly message: string;
  /** What it was compared with, if that is another reading: to be repeated with it. */
  readonly against?: readonly Exchange[];
}

/** One property of a list, read page by page. */
interface Property {
  /** The requirements that it belongs to. */
  readonly requirements: readonly ("PAGE-01" | "TOTAL-01")[];
  /** Whether it holds although records move while the list is read. */
  readonly isKeptByMoves?: true;
  /** Whether it can be judged only where equal keys prove that two records are the same. */
  readonly needsIdentity?: true;
  /** @param others the readings that it may be compared with */
  readonly find: (reading: Reading, facts: Facts, others: readonly Reading[]) => Problem | undefined;
}

/** What holds of each list (§1: it is paginated; §2: `meta.page` is the number of the page, `meta.total` the total count). */
const properties: Readonly<Record<string, Property>> = {
  "each record once": { requirements: ["PAGE-01"], find: findRepeated },
  "its pages are numbered": { requirements: ["PAGE-01"], isKeptByMoves: true, find: findWrongNumber },
  "one total": { requirements: ["PAGE-01", "TOTAL-01"], isKeptByMoves: true, find: findOtherTotal },
  "no page is short": { requirements: ["PAGE-01"], needsIdentity: true, find: findShortPage },
  "ends where the total says": { requirements: ["PAGE-01", "TOTAL-01"], needsIdentity: true, find: findFurtherRecords },
  "ends once": { requirements: ["PAGE-01"], isKeptByMoves: true, find: findLastPageAgain },
  "one order": { requirements: ["PAGE-01"], needsIdentity: true, find: findMisplaced },
  "as many records as the total": { requirements: ["TOTAL-01"], find: findOtherCount },
};

/** PAGE-01 and TOTAL-01: the pages of a list are one list, with as many records as its total says (§1, §2). */
export const judgeLists: Rule = function* (exchanges, facts) {
  const readings = findReadings(exchanges, facts);
  for (const reading of readings) {
    yield* judgeOneResponse(reading, facts);
    // Without its first page read again, nothing shows whether others changed the list meanwhile.
    if (reading.again === undefined) continue;
    const excuse = findExcuse(reading, facts);
    const { isReliable } = facts.identity(reading.operation);
    const find = (property: Property): Problem | undefined =>
      isReliable || property.needsIdentity !== true ? property.find(reading, facts, readings) : undefined;
    if (listPages(reading).length > 1) yield* judgeReading("PAGE-01", reading, excuse, find);
    yield* judgeReading("TOTAL-01", reading, excuse, find);
  }
};

function* judgeReading(
  requirement: "PAGE-01" | "TOTAL-01",
  reading: Reading,
  excuse: Excuse | undefined,
  find: (property: Property) => Problem | undefined,
): Generator<Check> {
  const { first, isWhole, words } = reading;
  const evidence = listPages(reading).map(({ exchange }) => exchange);
  const problems = Object.values(properties)
    .filter(({ requirements }) => requirements.includes(requirement))
    .flatMap((property) => {
      const problem = find(property);
      return problem === undefined ? [] : [{ ...problem, excuse: explains(excuse, property) ? excuse : undefined }];
    });
  const problem = problems.find((one) => one.excuse === undefined) ?? problems[0];
  if (problem === undefined) {
    const isJudged = requirement === "PAGE-01" || isWhole;
    if (isJudged && (excuse === undefined || excuse.isMove))
      yield passed(requirement, first.exchange, `the pages of ${words} are one list`, evidence.slice(1));
    return;
  }
  const { page, against = [] } = problem;
  const message = `${problem.message}, in ${words}`;
  if (problem.excuse !== undefined)
    yield inconclusive(requirement, page.exchange, `${message}; but ${problem.excuse.words}`);
  else {
    const others = [...against, ...evidence].filter((one) => one !== page.exchange);
    yield failed(requirement, page.exchange, message, others);
  }
}

/** Whether it explains why a property does not hold: moved records explain only what moves change. */
function explains(excuse: Excuse | undefined, { isKeptByMoves }: Property): boolean {
  return excuse !== undefined && (!excuse.isMove || isKeptByMoves !== true);
}

/** All pages of a reading, also those that were read besides. */
function listPages({ pages, beyond, jumped }: Reading): readonly Page[] {
  return [...pages, beyond, jumped].flatMap((page) => page ?? []);
}

/** PAGE-01: one response shows no record twice. Nobody else can have caused that. */
function* judgeOneResponse({ pages, words, operation }: Reading, facts: Facts): Generator<Check> {
  if (!facts.identity(operation).isReliable) return;
  for (const { keys, records, exchange } of pages) {
    const texts = records.map(canonical);
    const index = texts.findIndex(
      (text, place) => texts.indexOf(text) < place && keys.indexOf(keys[place] ?? "") < place,
    );
    if (index < 0) continue;
    const message = `one response has the same record twice (${keys[index]?.slice(0, 60) ?? ""}), in ${words}`;
    yield markCertain(failed("PAGE-01", exchange, message));
  }
}

/** A record that an earlier page has, or the same page twice. */
function findRepeated({ operation, pages, jumped }: Reading, facts: Facts): Problem | undefined {
  const { isReliable } = facts.identity(operation);
  const pageByKey = new Map<string, number>();
  const texts = new Map<string, number>();
  for (const page of [...pages, jumped ?? []].flat()) {
    const number = page.exchange.place.page ?? 1;
    const text = page.records.map(canonical).join("\n");
    const same = texts.get(text);
    if (same !== undefined && new Set(page.keys).size > 1)
      return { page, message: `page ${number} is page ${same} again` };
    texts.set(text, number);
    for (const [place, key] of page.keys.entries()) {
      const earlier = page.keys.indexOf(key) < place ? number : pageByKey.get(key);
      if (earlier !== undefined && isReliable)
        return { page, message: `page ${number} repeats a record of page ${earlier} (${key.slice(0, 60)})` };
    }
    for (const key of page.keys) pageByKey.set(key, number);
  }
  return undefined;
}

/** `meta.page` counts up by one. */
function findWrongNumber({ first, pages, jumped }: Reading): Problem | undefined {
  for (const page of [...pages, jumped ?? []].flat()) {
    const position = page.exchange.place.page ?? 1;
    if (page.number === first.number + position - 1 || (page.records.length === 0 && page !== jumped)) continue;
    return { page, message: `\`meta.page\` is ${page.number} on page ${position}, and ${first.number} on the first` };
  }
  return undefined;
}

/** Every page has the same total. */
function findOtherTotal({ first, pages, jumped, beyond }: Reading): Problem | undefined {
  const page = [...pages, jumped, beyond].find((one) => one !== undefined && one.total !== first.total);
  if (page === undefined) return undefined;
  const where = page === beyond ? "beyond the last page" : `on page ${page.exchange.place.page ?? 1}`;
  return { page, message: `\`meta.total\` is ${page.total} ${where}, and ${first.total} on the first` };
}

/** A page before the last one has fewer records than the first, or than were asked for, and records are on no page. */
function findShortPage(
  { first, pages, keys, isWhole, operation, isView, size, as }: Reading,
  facts: Facts,
): Problem | undefined {
  if (!isWhole || isView) return undefined;
  const { total, records } = first;
  const count = new Set(keys).size;
  const missing = `${total - count} are on no page`;
  // If no other reading found more records, the total may be wrong (TOTAL-01).
  if (count >= total || readOwnRecords(operation, as, facts).keys.size <= count) return undefined;
  const lastWithRecords = pages.findLastIndex((page) => page.records.length > 0);
  const short = pages.findIndex((page, index) => index < lastWithRecords && page.records.length < records.length);
  const page = pages[short];
  if (page !== undefined) {
    const message = `page ${short + 1} has ${page.records.length} records, the first one ${records.length}, and ${missing}`;
    return { page, message };
  }
  const last = pages.at(-1);
  if (last === undefined || last.records.length > 0) return undefined;
  if (size !== undefined && records.length < size)
    return { page: first, message: `a page of ${size} has ${records.length} records, and ${missing}` };
  const expected = Math.ceil(total / Math.max(records.length, 1));
  return pages.length <= expected
    ? { page: last, message: `page ${pages.length} is empty, but ${missing}` }
    : undefined;
}

/** A page beyond those that the total counts has no further records. */
function findFurtherRecords({ first, keys, beyond, jumped }: Reading): Problem | undefined {
  if (beyond === undefined || beyond.total !== first.total) return undefined;
  const seenKeys = new Set([...keys, ...(jumped?.keys ?? [])]);
  if (!beyond.keys.some((key) => !seenKeys.has(key))) return undefined;
  return { page: beyond, message: `\`meta.total\` is ${first.total}, but there are further records on the next page` };
}

/** A page beyond the last one does not show the last one under another number. */
function findLastPageAgain({ pages, beyond, jumped }: Reading): Problem | undefined {
  const last = jumped ?? pages.at(-1);
  const isLast = beyond?.records.length !== 0 && beyond?.keys.join("\n") === last?.keys.join("\n");
  if (beyond === undefined || last === undefined || !isLast || beyond.number === last.number) return undefined;
  return { page: beyond, message: `the page beyond the last one shows the last page, as number ${beyond.number}` };
}

/** In a list with a fixed order, a record has one position at every page size. */
function findMisplaced(reading: Reading, facts: Facts, others: readonly Reading[]): Problem | undefined {
  const { pages, first, size, isView, jumped } = reading;
  if (size === undefined || isView) return undefined;
  const usual = findUsual(reading, facts, others);
  if (usual === undefined) return undefined;
  for (const page of [...pages, jumped ?? []].flat()) {
    const number = page.exchange.place.page ?? 1;
    const start = (number - 1) * first.records.length;
    const wrong = page.keys.findIndex((key, index) => ![undefined, key].includes(usual.keys[start + index]));
    if (wrong < 0) continue;
    const message = `page ${number} has another record at position ${start + wrong + 1} than the list in its usual pages`;
    return { page, message, against: usual.pages.map(({ exchange }) => exchange) };
  }
  return undefined;
}

/**
 * An undisturbed reading in the usual pages, of a list that has one order and as many records as now. None if the
 * order differs, or if complete readings have different records, since others add and remove some.
 */
function findUsual({ operation, as, first }: Reading, facts: Facts, others: readonly Reading[]): Reading | undefined {
  const plain = facts.pages(facts.plain(operation, as));
  if (new Set(plain.map(({ keys }) => keys.join("\n"))).size !== 1) return undefined;
  const own = facts.exchanges(operation, as);
  const complete = findReadings(own, facts).filter(
    (one) => !one.isView && one.isWhole && new Set(one.keys).size === one.first.total,
  );
  const contents = complete.map(({ keys }) =>
    keys
      .filter((key) => !facts.createdRecords.has(key))
      .toSorted()
      .join("\n"),
  );
  if (new Set(contents).size > 1) return undefined;
  return others.find(
    (one) =>
      one.operation === operation &&
      one.as === as &&
      !one.isView &&
      one.again !== undefined &&
      one.size === undefined &&
      one.first.total === first.total &&
      findExcuse(one, facts) === undefined,
  );
}

/** The whole list has as many records as its total says. */
function findOtherCount({ first, pages, keys, isWhole, operation }: Reading, facts: Facts): Problem | undefined {
  const count = facts.identity(operation).isReliable ? new Set(keys).size : keys.length;
  if (!isWhole || count === first.total || pages.some(({ total }) => total !== first.total)) return undefined;
  return { page: first, message: `\`meta.total\` is ${first.total}, but there are ${count} records` };
}

/** PAGE-01: a link to the next page leads to it (§1). */
export const judgeLinks: Rule = function* (exchanges, facts) {
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
};
