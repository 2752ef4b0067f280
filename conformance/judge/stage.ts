import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { hasId, operationPath, operations } from "../../fixtures/contract/operations.ts";
import { createRedactor, type Redactor } from "../../fixtures/secrets/redactor.ts";
import { counted } from "../../fixtures/values/text.ts";
import { isObject } from "../../fixtures/values/json.ts";
import { goodBody } from "../target/body.ts";
import type { Connection } from "../target/connection.ts";
import { readEnvelope } from "../target/envelope.ts";
import { asksToWait, isSuccess } from "../target/exchange.ts";
import { credentialKinds, type CredentialParts, type Credentials } from "../target/credentials.ts";
import { writesAreOff } from "../target/missing-options.ts";
import { findProxy } from "../target/proxy.ts";
import { PatientClient, type HttpClient } from "../target/http-client.ts";
import type { Outgoing } from "../target/transport.ts";
import { headerVariable, listSecrets } from "../target/secrets.ts";
import { quickRequests, usualRequests, type Secrets, type Target } from "../target/target.ts";
import { Facts } from "../log/facts.ts";
import type { Ask, Experiment } from "../log/experiment.ts";
import { NotAsked, type Exchange, type Probe } from "../log/model.ts";
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

/** Plays experiments on a target and appends each exchange to the log. */
export class Stage {
  readonly target: Target;
  readonly runId: string;
  readonly log: Exchange[] = [];
  readonly facts: Facts;
  /** Why an experiment was not played to its end, by its name. */
  readonly notPlayed = new Map<string, NotAsked>();
  /** Why no further user was created, if the run may create no more. */
  spent: NotAsked | undefined;
  /** Milliseconds waited for the target's rate limit. */
  waited = 0;
  /** The number of requests sent. */
  requests = 0;
  /** How many of them were sent again after a 429. */
  #resent = 0;
  /** Why the run ended early, as a sentence. */
  ended: string | undefined;
  /** How many requests may count. */
  limit: number;
  readonly #secrets: Secrets;
  readonly #connection: Connection;
  readonly #client: HttpClient;
  readonly #redactor: Redactor;
  readonly #onPlay: StageOptions["onPlay"];
  readonly #startedAt = performance.now();
  #underway = 0;
  #creationsUnderway = 0;
  /** Creations that were rejected since the list of users was last read: one of them may have created a user. */
  #unverified = 0;
  /** The types of texts that are rejected and create nothing, whatever their size. */
  readonly #harmlessTypes = new Set<string>();
  /** Users that rejected creations created, or may have, without being recognized in a list. */
  #strays = 0;
  #round = 0;
  readonly #watch: Watch;
  readonly #closing = new AbortController();

  constructor({ target, secrets, connection, runId, client, onPlay }: StageOptions) {
    this.#onPlay = onPlay;
    this.target = target;
    this.runId = runId;
    this.limit = connection.maxRequests ?? (target.isQuick ? quickRequests : usualRequests + spareRequests);
    this.#secrets = secrets;
    this.#connection = connection;
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
    this.#watch = new Watch({
      log: this.log,
      facts: this.facts,
      ask: (probe) => this.#ask(probe, stillThere, 0),
      pause: (milliseconds) => this.pause(milliseconds),
    });
  }

  /** The first request that was not served any more, if the target stopped in the middle of the run. */
  get stoppedAfter(): Exchange | undefined {
    return this.#watch.stoppedAfter;
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
    if (this.ended !== undefined) return;
    this.ended = reason;
    void this.close();
  }

  /** Waits, unless the run ends. */
  pause(milliseconds: number): Promise<void> {
    return sleep(milliseconds, undefined, { signal: this.#closing.signal }).catch(() => undefined);
  }

  close(): Promise<void> {
    this.#closing.abort();
    return this.#client.close();
  }

  async #ask(probe: Probe, experiment: string, round: number, attempt = 0): Promise<Exchange> {
    const { operation, as = "first" } = probe;
    if (experiment !== stillThere) await this.#watch.question;
    if (this.#isWrite(probe) && this.target.allowWrites) await this.#lookForStrays();
    this.#refuse(probe, as, experiment === stillThere);
    const parts = this.#credentials(probe);
    if (parts === undefined)
      throw new NotAsked(`not possible with these tokens: ${credentialKinds[as].words}`, "nothing");
    const marker = this.#isWrite(probe) ? `${this.runId}-${randomUUID().slice(0, 8)}` : undefined;
    // Which id is the first known one may change.
    const known = hasId(operation) && probe.path === undefined ? this.#ids(operation)[0] : undefined;
    const withId: Probe = known === undefined || probe.id !== undefined ? probe : { ...probe, id: known };
    const outgoing = this.#outgoing(withId, parts, marker);
    const sentAt = performance.now() - this.#startedAt;
    this.#underway += 1;
    if (marker !== undefined) this.#creationsUnderway += 1;
    const { exchange, requests, waited, repeated } = await this.#client.send(outgoing).finally(() => {
      if (marker !== undefined) this.#creationsUnderway -= 1;
    });
    this.#underway -= 1;
    this.requests += requests;
    this.#resent += requests - 1 - (repeated === undefined ? 0 : 1) + Math.min(attempt, 1);
    this.waited += waited;
    const logged: Exchange = {
      ...exchange,
      number: this.log.length + 1,
      probe: withId,
      place: probe.place ?? {},
      operation,
      as,
      experiment,
      round,
      ...(marker === undefined ? {} : { marker }),
      ...(repeated === undefined ? {} : { repeated }),
      requests,
      waited,
      sentAt,
      receivedAt: performance.now() - this.#startedAt,
    };
    this.log.push(logged);
    const isHarmless = this.#harmlessTypes.has(probe.text?.type ?? "");
    if (marker !== undefined && !isHarmless && !this.facts.createdMarkers.has(marker)) this.#unverified += 1;
    if (experiment !== stillThere) await this.#watch.notice(logged);
    const isPostponed = marker !== undefined && asksToWait(logged) && attempt < maxAttempts;
    return isPostponed ? this.#ask(probe, experiment, round, attempt + 1) : logged;
  }

  /** Rejects what this run must not or cannot send. */
  #refuse(probe: Probe, as: Credentials, isAfterEnd: boolean): void {
    const { operation } = probe;
    if (this.#closing.signal.aborted) throw new NotAsked("the run ended");
    if (this.stoppedAfter !== undefined && !isAfterEnd) throw new NotAsked("the target stopped responding");
    if (this.counted + this.#underway >= this.limit && !isAfterEnd)
      throw new NotAsked(`the run has sent its ${this.limit} requests (--max-requests)`, "more-requests");
    if (hasId(operation) && probe.id === undefined && probe.path === undefined && this.#ids(operation).length === 0) {
      const { record } = operations[operation];
      throw new NotAsked(`no ${record} id is known (--id ${record}=ID)`, `${record}-id`);
    }
    if (as === "second" && this.#secrets.second === undefined) {
      throw new NotAsked(`no token of a second account (${this.target.tokenVariables.second})`, "second-token");
    }
    const isSafe = !this.#isWrite(probe) && safeMethods.has(probe.method ?? operations[operation].method);
    if (!isSafe && !this.target.allowWrites) throw new NotAsked(writesAreOff, "writes");
    if (!this.#isWrite(probe)) return;
    const { maxCreated } = this.#connection;
    const created = this.#created();
    // A faulty target may create several users at a time.
    const each = Math.max(1, Math.ceil(created / Math.max(this.facts.createdMarkers.size, 1)));
    if (created + (this.#creationsUnderway + 1) * each > maxCreated) {
      const most = `a run creates at most ${counted(maxCreated, "user")} (--max-created)`;
      // Lists may show more users than were created, and rejected requests may have created some.
      const more = (this.#creationsUnderway + 1) * each;
      const reason = created >= maxCreated ? "" : `; ${created} may be there already, and ${more} may follow`;
      this.spent ??= new NotAsked(most + reason, "more-users");
      throw this.spent;
    }
  }

  #created(): number {
    const { createdMarkers, createdRecords } = this.facts;
    return Math.max(createdMarkers.size, createdRecords.size) + this.#strays;
  }

  /** Looks whether rejected creations created users, before another one could exceed the maximum. */
  async #lookForStrays(): Promise<void> {
    const rejected = this.#unverified;
    if (rejected === 0 || this.#created() + rejected + this.#creationsUnderway < this.#connection.maxCreated) return;
    this.#unverified = 0;
    const list = await this.#ask({ operation: "listUsers", place: { moment: "after" } }, strays, 0);
    const total = this.facts.page(list)?.total;
    const first = this.log.findIndex(({ marker }) => marker !== undefined);
    const before = this.facts
      .plain("listUsers")
      .filter(({ number }) => number <= first)
      .flatMap((one) => this.facts.page(one)?.total ?? []);
    const isReadable = isSuccess(list) && readEnvelope(list.response).data !== undefined;
    const grown = (total ?? Number.NaN) - Math.max(...before) - this.facts.createdMarkers.size;
    if (!isReadable) this.#strays += rejected;
    else if (grown > 0 && !this.facts.isBusy("listUsers"))
      this.#strays = Math.max(this.#strays, Math.min(grown, rejected));
    else for (const { probe } of this.log) if (probe.text !== undefined) this.#harmlessTypes.add(probe.text.type);
  }

  #ids(operation: Probe["operation"]): readonly string[] {
    return this.facts.ids(operation);
  }

  /** Whether a service may create a user: for a POST, or a request that overrides its method. */
  #isWrite({ operation, method, headers }: Probe): boolean {
    if (headers?.["x-http-method-override"] === "POST") return true;
    return operations[operation].method === "POST" && method === undefined;
  }

  #credentials({ as = "first" }: Probe): CredentialParts | undefined {
    const { target } = this;
    const cookies = as === "session-cookies" ? this.facts.sessionCookies : [];
    for (const [, value] of cookies) if (value.length >= 16) this.#redactor.add({ value, name: "(a cookie)" });
    return credentialKinds[as].make({ secrets: this.#secrets, target, seed: target.baseUrl, cookies });
  }

  #outgoing(probe: Probe, parts: CredentialParts, marker: string | undefined): Outgoing {
    const { operation } = probe;
    const method = probe.method ?? operations[operation].method;
    const ownHeaders = new Set(Object.keys(this.#secrets.headers).map((name) => name.toLowerCase()));
    const path = probe.path ?? operationPath(operation, probe.id);
    const query = new URLSearchParams({ ...probe.query, ...parts.query }).toString();
    const headers = {
      accept: "application/json",
      "user-agent": "orgkit-conform",
      ...this.#secrets.headers,
      ...probe.headers,
      ...Object.fromEntries(Object.entries(parts.headers ?? {}).filter(([name]) => !ownHeaders.has(name))),
    };
    const shown = parts.shown === undefined ? {} : { shown: parts.shown };
    const url = this.target.baseUrl + path + (query === "" ? "" : `?${query}`);
    const outgoing = { method, url, headers, ...shown };
    if (marker === undefined) return outgoing;
    const good = probe.body ?? goodBody(this.target);
    const whole = parts.body !== undefined && isObject(good) ? { ...good, ...parts.body } : good;
    const { type, content } = probe.text ?? { type: "application/json", content: JSON.stringify(whole) };
    const typed = type === "" ? headers : { ...headers, "content-type": type };
    return { ...outgoing, headers: typed, body: content.replaceAll("{{unique}}", marker) };
  }
}

const strays = "whether rejected creations created users";

const stillThere = "whether the target still responds";

/** The name of the requests for checks of open points. */
export const openPoints = "open points";
