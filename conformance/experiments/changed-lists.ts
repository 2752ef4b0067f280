import type { ListOperationId, OperationId } from "../../fixtures/contract/operations.ts";
import { isOfWholeList } from "../log/exchanges.ts";
import type { Explorer } from "../log/experiment.ts";
import type { Facts } from "../log/facts.ts";
import type { Exchange, Page } from "../log/model.ts";
import { servedLists, walkList } from "./walk.ts";
import { viewProbe } from "./views.ts";

/** How many pages show that a list is quiet. */
const enoughPages = 2;

/** The maximum number of views that are asked for again, and of pages that are read then. */
const maxViews = 8;
const maxPages = 12;

/**
 * Lists that are other ones after they were sorted, filtered and searched, although their total is the same: their
 * views again, and then all pages. A service that filters its cached list in place has some records twice afterwards.
 */
export function* exploreChangedLists(facts: Facts, of: readonly OperationId[]): Explorer {
  for (const operation of servedLists(facts, of)) {
    const views = findViews(operation, facts);
    const [first] = views;
    if (first === undefined || !isChangedSince(first, operation, facts)) continue;
    yield {
      name: `${operation} after its views, page by page`,
      run: async (ask) => {
        for (const { place } of views.slice(-maxViews)) {
          const { view, isFiltered } = place;
          const query = Object.fromEntries(new URLSearchParams(view));
          await ask(viewProbe(operation, query, isFiltered === undefined ? {} : { isFiltered }));
        }
        await walkList(ask, facts, { operation, maxPages, withBeyond: true });
      },
    };
  }
}

/** The first requests of each view of a list; another start is none. */
function findViews(operation: ListOperationId, facts: Facts): readonly Exchange[] {
  const { parameter } = facts.paging(operation);
  const views = facts
    .exchanges(operation, "first")
    .filter(({ place: { view } }) => view !== undefined && view !== `${parameter}=1`);
  return [...Map.groupBy(views, ({ place }) => place.view).values()].flatMap((same) => same.slice(0, 1));
}

/** Whether a list that was the same until then has other records at its start, and as many as before. */
function isChangedSince(view: Exchange, operation: ListOperationId, facts: Facts): boolean {
  const starts = facts
    .exchanges(operation, "first")
    .filter((one) => isOfWholeList(one) && (one.place.page ?? 1) === 1 && one.place.isBeyondLast !== true);
  const pages = facts.pages(starts);
  const before = pages.filter(({ exchange }) => exchange.number < view.number);
  const after = pages.filter(({ exchange }) => exchange.number > view.number);
  const [first] = before;
  if (first === undefined || before.length < enoughPages || !facts.identity(operation).isReliable) return false;
  const isQuiet = before.every((page) => page.total === first.total && startsAlike(page, first));
  return isQuiet && after.some((page) => page.total === first.total && before.some((one) => !startsAlike(page, one)));
}

/** Whether two pages, maybe of other sizes, begin with the same records. */
function startsAlike(one: Page, other: Page): boolean {
  const { length } = one.keys.length < other.keys.length ? one.keys : other.keys;
  return one.keys.slice(0, length).join("\n") === other.keys.slice(0, length).join("\n");
}
