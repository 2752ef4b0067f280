import type { z } from "zod";
import { operationIds, operations, type OperationId } from "../../fixtures/contract/operations.ts";
import { timeoutSignal, unlessAborted } from "../../fixtures/values/timers.ts";
import { obligationName, obligations, type Obligation, requirementSet } from "../requirements/catalogue.ts";
import type { Check } from "../log/rule.ts";
import {
  isRuled,
  levels,
  firstCountingSet,
  type DeclaredRequirement,
  type ObservedRequirement,
} from "../requirements/requirement.ts";
import type { Facts } from "../log/facts.ts";
import { haveSameRecords } from "../log/ledger.ts";
import { isPlain, isAcceptedCreation } from "../log/exchanges.ts";
import { Judge } from "../judge/judge.ts";
import { explainNotJudged } from "../judge/not-judged.ts";
import { Stage, type StageOptions } from "../judge/stage.ts";
import { Reader } from "../open-points/reader.ts";
import type { JudgedTarget, RunDetails } from "../report/report.ts";
import { findRemovedUsers } from "../rules/creation-listed.ts";
import { judgeCrashes } from "../rules/path.ts";
import { newRunId } from "../target/body.ts";
import { connectionSchema } from "../target/connection.ts";
import { counted } from "../../fixtures/values/text.ts";
import { fillTargetDialect } from "../target/dialect.ts";
import { readEnvelope } from "../target/envelope.ts";
import { evidenceBody, isUnanswered, summarize } from "../target/exchange.ts";
import { adviceFor, describeBody, preflight } from "./preflight.ts";
import type { HttpClient } from "../target/http-client.ts";
import { secretsSchema, targetSchema, usualRequests } from "../target/target.ts";
import { judgeDeclared, observe } from "../open-points/judge-open-points.ts";

/** A target to judge, with its secrets. */
export interface TargetToJudge {
  readonly target: z.input<typeof targetSchema>;
  readonly secrets: z.input<typeof secretsSchema>;
  /** Sends the requests; tests can replace it. */
  readonly client?: HttpClient;
}

export interface JudgeOptions {
  readonly connection?: z.input<typeof connectionSchema> | undefined;
  /** All checks by default. */
  readonly selected?: readonly Obligation[];
  readonly runId?: string;
  /** Aborts it: nothing more is sent, and the promise rejects with the signal's reason. */
  readonly signal?: AbortSignal;
  /** Ends it early: nothing more is sent, and what was seen is judged. Its reason is a sentence. */
  readonly stop?: AbortSignal | undefined;
  /** Called with what was given and cannot be used, once that is known. */
  readonly onUnmet?: ((problem: string) => void) | undefined;
  /** Called before each experiment. */
  readonly onPlay?: StageOptions["onPlay"];
  /** Called with all that the run has seen. */
  readonly onEnd?: ((facts: Facts) => void) | undefined;
}

/** How long a target is judged, in minutes. A user's rate takes its own time. */
const maxMinutes = 30;

/** Judges one target, whatever it responds. Rejects only for the signal's reason, or if orgkit itself is wrong. */
export async function judgeTarget(given: TargetToJudge, options: JudgeOptions = {}): Promise<JudgedTarget> {
  const { selected = obligations(levels), runId = newRunId(), signal, stop, onPlay, onUnmet } = options;
  const target = targetSchema.parse(given.target);
  const connection = connectionSchema.parse(options.connection ?? {});
  const { client } = given;
  const stage = new Stage({
    target,
    secrets: secretsSchema.parse(given.secrets),
    connection,
    runId,
    onPlay,
    ...(client === undefined ? {} : { client }),
  });
  const startedAt = new Date();
  const minutes = maxMinutes + usualRequests / (connection.maxRps ?? Infinity) / 60;
  const late = timeoutSignal(minutes * 60_000);
  late.addEventListener("abort", () => stage.end(`a target is judged for at most ${Math.ceil(minutes)} minutes`));
  const endEarly = (): void => stage.end(String(stop?.reason));
  if (stop?.aborted === true) endEarly();
  stop?.addEventListener("abort", endEarly);
  const judge = new Judge(
    stage,
    selected.map(({ requirement }) => requirement.id),
  );
  const reader = new Reader(stage);
  try {
    await unlessAborted(judge.begin(), signal);
    const found = stage.isClosed ? undefined : await unlessAborted(preflight(reader), signal);
    const problem = stage.isClosed ? undefined : found;
    if (problem === undefined) for (const text of listUnusable(stage)) onUnmet?.(text);
    const checks = await judgeInOrder(selected, async (obligation): Promise<Check> => {
      if (problem === undefined) return unlessAborted(judgeObligation(obligation, judge, reader, stage), signal);
      const { requirement, operation } = obligation;
      const message = "it cannot be judged";
      return { requirement: requirement.id, operation, status: "inconclusive", message, exchanges: [] };
    });
    options.onEnd?.(stage.facts);
    const { requests, waited, leftOut } = stage;
    const removedSince = findRemovedUsers(stage.log, stage.facts);
    const obstacle = problem ?? describeLastingStop(stage);
    const unmet =
      obstacle === undefined
        ? [...describeEnd(stage), ...listUnusable(stage), ...describeOneAccount(stage), ...listNotJudged(checks, stage)]
        : [];
    const run = {
      target: { name: target.name, baseUrl: target.baseUrl, dialect: fillTargetDialect(target)?.name ?? null },
      runId,
      startedAt: startedAt.toISOString(),
      durationMs: Date.now() - startedAt.getTime(),
      requests,
      waitedMs: Math.round(waited),
      placesLeftOut: leftOut,
      created: listCreatedUsers(stage),
      removedSince: removedSince.length === 0 ? undefined : [...removedSince],
      problem: obstacle,
      unmet: unmet.length === 0 ? undefined : unmet,
    };
    return { run, checks };
  } finally {
    stop?.removeEventListener("abort", endEarly);
    await stage.close();
  }
}

/** That a run ended early, or that everything failed for a while. */
function describeEnd({ ended, requests, failedFrom }: Stage): readonly string[] {
  return [
    ...(ended === undefined ? [] : [`The run ended after ${counted(requests, "request")}: ${ended}.`]),
    ...(failedFrom === undefined
      ? []
      : [`Everything failed for a while since request ${failedFrom.number}: ${summarize(failedFrom)}.`]),
  ];
}

/** What was given and cannot be used: mistakes of the caller, which are never the target's failure. */
function listUnusable({ facts }: Stage): readonly string[] {
  const { second } = facts.target.tokenVariables;
  const rejected = facts.log.find((one) => one.as === "second" && one.response !== undefined);
  const isRejected = facts.hasSecond && !facts.hasSecondAccount && rejected !== undefined;
  const token = `Every operation rejects the token in ${second} (${rejected?.response?.status}), so no second account was looked at: set a valid token, or none.`;
  const ids = operationIds.flatMap((operation) => {
    const unknown = [...facts.unknownIds(operation), ...facts.unknownIds(operation, "second")];
    const { record } = operations[operation];
    if (unknown.length === 0) return [];
    return `The target knows no ${record} ${unknown.map((id) => `"${id}"`).join(", ")}: give ids of records that exist.`;
  });
  return [...(isRejected ? [token] : []), ...ids];
}

/** That nothing shows a second account behind the second token. Only whole lists show it, so a run says it at its end. */
function describeOneAccount({ facts, target }: Stage): readonly string[] {
  if (!facts.hasSecond || !haveSameRecords(facts)) return [];
  const { first, second } = target.tokenVariables;
  return [
    `The tokens in ${first} and ${second} see the same records, so no second account was looked at: both are of one account, or the service ignores whose records they are. Set a token of another account.`,
  ];
}

/** The operations of which not one plain request of the first account succeeded, where that is not the target's failure. */
function listNotJudged(checks: readonly Check[], { facts }: Stage): readonly string[] {
  return checks
    .filter(
      ({ requirement, status }) => requirement === "PATH-01" && (status === "inconclusive" || status === "passed"),
    )
    .flatMap(({ operation, status, message }) => {
      const own = facts.exchanges(operation, "first");
      const plain = own.find((one) => isPlain(one) && one.response !== undefined);
      if (facts.isTokenValidFor(operation) || own.some(isAcceptedCreation)) return [];
      if (status === "inconclusive") return [`${operation}: ${message}.`];
      return plain === undefined
        ? []
        : [
            `${operation}: the token is accepted, but not for this operation (${plain.response?.status}): give another.`,
          ];
    });
}

async function judgeObligation(obligation: Obligation, judge: Judge, reader: Reader, stage: Stage): Promise<Check> {
  const { requirement, operation } = obligation;
  if (!isRuled(requirement)) {
    await (operations[operation].shape === "create" ? judge.create() : judge.read());
    return judgeOpenPoint(reader, requirement, operation);
  }
  const conclusions = await judge.conclude();
  return scored(conclusions.get(obligationName(obligation)) ?? explainNotJudged(obligation, stage), obligation);
}

/** A target that stopped responding cannot be judged, unless one request is known to end it each time. */
function describeLastingStop(stage: Stage): string | undefined {
  const crashes = [...judgeCrashes(stage.facts.log, stage.facts)];
  return crashes.length > 0 ? undefined : describeStop(stage);
}

/** That a target stopped responding in the middle of a run, or refused everything from some request on. */
export function describeStop({ stoppedAfter: first, target, requests, facts }: Stage): string | undefined {
  if (first === undefined) return undefined;
  const { authorization } = first.request.headers;
  const credentials = authorization === undefined ? "without Authorization" : `with Authorization: ${authorization}`;
  const sent = `${summarize(first)} (${credentials})`;
  const said = describeBody(first);
  if (isUnanswered(first))
    return [
      `${target.baseUrl} stopped responding after ${requests} requests, so the rest cannot be judged.`,
      `  First without a response of the service: ${sent}`,
      "  If it crashed, see its log: a request that a client may send must not end a service.",
    ].join("\n");
  if (facts.isSlow(first))
    return [
      `${target.baseUrl} responds slowly or not at all to every operation since about request ${first.number}, so the rest cannot be judged.`,
      `  First slow: ${sent} in ${first.response?.ms ?? 0} ms`,
      "  Is a pool exhausted? A service that keeps a connection for each rejected request shows so: restart it, and send as many.",
    ].join("\n");
  return [
    `${target.baseUrl} refuses every operation since about request ${first.number}, so the rest cannot be judged.`,
    `  First refused: ${sent}`,
    ...(said === "" ? [] : [`  Response: ${said}`]),
    `  ${adviceFor(first) ?? "Has the token expired or been locked meanwhile, or does a firewall block this client? --max-rps N sends more slowly."}`,
  ].join("\n");
}

/** The users that a run created or may have created, and what shows it. */
function listCreatedUsers({ facts, log }: Stage): RunDetails["created"] {
  return [...facts.createdMarkers].flatMap((marker) => {
    const exchange = log.find((one) => one.marker === marker);
    if (exchange === undefined) return [];
    const { request, response, noReply } = exchange;
    const data = response === undefined ? undefined : readEnvelope(response).data;
    const received =
      data === undefined ? (response?.body ?? noReply?.message ?? "").slice(0, 200) : JSON.stringify(data);
    const evidence = facts.listedMarkers.has(marker) ? ("list" as const) : ("nothing" as const);
    const last = log.find((one) => one.place.moment === "end" && one.response?.body.includes(marker));
    return {
      sent: evidenceBody(request.body ?? ""),
      received: evidenceBody(received),
      shownBy: isAcceptedCreation(exchange) ? undefined : evidence,
      listedFor: last && (last.as === "second" ? ("second" as const) : ("first" as const)),
    };
  });
}

/**
 * When an obligation is judged: open points, of creations after those of lists, which grow; then what rules read of the
 * whole run; then what reads all exchanges.
 */
function rank({ requirement, operation }: Obligation): number {
  if (isRuled(requirement)) return 2;
  const { order } = requirement;
  if (order === undefined) return operations[operation].shape === "create" ? 1 : 0;
  return order === "last" ? 3 : 4;
}

/** Judges obligations in order, but one requirement on all its operations concurrently, for slow targets. */
export async function judgeInOrder<Found>(
  selected: readonly Obligation[],
  judge: (obligation: Obligation) => Promise<Found>,
): Promise<readonly Found[]> {
  const found = new Map<Obligation, Found>();
  const ordered = selected.toSorted((left, right) => rank(left) - rank(right));
  const groups = Map.groupBy(ordered, (obligation) => `${rank(obligation)} ${obligation.requirement.id}`);
  for (const group of groups.values()) {
    await Promise.all(group.map(async (obligation) => found.set(obligation, await judge(obligation))));
  }
  return selected.flatMap((obligation) => found.get(obligation) ?? []);
}

/** Judges what a dialect declares, or observes an open point, on one operation. */
export async function judgeOpenPoint(
  reader: Reader,
  requirement: DeclaredRequirement | ObservedRequirement,
  operation: OperationId,
): Promise<Check> {
  const { id, level } = requirement;
  const check = await (level === "declared" ? judgeDeclared(reader, id, operation) : observe(reader, id, operation));
  return scored(check, { requirement, operation });
}

/** A requirement newer than the requirement set is reported, and cannot fail yet. */
export function scored<Judged extends Pick<Check, "status" | "message">>(
  check: Judged,
  { requirement, operation }: Obligation,
): Judged {
  const since = firstCountingSet(requirement, operation);
  if (since <= requirementSet || check.status !== "failed") return check;
  const message = `not scored yet (from requirement set ${since} on); failed: ${check.message}`;
  return { ...check, status: "observed", message, isProvisional: true };
}
