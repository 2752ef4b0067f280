import { hasId, isList, operations, scopeOf, type OperationId } from "../../fixtures/contract/operations.ts";
import type { Obligation } from "../requirements/catalogue.ts";
import { notServed, writesAreOff, accounts } from "../log/model.ts";
import { isAcceptedCreation } from "../log/exchanges.ts";
import type { Facts } from "../log/facts.ts";
import { skippedAt, type Check } from "../log/rule.ts";
import type { Stage } from "./stage.ts";
import { readOwnRecords } from "../log/ledger.ts";

/** Whether a requirement compares two accounts. */
function comparesAccounts(requirement: string, operation: OperationId): boolean {
  return requirement === "CREATE-03" || (isList(operation) && scopeOf(operation).requirement === requirement);
}

/** Why a rule found nothing to judge where its requests succeeded, and whether it does not apply to this target. */
const nothingToJudge: Readonly<Record<string, readonly [reason: string, isInapplicable?: true]>> = {
  "ENV-06": ["there were records, so a response without records was not seen", true],
  "AUTH-08": ["no rejection was seen that could disclose a record"],
  "AUTH-09": ["no creation was rejected, or the list of users cannot be read"],
  "CREATE-01": ["no creation was accepted, or the list of users cannot be read"],
  "SUB-02": ["a response has no record (see ENV-02, SUB-01)"],
  "KIND-01": ["there are no records, or they have too few values to tell their kinds apart"],
};

/** The check of a requirement that no rule has judged: why not. */
export function explainNotJudged(
  { requirement: { id: requirement }, operation }: Obligation,
  { facts, spent, leftOut, ended }: Pick<Stage, "facts" | "spent" | "leftOut" | "ended">,
): Check {
  const skip: Skip = (message, lack) => skippedAt({ requirement, operation }, message, lack);
  const { record, shape } = operations[operation];
  if (ended !== undefined) return skip("the run ended before");
  if (shape === "create" && !facts.target.allowWrites) return skip(writesAreOff, "writes");
  const ids = facts.ids(operation).length;
  const unknownIds = facts.unknownIds(operation);
  if (hasId(operation) && ids === 0) {
    const reason =
      unknownIds.length === 0 ? `no ${record} id is known` : `the target knows no ${record} ${unknownIds.join(", ")}`;
    return skip(`${reason} (--id ${record}=ID)`, `${record}-id`);
  }
  if (requirement === "SUB-02" && ids === 1) return skip(`only one ${record} id is known`, `second-${record}-id`);
  const isOfTwoAccounts = comparesAccounts(requirement, operation);
  if (isOfTwoAccounts && !facts.hasSecondAccount) {
    const { second } = facts.target.tokenVariables;
    return skip(
      facts.hasSecond ? `the target rejects the token in ${second}` : `no token of a second account (${second})`,
      "second-token",
    );
  }
  const isServed =
    shape === "create"
      ? facts.log.some((one) => one.as === "first" && isAcceptedCreation(one))
      : facts.isTokenValidFor(operation);
  const [reason, isInapplicable] = nothingToJudge[requirement] ?? ["nothing in this run shows it"];
  const couldBeShown = !isServed || (isInapplicable !== true && !isOfTwoAccounts);
  if (shape === "create" && spent !== undefined && couldBeShown) return skip(spent.message, spent.lack);
  const wasSent = facts.exchanges(operation, "first").some((one) => !one.place.isInvalid);
  if (!isServed && wasSent) return skip(notServed);
  if (!isServed && leftOut === undefined) return skip("the authorized request was not sent");
  if (!isServed) return skip("the authorized request was left out (--max-requests)", "more-requests");
  if (requirement === "PAGE-01" && isList(operation)) return withoutPages(operation, facts, skip);
  if (isOfTwoAccounts) return withoutComparison(operation, facts, skip);
  if (leftOut !== undefined && couldBeShown)
    return skip(`${reason}, and some requests were left out (--max-requests)`, "more-requests");
  return skip(reason, isInapplicable && "nothing");
}

type Skip = (message: string, lack?: Check["lack"]) => Check;

/** Why the records of two accounts were not compared. */
function withoutComparison(judged: OperationId, facts: Facts, skip: Skip): Check {
  const operation = isList(judged) ? judged : "listUsers";
  const { record } = operations[operation];
  const lack = scopeOf(operation).owner === "organization" ? "nothing" : undefined;
  for (const account of accounts) {
    const { keys, total, isComplete } = readOwnRecords(operation, account, facts);
    if (total >= 0 && keys.size === 0) return skip(`the ${account} account has no ${record}`, lack);
    if (!isComplete) return skip(`not every ${record} of the ${account} account was read`);
  }
  const theirs = readOwnRecords(operation, "second", facts).keys;
  const common = [...readOwnRecords(operation, "first", facts).keys].filter((key) => theirs.has(key)).length;
  return common === 0
    ? skip("nothing in this run shows whose a record is")
    : skip(`both accounts list ${common} of the same ${record}s`, lack);
}

function withoutPages(operation: Parameters<Facts["paging"]>[0], facts: Facts, skip: Skip): Check {
  const page = facts.firstPage(operation);
  const { record } = operations[operation];
  if (page === undefined) return skip("the list could not be parsed (see ENV-02, ENV-05)");
  if (page.total <= 1) return skip(`too few ${record}s for two pages (${page.total})`);
  if (page.records.length >= page.total) {
    return skip(`all ${page.total} are in one response, and nothing selects a page`, "nothing");
  }
  const extent = `${page.records.length} of ${page.total} ${record}s are on the first page`;
  if (facts.paging(operation).style !== "none")
    return skip(`${extent}, and the list changed each time its pages were read`);
  return skip(`${extent}, and no common parameter leads to the others`, "pages");
}
