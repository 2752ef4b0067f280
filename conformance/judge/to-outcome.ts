import { hasId, isList, operations, type OperationId } from "../../fixtures/contract/operations.ts";
import type { Outcome, PlaceOutcome } from "../requirements/outcome.ts";
import { credentialKinds } from "../target/credentials.ts";
import { notServed, writesAreOff } from "../target/missing-options.ts";
import { isAcceptedCreation } from "../log/creation.ts";
import type { Facts } from "../log/facts.ts";
import type { Conclusion } from "./judge.ts";
import { accounts, type Exchange } from "../log/model.ts";
import type { Check } from "../log/rule.ts";
import { openPoints, type Stage } from "./stage.ts";

/** The maximum number of requests that a script repeats. */
const maxSequence = 60;

/** The maximum number of exchanges that a result shows. */
const maxShown = 4;

/** The result of a rule for a report; without a conclusion, why there is none. */
export function toOutcome(
  { requirement, operation }: { readonly requirement: string; readonly operation: OperationId },
  conclusion: Conclusion | undefined,
  stage: Pick<Stage, "facts" | "spent" | "leftOut" | "ended">,
): Outcome {
  if (conclusion === undefined) return notJudged(requirement, operation, stage);
  const { status, message, exchanges, checks } = conclusion;
  const [decisive] = checks;
  const places = groupByPlace(checks)
    .filter(({ check }) => check !== decisive)
    .map(({ check, words }): PlaceOutcome => ({
      place: words,
      // What did not recur is not a failure.
      status: check.status === "failed" && status !== "failed" ? "inconclusive" : check.status,
      ...(check.status === "passed" ? {} : { reason: check.message }),
    }));
  const count = status === "passed" && checks.length > 1 ? ` (${checks.length} times)` : "";
  const once = status === "inconclusive" && decisive?.status === "failed" ? describeRepetition(decisive, stage) : "";
  const sequence = status === "failed" && decisive !== undefined ? findSequence(decisive, stage.facts) : [];
  return {
    status,
    message: message + count + once,
    evidence: decisiveFirst(exchanges),
    places,
    ...(sequence.length < 2 ? {} : { sequence }),
  };
}

/** All requests of the experiments behind a failure, in their order: what came between may be a part of the cause. */
function findSequence({ exchanges }: Check, { log }: Facts): readonly Exchange[] {
  const nameOf = ({ experiment, round }: Exchange): string => `${round} ${experiment}`;
  const names = new Set(exchanges.map(nameOf));
  const all = log.filter((one) => names.has(nameOf(one)) && one.noReply?.kind !== "not-sent");
  const isShort = exchanges.every(({ experiment }) => experiment !== openPoints) && all.length <= maxSequence;
  return (isShort ? all : [...exchanges]).toSorted((one, other) => one.sentAt - other.sentAt);
}

/** What became of a failure that counts only if it recurs. */
function describeRepetition({ exchanges }: Check, { spent, ended }: Pick<Stage, "spent" | "ended">): string {
  if (ended !== undefined) return "; it was not repeated, since the run ended early";
  const isCreation = exchanges.some(({ marker }) => marker !== undefined);
  return isCreation && spent !== undefined
    ? `; it was not repeated, since ${spent.message}`
    : "; it did not recur when repeated";
}

/** The decisive exchange is the last of a check, and the first that a report shows and repeats. */
function decisiveFirst(exchanges: readonly Exchange[]): readonly Exchange[] {
  return [...exchanges.slice(-1), ...exchanges.slice(0, -1).slice(0, maxShown - 1)];
}

/** Each place once, as failed if the rule failed there. */
function groupByPlace(checks: readonly Check[]): readonly { readonly check: Check; readonly words: string }[] {
  const places = new Map<string, Check>();
  for (const check of checks) {
    const exchange = check.exchanges.at(-1);
    if (exchange === undefined) continue;
    const words = describeExchange(exchange);
    const earlier = places.get(words);
    if (earlier === undefined || (earlier.status !== "failed" && check.status === "failed")) places.set(words, check);
  }
  // The order must not depend on which concurrent response came first.
  return [...places]
    .map(([words, check]) => ({ check, words }))
    .toSorted((one, other) => (one.words < other.words ? -1 : 1));
}

/** What an exchange asked for, in words to follow "on": `listUsers?page=2 (the second account)`. */
function describeExchange({ operation, as, probe, place, marker }: Exchange): string {
  const { query, id, path, method } = probe;
  const names = Object.keys(query ?? {});
  const filter =
    names.length === 0 ? "" : names.length > 3 ? ` with ${names.length} parameters` : `?${queryText(query)}`;
  const target = path ?? (id === undefined ? operation : `${operation} of "${id}"`);
  const by = method === undefined ? "" : `${method} `;
  const how = [
    place.words,
    place.spelling !== undefined && `with ${place.spelling}`,
    place.header !== undefined && `with ${place.header}`,
    place.moment === "after" && "after a creation",
    place.moment === "end" && "at the end",
    place.isInvalid && "with an invalid body",
    place.isConcurrent && marker !== undefined && "at the same time as another",
    as !== "first" && (as === "second" ? "the second account" : credentialKinds[as].words),
  ].filter((words) => typeof words === "string");
  return `${by}${target}${filter}${how.length === 0 ? "" : ` (${how.join(", ")})`}`;
}

/** A value that no cache knows says nothing. */
function queryText(query: Readonly<Record<string, string>> = {}): string {
  return new URLSearchParams(query).toString().replaceAll(/(?<==)orgkit-[0-9a-f]{8}(?=&|$)/g, "…");
}

/** The requirements that compare two accounts, and what each needs of them. */
const ofTwoAccounts: ReadonlySet<string> = new Set(["SCOPE-01", "SCOPE-03", "CREATE-03"]);

/** Why a rule found nothing to judge where its requests succeeded, and whether it does not apply to this target. */
const nothingToJudge: Readonly<Record<string, readonly [reason: string, isInapplicable?: true]>> = {
  "ENV-06": ["there were records, so a response without records was not seen", true],
  "AUTH-08": ["no rejection was seen that could disclose a record"],
  "AUTH-09": ["no creation was rejected, or the list of users cannot be read"],
  "CREATE-01": ["no creation was accepted, or the list of users cannot be read"],
  "SUB-02": ["a response has no record (see ENV-02, SUB-01)"],
  "KIND-01": ["there are no records, or they have too few values to tell their kinds apart"],
};

function notJudged(
  requirement: string,
  operation: OperationId,
  { facts, spent, leftOut, ended }: Pick<Stage, "facts" | "spent" | "leftOut" | "ended">,
): Outcome {
  const skip: Skip = (message, lack) => ({
    status: "skipped",
    message,
    evidence: [],
    ...(lack === undefined ? {} : { lack }),
  });
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
  if (ofTwoAccounts.has(requirement) && !facts.hasSecondAccount) {
    const { second } = facts.target.tokenVariables;
    return skip(
      facts.hasSecond ? `the target rejects the token in ${second}` : `no token of a second account (${second})`,
      "second-token",
    );
  }
  const isServed =
    shape === "create"
      ? facts.log.some((one) => one.as === "first" && isAcceptedCreation(one))
      : facts.isServed(operation);
  const [reason, isInapplicable] = nothingToJudge[requirement] ?? ["nothing in this run shows it"];
  const couldBeShown = !isServed || (isInapplicable !== true && !ofTwoAccounts.has(requirement));
  if (shape === "create" && spent !== undefined && couldBeShown) return skip(spent.message, spent.lack);
  const wasSent = facts.log.some((one) => one.operation === operation && one.as === "first" && !one.place.isInvalid);
  if (!isServed && wasSent) return skip(notServed);
  if (!isServed && leftOut === undefined) return skip("the authorized request was not sent");
  if (!isServed) return skip("the authorized request was left out (--max-requests)", "more-requests");
  if (requirement === "PAGE-01" && isList(operation)) return withoutPages(operation, facts, skip);
  if (ofTwoAccounts.has(requirement)) return withoutComparison(requirement, facts, skip);
  if (leftOut !== undefined && couldBeShown)
    return skip(`${reason}, and some requests were left out (--max-requests)`, "more-requests");
  return skip(reason, isInapplicable && "nothing");
}

type Skip = (message: string, lack?: Outcome["lack"]) => Outcome;

/** Why the records of two accounts were not compared. */
function withoutComparison(requirement: string, facts: Facts, skip: Skip): Outcome {
  const operation = requirement === "SCOPE-01" ? "listInvoices" : "listUsers";
  const { record } = operations[operation];
  const lack = operation === "listUsers" ? "nothing" : undefined;
  for (const account of accounts) {
    const { keys, total, isComplete } = facts.own(operation, account);
    if (total >= 0 && keys.size === 0) return skip(`the ${account} account has no ${record}`, lack);
    if (!isComplete) return skip(`not every ${record} of the ${account} account was read`);
  }
  const theirs = facts.own(operation, "second").keys;
  const common = [...facts.own(operation, "first").keys].filter((key) => theirs.has(key)).length;
  return common === 0
    ? skip("nothing in this run shows whose a record is")
    : skip(`both accounts list ${common} of the same ${record}s`, lack);
}

function withoutPages(operation: Parameters<Facts["paging"]>[0], facts: Facts, skip: Skip): Outcome {
  const [plain] = facts.plain(operation);
  const page = plain && facts.page(plain);
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
