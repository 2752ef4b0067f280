import { isList } from "../../fixtures/contract/operations.ts";
import { isSuccess } from "../target/exchange.ts";
import { idName, isDate, leavesOf, numbered } from "../target/record-values.ts";
import { canonical } from "../target/records.ts";
import type { Facts, OwnRecords } from "../log/facts.ts";
import type { Account, Exchange } from "../log/model.ts";
import { failed, passed, type Check } from "../log/rule.ts";
import { groupByRun, describePlace, otherAccount } from "./selection.ts";

/** The requirement that a record of another account breaks. */
const requirementOf = { listInvoices: "SCOPE-01", listUsers: "SCOPE-03" } as const;

/** SCOPE-01 and SCOPE-03: no response shows an account records that only the other one has (§1, §5). */
export function* judgeForeignRecords(exchanges: readonly Exchange[], facts: Facts): Generator<Check> {
  for (const exchange of exchanges) {
    const { operation, as } = exchange;
    if (!isList(operation) || (as !== "first" && as !== "second")) continue;
    const page = facts.page(exchange);
    const own = facts.own(operation, as);
    const other = facts.own(operation, otherAccount(as));
    if (page === undefined || !own.isComplete || isSubset(other.texts, own.texts)) continue;
    const isApart = facts.areApart(operation);
    // A list that is none of one's own records, and all of the other account's, is a leak, however ids are given.
    const isOthersList =
      page.records.length > 1 &&
      page.records.every((record) => isOwnRecord(record, other) && !isOwnRecord(record, own));
    if (operation === "listUsers" && !isApart && !isOthersList) continue;
    const foreign = page.records.find((record, index) => {
      const key = page.keys[index] ?? "";
      if (JSON.stringify(record).includes(facts.runId)) return false;
      if (isApart) return other.keys.has(key) && !own.keys.has(key);
      const isForeign =
        leavesOf(record).size > 2 && isOwnRecord(record, other) && !isOwnRecord(record, own) && !own.keys.has(key);
      return isOthersList || isForeign;
    });
    const what = `${operation} of the ${as} account${describePlace(exchange)} shows no record of the other account`;
    if (foreign === undefined) yield passed(requirementOf[operation], exchange, what);
    else yield failedFor(exchange, operation, as, foreign, facts);
  }
}

/**
 * SCOPE-01 and SCOPE-03: where an account's pages have more records than its total counts, no further page shows those
 * that the other account has on its first page (§1, §5).
 */
export function* judgeFurtherPages(exchanges: readonly Exchange[], facts: Facts): Generator<Check> {
  for (const exchange of exchanges) {
    const { operation, as, place } = exchange;
    if (!isList(operation) || (as !== "first" && as !== "second") || (place.page ?? 1) === 1) continue;
    const own = facts.own(operation, as);
    const other = facts.own(operation, otherAccount(as));
    if (own.keys.size <= own.total || facts.isBusy(operation) || !facts.identity(operation).isReliable) continue;
    const foreign = facts.page(exchange)?.records.find((record) => {
      const text = canonical(record);
      return leavesOf(record).size > 2 && other.firstTexts.has(text) && !own.firstTexts.has(text);
    });
    if (foreign !== undefined) yield failedFor(exchange, operation, as, foreign, facts);
  }
}

function failedFor(
  exchange: Exchange,
  operation: keyof typeof requirementOf,
  as: Account,
  foreign: unknown,
  facts: Facts,
): Check {
  const what = `${operation} of the ${as} account${describePlace(exchange)}`;
  const message = `${what} shows a record of the other account: ${JSON.stringify(foreign).slice(0, 120)}`;
  return failed(requirementOf[operation], exchange, message, ownListExchanges(facts, operation, otherAccount(as)));
}

function isOwnRecord(record: unknown, { texts }: OwnRecords): boolean {
  return texts.has(canonical(record));
}

function isSubset(some: ReadonlySet<string>, all: ReadonlySet<string>): boolean {
  return some.size <= all.size && [...some].every((text) => all.has(text));
}

/** The plain list of an account, repeated with what it is evidence for. */
function ownListExchanges(facts: Facts, operation: Exchange["operation"], account: Account): readonly Exchange[] {
  return facts.plain(operation, account).slice(0, 1);
}

/** SCOPE-01: the invoices of two accounts have no record in common (§5). */
export function* judgeCommonInvoices(exchanges: readonly Exchange[], facts: Facts): Generator<Check> {
  const operation = "listInvoices";
  const [first, second] = [facts.own(operation, "first"), facts.own(operation, "second")];
  const secondList = exchanges.find((one) => one.operation === operation && one.as === "second" && isSuccess(one));
  if (secondList === undefined || first.keys.size === 0 || second.keys.size === 0) return;
  const evidence = ownListExchanges(facts, operation, "first");
  const common = [...second.texts].filter((text) => first.texts.has(text));
  const commonKeys = [...second.keys].filter((key) => first.keys.has(key));
  const isAll = common.length > 1 && common.length === first.texts.size && common.length === second.texts.size;
  const smaller = Math.min(first.keys.size, second.keys.size);
  const { isReliable } = facts.identity(operation);
  // Numbers that count from 1 in each account are all in both; a few that are in both are the same records.
  const isFew = common.length > 0 && commonKeys.length === common.length && 2 * commonKeys.length <= smaller;
  if (isAll && isReliable && !differByCounters(first.texts) && facts.areApart("listUsers")) {
    yield failed("SCOPE-01", secondList, `both accounts get the same ${common.length} invoices`, evidence);
  } else if (isFew && isReliable) {
    yield failed("SCOPE-01", secondList, `both accounts get the invoice ${common[0]?.slice(0, 120) ?? ""}`, evidence);
  } else if (common.length === 0)
    yield passed("SCOPE-01", secondList, "the accounts have no invoice in common", evidence);
}

/** Whether records differ by nothing but counters and dates: two accounts with one price may have the same. */
function differByCounters(texts: ReadonlySet<string>): boolean {
  const contents = [...texts].map((text) =>
    [...leavesOf(JSON.parse(text))].map(([place, value]) => {
      if (isDate(value)) return "date";
      return typeof value === "string" || idName.test(place) ? (numbered(value)?.template ?? value) : value;
    }),
  );
  return new Set(contents.map((content) => content.join("\n"))).size === 1;
}

/** SCOPE-01 and SCOPE-03: the version of an account's list does not stand for another account's (§5). */
export function* judgeTags(exchanges: readonly Exchange[]): Generator<Check> {
  for (const run of groupByRun(exchanges)) {
    const tagged = run.find(({ place }) => place.header === "another's ETag");
    if (tagged === undefined || !isList(tagged.operation)) continue;
    const requirement = requirementOf[tagged.operation];
    if (tagged.response?.status === 304) {
      yield failed(
        requirement,
        tagged,
        "the second account gets 304 for the ETag of the first one's list, and has another list",
        run.slice(0, 2),
      );
    } else yield passed(requirement, tagged, "the ETag of another account's list is another version");
  }
}
