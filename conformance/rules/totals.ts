import { isList } from "../../fixtures/contract/operations.ts";
import { canonical } from "../target/records.ts";
import { isPlain, type Facts } from "../log/facts.ts";
import type { Exchange, Page } from "../log/model.ts";
import { failed, passed, type Check } from "../log/rule.ts";
import { findWalks } from "./paging.ts";
import { groupByRun, markCertain, hasValidToken } from "./selection.ts";

/** TOTAL-01: the complete list has exactly the records that its total counts, and every page has this total (§2). */
export function* judgeTotals(exchanges: readonly Exchange[], facts: Facts): Generator<Check> {
  for (const { pages, beyond, last, isComplete, isDisturbed, operation, words } of findWalks(exchanges, facts)) {
    const [first] = pages;
    if (first === undefined || isDisturbed) continue;
    const evidence = pages.map(({ exchange }) => exchange).slice(1);
    const others = [...pages, beyond, last].filter((page) => page !== undefined);
    const other = others.find(({ total }) => total !== first.total);
    const count = countRecords(pages, facts.identity(operation).isReliable);
    const recordKeys = new Set(pages.flatMap(({ keys }) => keys));
    const isMore = beyond?.keys.some((key) => !recordKeys.has(key)) === true && facts.identity(operation).isReliable;
    const isEnd = isComplete && (first.records.length >= first.total || pages.length > 1);
    if (other !== undefined) {
      yield failed(
        "TOTAL-01",
        other.exchange,
        `\`meta.total\` is ${first.total} on the first page of ${words}, and ${other.total} on another`,
        [first.exchange],
      );
    } else if (isMore && beyond !== undefined) {
      yield failed(
        "TOTAL-01",
        beyond.exchange,
        `\`meta.total\` is ${first.total}, but ${words} has further records on the next page`,
        [first.exchange],
      );
    } else if (isEnd && count !== first.total) {
      yield failed(
        "TOTAL-01",
        first.exchange,
        `\`meta.total\` is ${first.total}, but ${words} has ${count} records`,
        evidence,
      );
    } else if (isEnd)
      yield passed("TOTAL-01", first.exchange, `${words} has ${count} records, as \`meta.total\` says`, evidence);
  }
}

function countRecords(pages: readonly Page[], isReliable: boolean): number {
  const keys = pages.flatMap((page) => page.keys);
  return isReliable ? new Set(keys).size : keys.length;
}

/** TOTAL-01: the same list, read again and again by one client, is not now and then empty or another one (§2). */
export function* judgeRepeatedLists(exchanges: readonly Exchange[], facts: Facts): Generator<Check> {
  for (const run of groupByRun(exchanges)) {
    // A creation changes the list of users only.
    const isSteady = ({ place, operation }: Exchange): boolean =>
      place.moment === undefined || operation !== "listUsers";
    const plain = run.filter((one) => isList(one.operation) && isPlain(one) && isSteady(one) && hasValidToken(one));
    const pages = plain.flatMap((one) => facts.page(one) ?? []);
    for (const group of Map.groupBy(pages, ({ exchange }) => `${exchange.operation} ${exchange.as}`).values()) {
      const full = group.find(({ total }) => total > 1);
      const empty = group.find(({ total, records }) => total === 0 && records.length === 0);
      const isBack =
        full !== undefined &&
        empty !== undefined &&
        group.some((page) => page.total === full.total && page.exchange.number > empty.exchange.number);
      const [first] = group;
      if (empty !== undefined && full !== undefined && (isBack || group.at(-1) === empty)) {
        const isCreation = empty.exchange.place.moment === "after";
        const when = isCreation ? "after the creation of a user" : "then";
        const message = `the list has ${full.total} records, and ${when} none`;
        const failure = failed("TOTAL-01", empty.exchange, message, [full.exchange]);
        yield isCreation ? markCertain(failure) : failure;
      } else if (first !== undefined && group.length > 1)
        yield passed("TOTAL-01", first.exchange, "the list stays the same");
    }
  }
}

/** TOTAL-01: a filter applies to its own request only (§2). */
export function* judgeStickyFilters(exchanges: readonly Exchange[], facts: Facts): Generator<Check> {
  for (const run of groupByRun(exchanges)) {
    const [before] = run;
    const after = run.at(-1);
    const filtered = run.filter(({ place }) => place.isFiltered === true && place.page === undefined);
    if (before === undefined || after === undefined || filtered.length === 0 || !isPlain(before) || !isPlain(after))
      continue;
    const [all, rest] = [facts.page(before), facts.page(after)];
    if (all === undefined || rest === undefined) continue;
    const sticky = filtered.find((one) => {
      const some = facts.page(one);
      return (
        some !== undefined &&
        some.total < all.total &&
        rest.total === some.total &&
        recordsText(rest) === recordsText(some)
      );
    });
    if (sticky === undefined) yield passed("TOTAL-01", after, "the list is whole after its filters");
    else {
      const message = `after \`${sticky.place.view ?? ""}\`, the list without it still has only ${rest.total} of ${all.total} records`;
      const failure = failed("TOTAL-01", after, message, [before, sticky]);
      // Others may have removed a few records meanwhile, where the filter is ignored.
      yield 2 * rest.total < all.total ? markCertain(failure) : failure;
    }
  }
}

function recordsText({ records }: Page): string {
  return records.map(canonical).join("\n");
}
