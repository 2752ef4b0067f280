import type { Experiment } from "../log/experiment.ts";
import type { Facts } from "../log/facts.ts";
import { hideFresh } from "../log/parameter-names.ts";
import type { Exchange } from "../log/model.ts";
import type { Check, Rule } from "../log/rule.ts";
import { rules } from "../requirements/catalogue.ts";
import { credentialKinds, credentials, type Credentials } from "../target/credentials.ts";
import { Confirmer, type RepetitionStage } from "./confirm.ts";
import { openPoints } from "./stage.ts";

/** The maximum number of requests that a script repeats. */
const maxSequence = 60;

/** The maximum number of exchanges that a result shows. */
const maxShown = 4;

const judgeAll: Rule = function* (exchanges, facts) {
  const own = exchanges.filter(
    ({ experiment, isLost, place }) => experiment !== openPoints && isLost === undefined && place.isOpen === undefined,
  );
  for (const rule of rules) yield* rule(own, facts);
};

/** Judges a log, and looks again for what failed. @returns one check for each requirement and operation, by its name */
export async function concludeLog(
  stage: RepetitionStage,
  experiments: ReadonlyMap<string, Experiment>,
): Promise<ReadonlyMap<string, Check>> {
  const checks = [...judgeAll(stage.log, stage.facts)];
  const confirmer = new Confirmer(stage, experiments, judgeAll);
  const conclusions = new Map<string, Check>();
  for (const [name, group] of Map.groupBy(checks, ({ requirement, operation }) => `${requirement} ${operation}`)) {
    const [decisive, ...others] = await chooseDecisive(group, confirmer, stage);
    conclusions.set(name, mergeChecks(decisive, others, stage.facts));
  }
  return conclusions;
}

/** All checks of one requirement on one operation, the decisive one first. What does not recur is not a failure. */
async function chooseDecisive(
  group: readonly Check[],
  confirmer: Confirmer,
  stage: RepetitionStage,
): Promise<readonly [Check, ...Check[]]> {
  const checks = group.toSorted(compareSimplicity);
  const failures = checks.filter(({ status }) => status === "failed");
  const [failure] = failures;
  const confirmed = failure && (await confirmer.confirm(failures));
  const decisive = confirmed ?? failure ?? checks.find(({ status }) => status === "passed") ?? checks[0];
  if (decisive === undefined) throw new Error("there are no checks");
  const rest = checks.filter((check) => check !== decisive);
  if (failure === undefined || confirmed !== undefined) return [decisive, ...rest];
  const message = decisive.message + describeRepetition(decisive, stage);
  return [
    { ...decisive, status: "inconclusive", message },
    ...rest.map((check) => (check.status === "failed" ? ({ ...check, status: "inconclusive" } as const) : check)),
  ];
}

/** One check of all: the decisive one, with the other places. */
function mergeChecks(decisive: Check, others: readonly Check[], { log }: Pick<Facts, "log">): Check {
  const { status, message, exchanges } = decisive;
  const sequence = status === "failed" ? findSequence(decisive, log) : [];
  const same = [decisive, ...others].filter((check) => check.status === status);
  const wrong = new Set(same.flatMap(findWrongCredentials));
  return {
    ...decisive,
    message: status === "passed" && others.length > 0 ? `${message} (${others.length + 1} times)` : message,
    exchanges: [...exchanges.slice(-1), ...exchanges.slice(0, -1).slice(0, maxShown - 1)],
    places: groupByPlace(decisive, others),
    ...(wrong.size === 0 ? {} : { credentials: [...wrong] }),
    ...(sequence.length < 2 ? {} : { sequence }),
  };
}

/** The credentials of the deciding request, if the requirement says that they are wrong. */
function findWrongCredentials({ requirement, exchanges }: Check): readonly Credentials[] {
  const as = exchanges.at(-1)?.as;
  return as !== undefined && credentialKinds[as].breaks === requirement ? [as] : [];
}

/** All requests of the experiments behind a failure, in their order: what came between may be a part of the cause. */
function findSequence({ exchanges }: Check, log: readonly Exchange[]): readonly Exchange[] {
  const nameRun = ({ experiment, round }: Exchange): string => `${round} ${experiment}`;
  const names = new Set(exchanges.map(nameRun));
  const all = log.filter((one) => names.has(nameRun(one)) && one.noReply?.kind !== "not-sent");
  const isShort = exchanges.every(({ experiment }) => experiment !== openPoints) && all.length <= maxSequence;
  return (isShort ? all : [...exchanges]).toSorted((one, other) => one.sentAt - other.sentAt);
}

/** What became of a failure that counts only if it recurs. */
function describeRepetition({ exchanges }: Check, { spent, ended }: RepetitionStage): string {
  if (ended !== undefined) return "; it was not repeated, since the run ended early";
  const isCreation = exchanges.some(({ marker }) => marker !== undefined);
  return isCreation && spent !== undefined
    ? `; it was not repeated, since ${spent.message}`
    : "; it did not recur when repeated";
}

/** Each further place once, as failed if the rule failed there. */
function groupByPlace(decisive: Check, others: readonly Check[]): ReadonlyMap<string, Check> {
  const places = new Map<string, Check>();
  for (const check of [decisive, ...others]) {
    const exchange = check.exchanges.at(-1);
    if (exchange === undefined) continue;
    const words = describeExchange(exchange);
    const earlier = places.get(words);
    if (earlier === undefined || (earlier.status !== "failed" && check.status === "failed")) places.set(words, check);
  }
  // The order must not depend on which concurrent response came first.
  return new Map(
    [...places].filter(([, check]) => check !== decisive).toSorted(([one], [other]) => compareTexts(one, other)),
  );
}

/** What an exchange asked for, in words to follow "on": `listUsers?page=2 (the second account)`. */
function describeExchange(exchange: Exchange): string {
  const { operation, probe } = exchange;
  const { query, id, path, method } = probe;
  const names = Object.keys(query ?? {});
  const filter =
    names.length === 0
      ? ""
      : names.length > 3
        ? ` with ${names.length} parameters`
        : `?${hideFresh(new URLSearchParams(query).toString())}`;
  const target = path ?? (id === undefined ? operation : `${operation} of "${id}"`);
  const by = method === undefined ? "" : `${method} `;
  const how = describeDifference(exchange);
  return `${by}${target}${filter}${how.length === 0 ? "" : ` (${how.join(", ")})`}`;
}

/** How a request differs from the plain one beside its URL, in words. */
export function describeDifference({ as, place, marker }: Exchange): readonly string[] {
  return [
    place.words,
    place.spelling !== undefined && `with ${place.spelling}`,
    place.header !== undefined && `with ${place.header}`,
    place.moment === "after" && "after a creation",
    place.moment === "end" && "at the end",
    place.isInvalid && "with an invalid body",
    place.isConcurrent && marker !== undefined && "at the same time as another",
    as !== "first" && (as === "second" ? "the second account" : credentialKinds[as].words),
  ].filter((words) => typeof words === "string");
}

/** The simplest request that shows it comes first, in an order that does not depend on concurrent responses. */
function compareSimplicity(one: Check, other: Check): number {
  const [first, second] = [one, other].map(({ exchanges }) => exchanges.at(-1)?.request.url ?? "");
  const [mine, theirs] = [one, other].map(({ exchanges }) => credentials.indexOf(exchanges.at(-1)?.as ?? "first"));
  return (
    measureComplexity(one) - measureComplexity(other) ||
    (mine ?? 0) - (theirs ?? 0) ||
    compareTexts(first, second) ||
    compareTexts(one.message, other.message)
  );
}

function compareTexts(one = "", other = ""): number {
  return one < other ? -1 : Number(one > other);
}

/** How much a check's deciding request differs from the plain one. */
function measureComplexity({ exchanges }: Check): number {
  const { place = {}, probe } = exchanges.at(-1) ?? {};
  return Object.keys(place).length + Object.keys(probe?.query ?? {}).length;
}
