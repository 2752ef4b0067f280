import { readOperationIds } from "../../fixtures/contract/operations.ts";
import { readJson } from "../target/envelope.ts";
import { brokeOff, isFromGateway, isSuccess, isUnanswered, type HttpExchange } from "../target/exchange.ts";
import type { Facts } from "../log/facts.ts";
import { NotAsked, type Exchange, type Probe } from "../log/model.ts";
import { mustSucceed } from "../rules/path.ts";

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

/** How many of the requests under way when the target stopped are sent again. */
const maxSuspects = 4;

/**
 * Notices that a target ends in the middle of a run: no service responds any more, or one refuses all that it gave
 * before, as if a firewall had blocked this client, or the token had expired.
 */
export class Watch {
  /** The first request that was not served any more, if the target did not come back. */
  stoppedAfter: Exchange | undefined;
  /** While the target is asked whether it is still there; nothing else is sent meanwhile. */
  question: Promise<void> | undefined;
  readonly #run: WatchedRun;

  constructor(run: WatchedRun) {
    this.#run = run;
  }

  /** Looks at an exchange that has just been logged. */
  async notice(last: Exchange): Promise<void> {
    if (this.stoppedAfter !== undefined || !isSent(last)) return;
    const isOut = this.#isSilent();
    if (!isOut && !this.#isRefusing(last)) return;
    this.question ??= this.#lookForEnd(last, isOut).finally(() => {
      this.question = undefined;
    });
    await this.question;
  }

  #isSilent(): boolean {
    const { log } = this.#run;
    const lastAnswered = log.findLastIndex((one) => !isUnanswered(one));
    const silent = log.slice(lastAnswered + 1).filter(isSent);
    return silent.length >= (lastAnswered < 0 ? 1 : silentRequests);
  }

  #isRefusing(last: Exchange): boolean {
    const { log, facts } = this.#run;
    if (!this.#isRefused(last)) return false;
    const valid = log.filter((one) => isSent(one) && one.as === "first" && mustSucceed(one, facts));
    const streak = valid.length - 1 - valid.findLastIndex((one) => !this.#isRefused(one));
    return streak === 1 || streak % refusedRequests === 0;
  }

  /** Whether a valid request is refused, or gets no JSON, where its operation gave some before. What fails inside a service is its own. */
  #isRefused(exchange: Exchange): boolean {
    const { facts } = this.#run;
    const { response, operation, as } = exchange;
    if (response === undefined || response.status === 429 || response.status >= 500 || as !== "first") return false;
    if (!mustSucceed(exchange, facts) || !facts.plain(operation).some(hasJson)) return false;
    return !hasJson(exchange);
  }

  /**
   * Waits for a target that stopped to come back, and sends the last requests again: one of them may have ended it. The
   * run continues if the target does.
   */
  async #lookForEnd(last: Exchange, isOut: boolean): Promise<void> {
    const { log } = this.#run;
    if (await this.#isThere()) return;
    const lastServed = log.findLastIndex((one) => !isUnanswered(one) && !this.#isRefused(one));
    const brokenOff = log.slice(lastServed + 1).filter((one) => endedEarly(one.repeated ?? one));
    const suspects = isOut ? [...brokenOff.slice(0, maxSuspects), ...log.slice(lastServed, lastServed + 1)] : [];
    const first = log.slice(lastServed + 1).find(isSent) ?? last;
    const isBack = lastServed >= 0 && (await this.#comesBack());
    if (!isOut) this.#markLost();
    if (!isBack) this.stoppedAfter = first;
    for (const { probe, place } of isBack ? suspects : []) {
      const again = { ...probe, place: { ...place, isSuspect: true } } as const;
      try {
        await this.#run.ask(again);
      } catch (error) {
        if (!(error instanceof NotAsked)) throw error;
        continue;
      }
      if (await this.#isThere()) continue;
      this.stoppedAfter = first;
      return;
    }
  }

  /** Marks what was sent between the last successes and the end: nobody knows since when everything was refused. */
  #markLost(): void {
    const { log } = this.#run;
    const until = log.findLastIndex((one) => !isSuccess(one)) + 1;
    const from = log.slice(0, until).findLastIndex((one) => hasJson(one)) + 1;
    for (const [index, one] of log.entries()) if (index >= from && index < until) log[index] = { ...one, isLost: true };
  }

  async #comesBack(): Promise<boolean> {
    for (const pause of comebackPauses) {
      if (!this.#run.facts.takePatience(pause)) break;
      await this.#run.pause(pause);
      if (await this.#isThere()) return true;
    }
    return false;
  }

  /** Whether any operation still gives what it gave before. */
  async #isThere(): Promise<boolean> {
    const { facts, ask } = this.#run;
    const [usual = "listUsers", ...others] = readOperationIds;
    for (const operation of [usual, ...others.filter((one) => facts.isServed(one))]) {
      const plain = await ask({ operation });
      if (isUnanswered(plain)) return false;
      if (!this.#isRefused(plain)) return true;
    }
    return false;
  }
}

/** Whether a request may have ended the service: the connection broke, or the gateway lost the service meanwhile. */
function endedEarly(exchange: HttpExchange): boolean {
  return brokeOff(exchange) || isFromGateway(exchange);
}

function hasJson(exchange: Exchange): boolean {
  return isSuccess(exchange) && readJson(exchange.response) !== undefined;
}

function isSent({ noReply }: Exchange): boolean {
  return noReply?.kind !== "not-sent";
}
