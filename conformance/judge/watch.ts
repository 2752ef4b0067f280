import { listOperationIds, readOperationIds } from "../../fixtures/contract/operations.ts";
import { readJson } from "../target/envelope.ts";
import { asksToWait, brokeOff, isFromGateway, isSuccess, isUnanswered, type HttpExchange } from "../target/exchange.ts";
import type { Facts } from "../log/facts.ts";
import type { Credentials } from "../target/credentials.ts";
import { NotAsked, type Exchange, type Probe } from "../log/model.ts";
import { viewProbe } from "../experiments/views.ts";
import { makeUnknownUrl } from "../experiments/walk.ts";
import { makeFresh } from "../log/parameter-names.ts";
import { findSameRejections, mustSucceed } from "../rules/path.ts";
import { hasValidToken } from "../log/exchanges.ts";

/** What a watch needs of the run. */
export interface WatchedRun {
  /** Exchanges from which nothing follows are marked in it. */
  readonly log: Exchange[];
  readonly facts: Facts;
  readonly ask: (probe: Probe) => Promise<Exchange>;
  readonly pause: (milliseconds: number) => Promise<void>;
}

/**
 * After this many requests that no service responded to, one after the other, the target is asked whether it still
 * responds.
 */
const silentRequests = 3;

/** After one valid request that is refused, and after each of this many in turn, the target is asked whether it still serves. */
const refusedRequests = 3;

/** The pauses, in milliseconds, before a target that stopped is asked whether it is back. */
const comebackPauses = [250, 500, 1000, 2000, 4000, 7000];

/** Asking for longer than this, in milliseconds, costs patience, too: the target hangs. */
const longAsking = 3000;

/** After this many slow responses in a row, and twice as many, the target is asked whether valid requests are slow, too. */
const slowResponses = 6;

/** How many of the requests under way when the target stopped are sent again, or of the rejected ones before it. */
const maxSuspects = 4;
const maxRejected = 100;

/**
 * How a target ends in the middle of a run: no service responds any more; it refuses all that it gave before, as if a
 * firewall had blocked this client, or the token had expired; everything takes long, as if no connection to its
 * database were left; or everything fails, which may be over soon.
 */
type Stop = "silent" | "refusing" | "stuck" | "failing";

/** Notices that a target ends in the middle of a run. */
export class Watch {
  /** The first request that was not served any more, if the target did not come back. */
  stoppedAfter: Exchange | undefined;
  /** The first of the requests that all failed for a while. */
  failedFrom: Exchange | undefined;
  /** While the target is asked whether it is still there; nothing else is sent meanwhile. */
  question: Promise<void> | undefined;
  /** Whether a cache keeps rejections, and sends them to the valid token. */
  #keepsRejections = false;
  readonly #run: WatchedRun;

  constructor(run: WatchedRun) {
    this.#run = run;
  }

  /** Looks at an exchange that has just been logged. */
  async notice(last: Exchange): Promise<void> {
    if (this.stoppedAfter !== undefined || !isSent(last)) return;
    const stop = this.#findStop(last);
    if (stop === undefined) return;
    this.question ??= this.#lookForEnd(last, stop).finally(() => {
      this.question = undefined;
    });
    await this.question;
  }

  #findStop(last: Exchange): Stop | undefined {
    if (this.#isSilent()) return "silent";
    if (this.#isRefusing(last)) return "refusing";
    if (this.#isStuck(last)) return "stuck";
    return this.#isFailing(last) ? "failing" : undefined;
  }

  #isSilent(): boolean {
    const { log } = this.#run;
    const lastAnswered = log.findLastIndex((one) => !isUnanswered(one));
    const silent = log.slice(lastAnswered + 1).filter(isSent);
    const isHanging = silent.some(({ noReply }) => noReply?.kind === "timeout");
    return silent.length >= (lastAnswered < 0 || isHanging ? 1 : silentRequests);
  }

  #isRefusing(last: Exchange): boolean {
    if (!this.#isRefused(last)) return false;
    const streak = this.#countLast((one) => this.#isRefused(one));
    return streak === 1 || streak % refusedRequests === 0;
  }

  /** Whether valid requests get errors of the service, one after the other. */
  #isFailing(last: Exchange): boolean {
    return isError(last) && this.#countLast(isError) === refusedRequests;
  }

  /** How many of the last valid requests are of a kind. */
  #countLast(isOfKind: (exchange: Exchange) => boolean): number {
    const { log, facts } = this.#run;
    const valid = log.filter((one) => isSent(one) && one.as === "first" && mustSucceed(one, facts));
    return valid.length - 1 - valid.findLastIndex((one) => !isOfKind(one));
  }

  #isStuck(last: Exchange): boolean {
    const { log, facts } = this.#run;
    if (!facts.isSlow(last)) return false;
    const streak = log.length - 1 - log.findLastIndex((one) => !facts.isSlow(one));
    return Number.isInteger(Math.log2(streak / slowResponses));
  }

  /** Whether a valid request is refused, or gets no JSON, where its operation gave some before. What fails inside a service is its own. */
  #isRefused(exchange: Exchange): boolean {
    const { facts } = this.#run;
    const { response, operation, as } = exchange;
    if (response === undefined || response.status === 429 || response.status >= 500 || as !== "first") return false;
    if (!mustSucceed(exchange, facts) || !facts.plain(operation).some(hasJson)) return false;
    if (this.#keepsRejections && findSameRejections(exchange, facts).length > 0) return false;
    return !hasJson(exchange);
  }

  /** Whether the valid token is refused only where others were rejected before, and accepted at URLs that nobody asked for. */
  async #findKeptRejections(): Promise<boolean> {
    const { facts, ask } = this.#run;
    for (const operation of listOperationIds) {
      if (!facts.isTokenValidFor(operation)) continue;
      const unasked = (as: Credentials): Probe => ({
        ...viewProbe(operation, makeUnknownUrl(operation, facts)?.() ?? makeFresh()),
        as,
      });
      if (!hasJson(await ask(unasked("first")))) continue;
      const plain = await ask({ operation });
      if (!this.#isRefused(plain) || findSameRejections(plain, facts).length === 0) continue;
      // What a firewall sends is no rejection of the service.
      const rejected = await ask(unasked("none"));
      if (describeKind(rejected) === describeKind(plain)) return true;
    }
    return false;
  }

  /**
   * Waits for a target that stopped to come back, and sends the last requests again: one of them may have ended it. The
   * run continues if the target does.
   */
  async #lookForEnd(last: Exchange, stop: Stop): Promise<void> {
    const { log, facts } = this.#run;
    if (await this.#isThere(stop)) return;
    if (stop === "refusing") this.#keepsRejections ||= await this.#findKeptRejections();
    if (this.#keepsRejections && (await this.#isThere(stop))) return;
    const lastServed = log.findLastIndex(
      (one) => !isUnanswered(one) && !this.#isRefused(one) && !facts.isSlow(one) && !isError(one),
    );
    const first = log.slice(lastServed + 1).find(isSent) ?? last;
    const suspects = lastServed < 0 ? [] : this.#findSuspects(stop, lastServed);
    const isBack = lastServed >= 0 && (await this.#comesBack(stop));
    // What fails inside a service forever is its own.
    if (stop === "failing") {
      if (isBack) this.failedFrom ??= first;
      return;
    }
    if (stop !== "silent") this.#markLost();
    if (!isBack) this.stoppedAfter = first;
    for (const { probe, place } of isBack ? suspects : []) {
      const again = { ...probe, place: { ...place, isSuspect: true } } as const;
      const asked = await this.#run.ask(again).catch((error: unknown) => {
        if (!(error instanceof NotAsked)) throw error;
      });
      if (asked === undefined || (stop === "stuck" && !facts.isSlow(asked)) || (await this.#isThere(stop))) continue;
      this.stoppedAfter = first;
      return;
    }
  }

  /** The requests that may have ended the target: those under way, or all that it rejected, each of which may keep a connection. */
  #findSuspects(stop: Stop, lastServed: number): readonly Exchange[] {
    const { log } = this.#run;
    if (stop === "stuck")
      return log.filter((one) => !hasValidToken(one) && one.marker === undefined).slice(-maxRejected);
    if (stop === "refusing") return [];
    const brokenOff = log.slice(lastServed + 1).filter((one) => endedEarly(one.repeated ?? one));
    return [...brokenOff.slice(0, maxSuspects), ...log.slice(lastServed, lastServed + 1)];
  }

  /** Marks what was sent between the last successes and the end: nobody knows since when everything was refused. */
  #markLost(): void {
    const { log, facts } = this.#run;
    const until = log.findLastIndex((one) => !isSuccess(one)) + 1;
    const from = log.slice(0, until).findLastIndex((one) => hasJson(one)) + 1;
    for (const [index, one] of log.entries()) if (index >= from && index < until) log[index] = { ...one, isLost: true };
    facts.forget();
  }

  async #comesBack(stop: Stop): Promise<boolean> {
    const { facts, pause: wait } = this.#run;
    for (const pause of comebackPauses) {
      if (!facts.takePatience(pause)) break;
      await wait(pause);
      const askedAt = performance.now();
      if (await this.#isThere(stop)) return true;
      const asked = performance.now() - askedAt;
      if (asked > longAsking) facts.takeRestOfPatience(asked);
    }
    return false;
  }

  /** Whether any operation still gives what it gave before, in the time that it took. */
  async #isThere(stop: Stop): Promise<boolean> {
    const { facts, ask } = this.#run;
    const served = readOperationIds.filter((one) => one === "listUsers" || facts.isTokenValidFor(one));
    const plain = await Promise.all(served.map((operation) => ask({ operation })));
    return plain.some((one) => {
      if (stop === "stuck") return isSuccess(one) && !facts.isSlow(one);
      if (stop === "failing") return !isError(one);
      return !isUnanswered(one) && !this.#isRefused(one);
    });
  }
}

/** Whether a request may have ended the service: the connection broke, or the gateway lost the service meanwhile. */
function endedEarly(exchange: HttpExchange): boolean {
  return brokeOff(exchange) || isFromGateway(exchange);
}

function hasJson(exchange: Exchange): boolean {
  return isSuccess(exchange) && readJson(exchange.response) !== undefined;
}

/** The status and the type of a response. */
function describeKind({ response }: Exchange): string {
  return `${response?.status ?? 0} ${response?.headers["content-type"] ?? ""}`;
}

/** Whether the service itself fails. */
function isError(exchange: Exchange): boolean {
  return (exchange.response?.status ?? 0) >= 500 && !isFromGateway(exchange) && !asksToWait(exchange);
}

function isSent({ noReply }: Exchange): boolean {
  return noReply?.kind !== "not-sent";
}
