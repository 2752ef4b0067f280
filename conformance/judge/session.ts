import { hasId, type OperationId } from "../../fixtures/contract/operations.ts";
import { callKey, type Call } from "../target/call.ts";
import type { Entry } from "../target/recorder.ts";
import { isSuccess } from "../target/exchange.ts";
import { Unavailable, type RunSession, type Served, type Session } from "../target/session.ts";
import { isAcceptedCreation } from "./creation.ts";
import { NotAsked, type Exchange } from "./model.ts";
import { wordsOf } from "./outcome.ts";
import type { Stage } from "./stage.ts";

/**
 * A run's stage for the checks of open points: each call is sent once, and what an experiment has asked is used again.
 */
export class StageSession implements RunSession {
  readonly #stage: Stage;
  readonly #sent = new Map<string, Promise<Exchange | Unavailable>>();
  readonly #entries: Entry[] = [];
  readonly #patience: number;
  #waited = 0;
  /** The creations before, since each may exceed the maximum number of users. */
  #creation: Promise<unknown> = Promise.resolve();

  /** @param patience milliseconds to wait, in total, for created users to appear */
  constructor(stage: Stage, patience: number) {
    this.#stage = stage;
    this.#patience = patience;
  }

  get target(): Session["target"] {
    return this.#stage.target;
  }

  get isQuick(): boolean {
    return this.target.isQuick;
  }

  get entries(): readonly Entry[] {
    this.#read();
    return this.#entries;
  }

  /** Takes what experiments asked since it was called last. */
  #read(): void {
    for (const exchange of this.#stage.log.slice(this.#entries.length)) {
      const { requests, waited, repeated } = exchange;
      const call = callOf(exchange);
      this.#entries.push({ call, exchange, requests, waited, ...(repeated === undefined ? {} : { repeated }) });
      const key = callKey(call);
      if (!this.#sent.has(key)) this.#sent.set(key, Promise.resolve(exchange));
    }
  }

  get patience(): number {
    return Math.max(this.#patience - this.#waited, 0);
  }

  call(call: Call): Promise<Exchange | Unavailable> {
    const key = callKey(call);
    this.#read();
    const sent = this.#sent.get(key);
    if (sent !== undefined) return sent;
    const sending = call.operation === "createUser" ? this.#inTurn(call) : this.#send(call);
    this.#sent.set(key, sending);
    return sending;
  }

  served(operation: OperationId): readonly Served[] {
    // A user without the usual fields, which only we would create, shows nothing of the service's own records.
    const { log } = this.#stage;
    const odd = log.findIndex((exchange) => exchange.place.isInvalid === true && isAcceptedCreation(exchange));
    return log.slice(0, odd < 0 ? undefined : odd).flatMap((exchange) => {
      const { probe, place, as } = exchange;
      if (exchange.operation !== operation || !isSuccess(exchange) || (as !== "first" && as !== "second")) return [];
      if (probe.path !== undefined || probe.method !== undefined) return [];
      const { trial, spelling, variant, isBeyondLast } = place;
      const isAsDescribed = [trial, spelling, variant, isBeyondLast].every((one) => one === undefined);
      // An id of the first account may be unknown to the second.
      const isUsual = isAsDescribed && !(as === "second" && hasId(operation));
      return { place: wordsOf(exchange), exchange, isUsual };
    });
  }

  async wait(milliseconds: number): Promise<void> {
    this.#waited += milliseconds;
    await this.#stage.pause(milliseconds);
  }

  close(): Promise<void> {
    return this.#stage.close();
  }

  #inTurn(call: Call): Promise<Exchange | Unavailable> {
    const sending = this.#creation.then(() => this.#send(call));
    this.#creation = sending.catch(() => undefined);
    return sending;
  }

  async #send(call: Call): Promise<Exchange | Unavailable> {
    try {
      return await this.#stage.ask(call);
    } catch (error) {
      if (error instanceof NotAsked) return new Unavailable(error.message, error.lack);
      throw error;
    }
  }
}

/** What an exchange asked for, as a call: without its place, and a creation without its idempotency key. */
function callOf({ probe }: Exchange): Call {
  const { place, headers, ...call } = probe;
  if (headers === undefined) return call;
  const names = Object.keys(headers);
  const isPlain = place === undefined && names.every((name) => name === "idempotency-key");
  return isPlain ? call : { ...call, headers };
}
