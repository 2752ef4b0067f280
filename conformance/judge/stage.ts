import { present } from "../../fixtures/values/json.ts";
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { hasId, operations } from "../../fixtures/contract/operations.ts";
import { createRedactor, type Redactor } from "../../fixtures/secrets/redactor.ts";
import { counted } from "../../fixtures/values/text.ts";
import type { Ask, Experiment } from "../log/experiment.ts";
import { Facts } from "../log/facts.ts";
import { NotAsked, type Exchange, type Probe, writesAreOff } from "../log/model.ts";
import type { Connection } from "../target/connection.ts";
import { asksToWait } from "../target/exchange.ts";
import { PatientClient, type HttpClient } from "../target/http-client.ts";
import { findProxy } from "../target/proxy.ts";
import { headerVariable, listSecrets } from "../target/credentials.ts";
import { quickRequests, usualRequests, type Secrets, type Target } from "../target/target.ts";
import { composeRequest } from "./compose-request.ts";
import { CreationLimit } from "./creation-limit.ts";
import { Watch } from "./watch.ts";

/** The progress of a run. */
export interface ExperimentProgress {
  readonly experiment: string;
  /** How many requests were sent, and how many may be. */
  readonly requests: number;
  readonly limit: number;
}

export interface StageOptions {
  readonly target: Target;
  readonly secrets: Secrets;
  readonly connection: Connection;
  /** The beginning of all unique values that are sent. */
  readonly runId: string;
  readonly client?: HttpClient;
  /** Called before each experiment. */
  readonly onPlay?: ((progress: ExperimentProgress) => void) | undefined;
}

/** The methods that are sent without writes. */
const safeMethods: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS"]);

/** Requests beyond the usual ones that experiments at the end of a run may send. */
const spareRequests = 20;

/** The maximum number of requests after a 429 that do not count against the limit. */
const maxResent = 1.5 * usualRequests;

/** How often a creation is sent again after a 429. */
const maxAttempts = 5;

/** Plays experiments on a target, within the limits of a run, and appends each exchange to the log. */
export class Stage {
  readonly target: Target;
  readonly runId: string;
  readonly log: Exchange[] = [];
  readonly facts: Facts;
  /** Why an experiment was not played to its end, by its name. */
  readonly notPlayed = new Map<string, NotAsked>();
  /** Milliseconds waited for the target's rate limit. */
  waited = 0;
  /** The number of requests sent. */
  requests = 0;
  /** How many of them were sent again after a 429. */
  #resent = 0;
  #ended: string | undefined;
  /** How many requests may count. */
  limit: number;
  readonly #secrets: Secrets;
  readonly #client: HttpClient;
  readonly #redactor: Redactor;
  readonly #onPlay: StageOptions["onPlay"];
  readonly #startedAt = performance.now();
  readonly #creations: CreationLimit;
  readonly #watch: Watch;
  #underway = 0;
  #round = 0;
  readonly #closing = new AbortController();

  constructor({ target, secrets, connection, runId, client, onPlay }: StageOptions) {
    this.#onPlay = onPlay;
    this.target = target;
    this.runId = runId;
    this.limit = connection.maxRequests ?? (target.isQuick ? quickRequests : usualRequests + spareRequests);
    this.#secrets = secrets;
    this.#redactor = createRedactor(listSecrets(secrets, target));
    const hiddenHeaders = new Map(
      Object.keys(secrets.headers).map((name) => [name.toLowerCase(), `$${headerVariable(name)}`]),
    );
    const proxy = findProxy(target.baseUrl, process.env);
    this.#client = client ?? new PatientClient({ ...connection, proxy, redactor: this.#redactor, hiddenHeaders });
    this.facts = new Facts(this.log, {
      target,
      runId,
      hasSecond: secrets.second !== undefined,
      patience: connection.patience * 1000,
    });
    this.#creations = new CreationLimit(this.facts, connection.maxCreated, (probe) => this.#ask(probe, strays, 0));
    this.#watch = new Watch({
      log: this.log,
      facts: this.facts,
      ask: (probe) => this.#ask(probe, stillThere, 0),
      pause: (milliseconds) => this.pause(milliseconds),
    });
  }

  /** Why no further user was created, if the run may create no more. */
  get spent(): NotAsked | undefined {
    return this.#creations.spent;
  }

  /** Why the run ended early, as a sentence. */
  get ended(): string | undefined {
    return this.#ended ?? this.#client.obstacle;
  }

  /** The first request that was not served any more, if the target stopped in the middle of the run. */
  get stoppedAfter(): Exchange | undefined {
    return this.#watch.stoppedAfter;
  }

  /** The first of the requests that all failed for a while, if the target did so. */
  get failedFrom(): Exchange | undefined {
    return this.#watch.failedFrom;
  }

  /** The requests that count against the limit: all but those after a 429, unless these are very many, too. */
  get counted(): number {
    return this.requests - Math.min(this.#resent, maxResent);
  }

  /** What was left out since the run had become too long, in words. */
  get leftOut(): string | undefined {
    const names = [...this.notPlayed].filter(([, { lack }]) => lack === "more-requests").map(([name]) => name);
    if (names.length === 0) return undefined;
    const more = names.length > 3 ? `, and ${counted(names.length - 3, "more experiment")}` : "";
    return `${names.slice(0, 3).join("; ")}${more}`;
  }

  /** Allows this many further requests. */
  allow(requests: number): void {
    this.limit = this.counted + requests;
  }

  /** Runs an experiment; what cannot be asked ends it. */
  async play(experiment: Experiment, round = 0): Promise<void> {
    this.#onPlay?.({ experiment: experiment.name, requests: this.counted, limit: this.limit });
    const ask: Ask = (probe) => this.#ask(probe, experiment.name, round);
    try {
      await experiment.run(ask, this.facts);
    } catch (error) {
      if (!(error instanceof NotAsked)) throw error;
      this.notPlayed.set(experiment.name, error);
    }
  }

  /** The number of the next repetition. */
  nextRound(): number {
    this.#round += 1;
    return this.#round;
  }

  /** Sends one request for a check of an open point. Rejects with `NotAsked` if the run must not or cannot send it. */
  ask(probe: Probe): Promise<Exchange> {
    return this.#ask(probe, openPoints, 0);
  }

  /**
   * Ends the run early: open requests are aborted, and nothing more is sent.
   * @param reason as a sentence
   */
  end(reason: string): void {
    if (this.isClosed) return;
    this.#ended = reason;
    void this.close();
  }

  /** Waits, unless the run ends. */
  pause(milliseconds: number): Promise<void> {
    return sleep(milliseconds, undefined, { signal: this.#closing.signal }).catch(() => undefined);
  }

  get isClosed(): boolean {
    return this.#closing.signal.aborted;
  }

  close(): Promise<void> {
    this.#closing.abort();
    return this.#client.close();
  }

  async #ask(probe: Probe, experiment: string, round: number, attempt = 0): Promise<Exchange> {
    const isLast = experiment === stillThere;
    if (!isLast) await this.#watch.question;
    if (isWrite(probe) && this.target.allowWrites) await this.#creations.lookForStrays();
    this.#refuse(probe, isLast);
    const exchange = await this.#send(probe, experiment, round, attempt);
    this.#creations.count(exchange);
    if (!isLast) await this.#watch.notice(exchange);
    const isPostponed = exchange.marker !== undefined && asksToWait(exchange) && attempt < maxAttempts;
    return isPostponed ? this.#ask(probe, experiment, round, attempt + 1) : exchange;
  }

  async #send(probe: Probe, experiment: string, round: number, attempt: number): Promise<Exchange> {
    const { operation, as = "first", place = {} } = probe;
    const marker = isWrite(probe) ? `${this.runId}-${randomUUID().slice(0, 8)}` : undefined;
    // Which id is the first known one may change.
    const id = probe.id ?? (probe.path === undefined ? this.facts.ids(operation)[0] : undefined);
    const withId: Probe = id === undefined ? probe : { ...probe, id };
    const { facts } = this;
    const outgoing = composeRequest(withId, marker, { facts, secrets: this.#secrets, redactor: this.#redactor });
    const sentAt = performance.now() - this.#startedAt;
    this.#underway += 1;
    const sending = this.#client.send(outgoing);
    const sent = marker === undefined ? sending : this.#creations.during(sending);
    const { exchange, requests, waited, repeated } = await sent;
    // Both at once, so that no other request finds room between them.
    this.#underway -= 1;
    this.requests += requests;
    this.#resent += requests - 1 - (repeated === undefined ? 0 : 1) + Math.min(attempt, 1);
    this.waited += waited;
    const logged: Exchange = {
      ...exchange,
      number: this.log.length + 1,
      probe: withId,
      place,
      operation,
      as,
      experiment,
      round,
      ...present({ marker, repeated }),
      requests,
      waited,
      sentAt,
      receivedAt: performance.now() - this.#startedAt,
    };
    this.log.push(logged);
    return logged;
  }

  /** @throws NotAsked for what this run must not or cannot send */
  #refuse(probe: Probe, isAfterEnd: boolean): void {
    const { operation, as } = probe;
    if (this.isClosed) throw new NotAsked("the run ended");
    if (this.#client.obstacle !== undefined) throw new NotAsked(this.#client.obstacle);
    if (this.stoppedAfter !== undefined && !isAfterEnd) throw new NotAsked("the target stopped responding");
    if (this.counted + this.#underway >= this.limit && !isAfterEnd)
      throw new NotAsked(`the run has sent its ${this.limit} requests (--max-requests)`, "more-requests");
    const hasNoId = probe.id === undefined && probe.path === undefined && this.facts.ids(operation).length === 0;
    if (hasId(operation) && hasNoId) {
      const { record } = operations[operation];
      throw new NotAsked(`no ${record} id is known (--id ${record}=ID)`, `${record}-id`);
    }
    if (as === "second" && this.#secrets.second === undefined)
      throw new NotAsked(`no token of a second account (${this.target.tokenVariables.second})`, "second-token");
    const isSafe = !isWrite(probe) && safeMethods.has(probe.method ?? operations[operation].method);
    if (!isSafe && !this.target.allowWrites) throw new NotAsked(writesAreOff, "writes");
    if (isWrite(probe)) this.#creations.reserve();
  }
}

/** Whether a service may create a user: for a POST, or a request that overrides its method. */
function isWrite({ operation, method, headers }: Probe): boolean {
  if (headers?.["x-http-method-override"] === "POST") return true;
  return operations[operation].method === "POST" && method === undefined;
}

const strays = "whether rejected creations created users";

const stillThere = "whether the target still responds";

/** The name of the requests for checks of open points. */
export const openPoints = "open points";
