import { operations } from "../../fixtures/contract/operations.ts";
import type { Obligation } from "../checks/catalogue.ts";
import { inconclusive, type Outcome } from "../checks/check.ts";
import { judgeOpenPoint, scored } from "../checks/judge.ts";
import { isRuled } from "../checks/requirement.ts";
import { obligationName } from "../checks/catalogue.ts";
import { isAcceptedCreation } from "../judge/creation.ts";
import { Judge } from "../judge/judge.ts";
import { outcomeOf } from "../judge/outcome.ts";
import { judgeCrashes } from "../rules/path.ts";
import type { Stage } from "../judge/stage.ts";
import type { Facts, Finding } from "../report/report.ts";
import { Reader } from "../open-points/reader.ts";
import { dialectOf } from "../target/dialect.ts";
import { readEnvelope } from "../target/envelope.ts";
import { asEvidence, evidenceBody, summarize, type Exchange } from "../target/exchange.ts";
import type { Target } from "../target/target.ts";
import { preflight } from "./preflight.ts";

/** The findings for a target that cannot be judged. */
const cannotBeJudged = inconclusive("it cannot be judged");

/** Judges one target. Nothing here throws, whatever the target responds or orgkit does wrong. */
export class Judging {
  readonly #stage: Stage;
  readonly #judge: Judge;
  readonly #reader: Reader;
  readonly #startedAt = new Date();
  readonly #shown = new Map<Exchange, Exchange>();
  #obstacle: Pick<Facts, "problem" | "fault"> | undefined;
  #begun: Promise<void> | undefined;

  constructor(stage: Stage) {
    this.#stage = stage;
    this.#judge = new Judge(stage);
    this.#reader = new Reader(stage);
  }

  /** Why there are no findings: a problem of the target, or a fault of orgkit. */
  get obstacle(): Pick<Facts, "problem" | "fault"> | undefined {
    return this.#obstacle;
  }

  async find(obligation: Obligation): Promise<Finding> {
    this.#begun ??= this.#begin();
    await this.#begun;
    const found = this.#obstacle === undefined ? await this.#attempt(() => this.#judgeOne(obligation)) : undefined;
    if (isRuled(obligation.requirement)) this.#noticeEnd();
    return findingOf(obligation, found ?? cannotBeJudged);
  }

  /** The state of the run so far. */
  facts(): Facts {
    this.#noticeEnd();
    const { target, runId, requests, waited, leftOut } = this.#stage;
    return {
      ...factsOf(target, runId),
      startedAt: this.#startedAt.toISOString(),
      durationMs: Date.now() - this.#startedAt.getTime(),
      requests,
      waitedMs: Math.round(waited),
      ...(leftOut === undefined ? {} : { placesLeftOut: leftOut }),
      created: createdUsers(this.#stage),
      ...this.#obstacle,
    };
  }

  /** A target that stopped responding cannot be judged, unless one request is known to end it each time. */
  #noticeEnd(): void {
    const { facts } = this.#stage;
    const problem = stoppedResponding(this.#stage);
    if (problem === undefined || [...judgeCrashes(facts.log, facts)].length > 0) return;
    this.#obstacle ??= { problem };
  }

  async #begin(): Promise<void> {
    await this.#attempt(() => this.#judge.begin());
    const problem = await this.#attempt(() => preflight(this.#reader));
    if (problem !== undefined) this.#obstacle ??= { problem };
  }

  async #judgeOne(obligation: Obligation): Promise<Outcome> {
    const { requirement, operation } = obligation;
    if (!isRuled(requirement)) {
      await (operations[operation].shape === "create" ? this.#judge.create() : this.#judge.read());
      return this.#show(await judgeOpenPoint(this.#reader, requirement, operation));
    }
    const conclusions = await this.#judge.conclude();
    const place = { requirement: requirement.id, operation };
    const outcome = outcomeOf(place, conclusions.get(obligationName(obligation)), this.#stage);
    return this.#show(scored(outcome, obligation));
  }

  /** An outcome with its evidence as reports show it. Many findings share the same few exchanges. */
  #show({ evidence, ...outcome }: Outcome): Outcome {
    const shown = evidence.map((exchange) => {
      const known = this.#shown.get(exchange) ?? asEvidence(responseOf(exchange));
      this.#shown.set(exchange, known);
      return known;
    });
    return { ...outcome, evidence: shown };
  }

  async #attempt<Found>(find: () => Promise<Found>): Promise<Found | undefined> {
    try {
      return await find();
    } catch (error) {
      this.#obstacle ??= { fault: faultText(error) };
      return undefined;
    }
  }
}

/** An exchange without its place in the run. */
function responseOf({ request, response, noReply }: Exchange): Exchange {
  return { request, ...(response === undefined ? {} : { response }), ...(noReply === undefined ? {} : { noReply }) };
}

export function findingOf({ requirement, operation }: Obligation, found: Omit<Finding, "id" | "operation">): Finding {
  return { id: requirement.id, operation, ...found };
}

export function faultText(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}

/** The state of a target before it is judged. */
export function factsOf(target: Target, runId: string): Facts {
  return {
    target: { name: target.name, baseUrl: target.baseUrl, dialect: dialectOf(target)?.filled.name ?? null },
    runId,
    startedAt: new Date().toISOString(),
    durationMs: 0,
    requests: 0,
    waitedMs: 0,
    created: [],
  };
}

/** That a target stopped responding in the middle of a run, with the request that came last. */
export function stoppedResponding({ stoppedAfter: first, target, requests }: Stage): string | undefined {
  if (first === undefined) return undefined;
  const { authorization } = first.request.headers;
  const credentials = authorization === undefined ? "without Authorization" : `with Authorization: ${authorization}`;
  return [
    `${target.baseUrl} stopped responding after ${requests} requests, so the rest cannot be judged.`,
    `  First without a response: ${summarize(first)} (${credentials})`,
    "  If it crashed, see its log: a request that a client may send must not end a service.",
  ].join("\n");
}

/** The users that a run created or may have created, and what shows it. */
function createdUsers({ facts, log }: Stage): Facts["created"] {
  return [...facts.createdMarkers].flatMap((marker) => {
    const exchange = log.find((one) => one.marker === marker);
    if (exchange === undefined) return [];
    const { request, response, noReply } = exchange;
    const data = response === undefined ? undefined : readEnvelope(response).data;
    const received =
      data === undefined ? (response?.body ?? noReply?.message ?? "").slice(0, 200) : JSON.stringify(data);
    const evidence = facts.listedMarkers.has(marker) ? "list" : "nothing";
    const last = log.find((one) => one.place.moment === "end" && one.response?.body.includes(marker));
    return {
      sent: evidenceBody(request.body ?? ""),
      received: evidenceBody(received),
      ...(isAcceptedCreation(exchange) ? {} : ({ shownBy: evidence } as const)),
      ...(last === undefined ? {} : { listedFor: last.as === "second" ? ("second" as const) : ("first" as const) }),
    };
  });
}
