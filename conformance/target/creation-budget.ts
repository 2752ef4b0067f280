import type { Call } from "./call.ts";
import { awaitCreated, maxTotal, look, lookAs, lookIn, shows, type Look, type Sender } from "./created-user.ts";
import { asCreation, isAccepted, mayHaveCreated, spent, type Creation } from "./creations.ts";
import type { Exchange } from "./exchange.ts";
import type { Entry } from "./recorder.ts";

/** Sends all POSTs of a run, but none that could exceed the maximum number of created users. */
export interface CreationBudget {
  /** Sends POSTs concurrently. If they could create more users than allowed, returns why not. */
  post(...calls: readonly Call[]): Promise<readonly Exchange[] | string>;
  /** The users created so far, as far as visible. */
  creations(): Promise<readonly Creation[]>;
}

export interface CreationBudgetOptions {
  readonly limit: number;
  /** Whether there is a token of a second account: a service may create users there, too. */
  readonly hasSecond?: boolean;
  /** The exchanges so far, including those of an interrupted run. */
  readonly entries: readonly Entry[];
}

/** For how many milliseconds a reading is valid as the state before a POST; other clients may write meanwhile. */
const fresh = 500;

/** The maximum number of users that one POST counts for. */
const maxCounted = 100;

/** Milliseconds between two readings that show whether other clients are writing. */
const pause = 100;

/** A POST, and the list of users before it. */
interface Sent {
  readonly call: Call;
  readonly exchange: Exchange;
  readonly before: Look | undefined;
  /** The largest total before it: a total that drops and recovers does not show new users. */
  readonly total: number | undefined;
}

/**
 * Sends one POST at a time, and reads the list of users before and after it, whatever its credentials and response.
 * Several rejected POSTs share a reading, as long as they could not exceed the maximum together.
 */
export function openCreationBudget(
  sender: Sender,
  { limit, entries, hasSecond = false }: CreationBudgetOptions,
): CreationBudget {
  const creations: Creation[] = [];
  /** Bodies that are not JSON, by their result: if one created nothing, it never does. */
  const harmless = new Set<string>();
  /** The last reading, and its time. */
  let last: { readonly look: Look | undefined; readonly at: number } | undefined;
  let looks = 0;
  /** The POSTs since the last reading, and the time of the first of them. */
  const open: Sent[] = [];
  let openSince = 0;
  /** Milliseconds until a created user appeared; `undefined` before the first one. */
  let lag: number | undefined;
  /** An accepted creation that did not appear at once. */
  let late: Sent | undefined;
  /** Created users do not appear, so the list is inconclusive. */
  let isBlind = false;
  let othersWrite = false;
  /** Whether the second account's list was read around the first POST. */
  let isCompared = !hasSecond;
  /** The number of users that one POST creates, and how many of them in the second account. */
  let perPost = 1;
  let elsewhere = 0;
  let queue: Promise<unknown> = Promise.resolve();

  async function lookNow(): Promise<Look | undefined> {
    looks += 1;
    const seen = await look(sender, ownLook + looks);
    last = { look: seen, at: performance.now() };
    return seen;
  }

  function mayCreate(sent: Sent): boolean {
    return !harmless.has(kindOf(sent) ?? "");
  }

  async function secondTotal(when: string): Promise<number | undefined> {
    const label = `creations, ${when} the first`;
    return maxTotal(entries, "second", await lookAs("second", sender, label));
  }

  function add({ call, exchange }: Sent, shownBy: Creation["shownBy"], count = 1): void {
    // A total may grow by any number.
    for (let index = 0; index < Math.min(count, maxCounted); index += 1) creations.push({ call, exchange, shownBy });
  }

  /** Counts the creations of POSTs between two readings. */
  async function settle(sent: readonly Sent[], after: Look | undefined, isOurs: () => Promise<boolean>): Promise<void> {
    const [first] = sent;
    if (first === undefined) return;
    const counted = sent.filter(mayHaveCreated);
    creations.push(...counted.map(asCreation));
    for (const one of counted) add(one, "nothing", elsewhere);
    const { total } = first;
    const growth = after?.total === undefined || total === undefined ? undefined : after.total - total;
    const more = (growth ?? 0) - counted.length;
    const surplus = more > 0 && (await isOurs()) ? more : 0;
    const isNew = (one: Sent): boolean => one.before === undefined || !shows(one.before, one.exchange);
    const shown = sent.filter((one) => after !== undefined && shows(after, one.exchange) && isNew(one));
    const strays = shown.filter((one) => !counted.includes(one));
    for (const one of strays) add(one, "list");
    add(sent.at(-1) ?? first, "list", Math.max(surplus - strays.length, 0));
    const taken = sent.find(isAccepted);
    if (taken !== undefined) perPost = Math.max(perPost, 1 + surplus);
    if (taken !== undefined && lag === undefined) {
      if (shown.includes(taken) || (growth ?? 0) > 0) lag = 0;
      else late = taken;
    }
    if (counted.length + surplus + strays.length > 0) return;
    for (const one of sent) {
      const kind = kindOf(one);
      if (growth === undefined || isBlind) add(one, "nothing");
      else if (kind !== undefined) harmless.add(kind);
    }
  }

  /** Whether the list grew because of this run: not if it keeps growing. */
  async function isSteady(): Promise<boolean> {
    const before = last?.look?.total;
    for (let round = 0; round < 2 && !othersWrite; round += 1) {
      await sender.wait(pause);
      othersWrite = (await lookNow())?.total !== before;
    }
    return !othersWrite;
  }

  async function settleOpen(): Promise<void> {
    const sent = open.splice(0);
    if (sent.length > 0) await settle(sent, await lookNow(), isSteady);
  }

  /** Waits until a creation by the last POST would appear; returns why not if that takes too long. */
  async function catchUp(): Promise<string | undefined> {
    if (open.length === 0) return undefined;
    const tooSlow = outOfPatience();
    if (tooSlow !== undefined) return tooSlow;
    if (untilShown() > 0) await sender.wait(untilShown());
    await settleOpen();
    return undefined;
  }

  /** The expected milliseconds until a creation appears: more than the first took, which need not be the slowest. */
  function untilShown(): number {
    return (lag ?? 0) * 1.5;
  }

  /** Returns why nothing more is sent: creations would appear too late. */
  function outOfPatience(): string | undefined {
    if (untilShown() <= sender.patience) return undefined;
    return `not tried: created users appear only after ${(lag ?? 0) / 1000} s, and no time is left to see the effect of another creation`;
  }

  /** Whether another POST may be sent before the next reading. */
  function mayFollow(count = 1): boolean {
    const isRoom = creations.length + (open.length + count) * perPost <= limit;
    return isRoom && ((lag ?? 0) > 0 || performance.now() - openSince < fresh);
  }

  /** Measures how long the first creation takes to appear. */
  async function measureLag(): Promise<void> {
    if (late === undefined) return;
    const showing = await awaitCreated(sender, late.exchange, late.before);
    late = undefined;
    if (showing?.shown === true) ({ lag } = showing);
    else isBlind = true;
  }

  /** Counts what the first POST created in the second account, if its list is a different one. */
  async function compare([sent]: readonly Sent[], mine: number | undefined, theirs: number | undefined): Promise<void> {
    isCompared = true;
    if (sent === undefined || theirs === undefined || theirs === mine || !isAccepted(sent)) return;
    elsewhere = Math.max(((await secondTotal("after")) ?? theirs) - theirs, 0);
    perPost += elsewhere;
  }

  async function post(calls: readonly Call[]): Promise<readonly Exchange[] | string> {
    await measureLag();
    const tooSlow = open.length > 0 && !mayFollow(calls.length) ? await catchUp() : outOfPatience();
    if (tooSlow !== undefined) return tooSlow;
    if (creations.length + perPost * calls.length > limit) return spent(creations, limit);
    const [first] = open;
    const isFresh = last !== undefined && performance.now() - last.at < fresh;
    const before = first === undefined ? (isFresh ? last?.look : await lookNow()) : first.before;
    const theirs = isCompared ? undefined : await secondTotal("before");
    const total = first === undefined ? maxTotal(entries, "first", before) : first.total;
    const sent = await Promise.all(
      calls.map(async (call): Promise<Sent> => ({ call, exchange: await sender.call(call), before, total })),
    );
    if (!isCompared) await compare(sent, total, theirs);
    if (first === undefined) openSince = performance.now();
    open.push(...sent.filter(mayCreate));
    const areRejected = sent.every((one) => one.exchange.response !== undefined && !isAccepted(one));
    if ((lag ?? 0) === 0 && !(areRejected && mayFollow())) await settleOpen();
    return sent.map(({ exchange }) => exchange);
  }

  /** Counts the creations of an interrupted run. */
  async function resume(): Promise<void> {
    let seen: Look | undefined;
    for (const [index, { call, exchange }] of entries.entries()) {
      if (exchange.request.body !== undefined) {
        const [first = { before: seen, total: maxTotal(entries.slice(0, index), "first", seen) }] = open;
        const sent = { call, exchange, before: first.before, total: first.total };
        if (mayCreate(sent)) open.push(sent);
      }
      if (call.label?.startsWith(ownLook) !== true) continue;
      looks += 1;
      seen = lookIn(exchange);
      await settle(open.splice(0), seen, () => Promise.resolve(true));
    }
  }

  function inTurn<Result>(task: () => Promise<Result>): Promise<Result> {
    const next = queue.then(task);
    queue = next.catch(() => undefined);
    return next;
  }

  void inTurn(resume);
  return {
    post: (...calls) => inTurn(() => post(calls)),
    creations: () =>
      inTurn(async () => {
        await catchUp();
        const unsettled = open.filter(mayHaveCreated);
        return [...creations, ...unsettled.map(asCreation)];
      }),
  };
}

const ownLook = "creations, look ";

/** The key of a POST whose body is not JSON, whatever its length; `undefined` for other POSTs. */
function kindOf({ call: { as, path, text }, exchange: { response } }: Sent): string | undefined {
  return text === undefined ? undefined : JSON.stringify([as, path, text.type, response?.status]);
}
