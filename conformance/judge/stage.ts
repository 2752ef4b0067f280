import { randomUUID } from "node:crypto";
import { hasId, operationPath, operations, readOperationIds } from "../../fixtures/contract/operations.ts";
import { createRedactor, type Redactor } from "../../fixtures/secrets/redactor.ts";
import { isObject } from "../../fixtures/json.ts";
import { goodBody } from "../target/body.ts";
import type { Connection } from "../target/connection.ts";
import { buildCredentials, credentialsInWords, type CredentialParts, type Credentials } from "../target/credentials.ts";
import { createHttpClient, type HttpClient, type Outgoing } from "../target/http-client.ts";
import { notSent } from "../target/no-reply.ts";
import { headerVariable, secretsOf } from "../target/secrets.ts";
import { knownIds, usualRequests, type Secrets, type Target } from "../target/target.ts";
import { Facts } from "./facts.ts";
import type { Ask, Experiment } from "./experiment.ts";
import { NotAsked, type Exchange, type Probe } from "./model.ts";

export interface StageOptions {
  readonly target: Target;
  readonly secrets: Secrets;
  readonly connection: Connection;
  /** The beginning of all unique values that are sent. */
  readonly runId: string;
  /** The maximum number of requests of the first runs of all experiments. */
  readonly maxRequests?: number;
  readonly client?: HttpClient;
}

/** After this many requests without a response, one after the other, the target is asked whether it still responds. */
const silentRequests = 3;

/** Plays experiments on a target and appends each exchange to the log. */
export class Stage {
  readonly target: Target;
  readonly runId: string;
  readonly log: Exchange[] = [];
  readonly facts: Facts;
  /** Why an experiment was not played to its end, by its name. */
  readonly notPlayed = new Map<string, string>();
  /** Milliseconds waited for the target's rate limit. */
  waited = 0;
  /** The number of requests sent. */
  requests = 0;
  /** The last request before the target stopped responding. */
  stoppedAfter: Exchange | undefined;
  /** Requests that may be sent. */
  limit: number;
  readonly #secrets: Secrets;
  readonly #connection: Connection;
  readonly #client: HttpClient;
  readonly #redactor: Redactor;
  readonly #startedAt = performance.now();
  #creationsUnderway = 0;
  #round = 0;

  constructor({ target, secrets, connection, runId, maxRequests = usualRequests + 20, client }: StageOptions) {
    this.target = target;
    this.runId = runId;
    this.limit = maxRequests;
    this.#secrets = secrets;
    this.#connection = connection;
    this.#redactor = createRedactor(secretsOf(secrets, target));
    const hiddenHeaders = new Map(
      Object.keys(secrets.headers).map((name) => [name.toLowerCase(), `$${headerVariable(name)}`]),
    );
    this.#client = client ?? createHttpClient({ ...connection, redactor: this.#redactor, hiddenHeaders });
    this.facts = new Facts(this.log, {
      target,
      runId,
      hasSecond: secrets.second !== undefined,
      patience: connection.patience,
    });
  }

  /** Runs an experiment; what cannot be asked ends it. */
  async play(experiment: Experiment, round = 0): Promise<void> {
    const ask: Ask = (probe) => this.#ask(probe, experiment.name, round);
    try {
      await experiment.run(ask, this.facts);
    } catch (error) {
      if (!(error instanceof NotAsked)) throw error;
      this.notPlayed.set(experiment.name, error.message);
    }
  }

  /** The number of the next repetition. */
  nextRound(): number {
    this.#round += 1;
    return this.#round;
  }

  close(): Promise<void> {
    return this.#client.close();
  }

  async #ask(probe: Probe, experiment: string, round: number): Promise<Exchange> {
    const { operation, as = "first" } = probe;
    this.#refuse(probe, as);
    const parts = this.#credentials(as);
    if (parts === undefined) throw new NotAsked(`not possible with these tokens: ${credentialsInWords[as]}`);
    const marker = this.#isWrite(probe) ? `${this.runId}-${randomUUID().slice(0, 8)}` : undefined;
    const outgoing = this.#outgoing(probe, parts, marker);
    const sentAt = performance.now() - this.#startedAt;
    if (marker !== undefined) this.#creationsUnderway += 1;
    const { exchange, requests, waited, repeated } = await this.#client.send(outgoing).finally(() => {
      if (marker !== undefined) this.#creationsUnderway -= 1;
    });
    this.requests += requests;
    this.waited += waited;
    const logged: Exchange = {
      ...exchange,
      number: this.log.length + 1,
      probe,
      place: probe.place ?? {},
      operation,
      as,
      experiment,
      round,
      ...(marker === undefined ? {} : { marker }),
      ...(repeated === undefined ? {} : { repeated }),
      sentAt,
      receivedAt: performance.now() - this.#startedAt,
    };
    this.log.push(logged);
    await this.#noticeSilence(logged);
    return logged;
  }

  /** Rejects what this run must not or cannot send. */
  #refuse(probe: Probe, as: Credentials): void {
    const { operation } = probe;
    if (this.stoppedAfter !== undefined) throw new NotAsked("the target stopped responding");
    if (this.requests >= this.limit) throw new NotAsked(`the run has sent its ${this.limit} requests (--max-requests)`);
    if (hasId(operation) && probe.id === undefined && probe.path === undefined && this.#ids(operation).length === 0) {
      throw new NotAsked(`no ${operations[operation].record} id is known (--id ${operations[operation].record}=ID)`);
    }
    if (as === "second" && this.#secrets.second === undefined) {
      throw new NotAsked(`no token of a second account (${this.target.tokenVariables.second})`);
    }
    if (!this.#isWrite(probe)) return;
    if (!this.target.allowWrites) throw new NotAsked("writes are off (--allow-writes)");
    const { maxCreated } = this.#connection;
    const { createdMarkers, createdRecords } = this.facts;
    const created = Math.max(createdMarkers.size, createdRecords.size);
    // A faulty target may create several users at a time.
    const each = Math.max(1, Math.ceil(created / Math.max(createdMarkers.size, 1)));
    if (created + (this.#creationsUnderway + 1) * each > maxCreated) {
      throw new NotAsked(`a run creates at most ${maxCreated} users (--max-created)`);
    }
  }

  #ids(operation: Probe["operation"]): readonly string[] {
    return knownIds(this.target, operation);
  }

  /** Whether a service may create a user: for a POST, or a request that overrides its method. */
  #isWrite({ operation, method, headers }: Probe): boolean {
    if (headers?.["x-http-method-override"] === "POST") return true;
    return operations[operation].method === "POST" && method === undefined;
  }

  #credentials(as: Credentials): CredentialParts | undefined {
    const { target } = this;
    const cookies = as === "session-cookies" ? this.facts.sessionCookies : [];
    for (const [, value] of cookies) if (value.length >= 16) this.#redactor.add({ value, name: "(a cookie)" });
    return buildCredentials({ secrets: this.#secrets, target, seed: target.baseUrl, cookies }, as);
  }

  #outgoing(probe: Probe, parts: CredentialParts, marker: string | undefined): Outgoing {
    const { operation } = probe;
    const method = probe.method ?? operations[operation].method;
    const given = new Set(Object.keys(this.#secrets.headers).map((name) => name.toLowerCase()));
    const path = probe.path ?? operationPath(operation, probe.id ?? this.#ids(operation)[0]);
    const query = new URLSearchParams({ ...probe.query, ...parts.query }).toString();
    const headers = {
      accept: "application/json",
      "user-agent": "orgkit-conform",
      ...this.#secrets.headers,
      ...probe.headers,
      ...Object.fromEntries(Object.entries(parts.headers ?? {}).filter(([name]) => !given.has(name))),
    };
    const shown = parts.shown === undefined ? {} : { shown: parts.shown };
    const outgoing = { method, url: this.target.baseUrl + path + (query === "" ? "" : `?${query}`), headers, ...shown };
    if (marker === undefined) return outgoing;
    const good = probe.body ?? goodBody(this.target);
    const whole = parts.body !== undefined && isObject(good) ? { ...good, ...parts.body } : good;
    const body = (probe.text ?? JSON.stringify(whole)).replaceAll("{{unique}}", marker);
    return { ...outgoing, headers: { ...headers, "content-type": "application/json" }, body };
  }

  /** Notices that the target is gone: it was there, and now neither this request nor a plain one gets a response. */
  async #noticeSilence(last: Exchange): Promise<void> {
    const recent = this.log.slice(-silentRequests);
    if (recent.length < silentRequests || recent.some(({ response }) => response !== undefined)) return;
    if (this.stoppedAfter !== undefined || last.experiment === stillThere) return;
    const [operation = "listUsers"] = readOperationIds;
    const { response } = await this.#ask({ operation }, stillThere, 0);
    if (response !== undefined) return;
    const isSent = ({ noReply }: Exchange): boolean => noReply?.message.startsWith(notSent) !== true;
    const lastAnswered = this.log.findLastIndex((one) => one.response !== undefined);
    this.stoppedAfter = this.log.slice(lastAnswered + 1).find(isSent) ?? last;
  }
}

const stillThere = "whether the target still responds";
