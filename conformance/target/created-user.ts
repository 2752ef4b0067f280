import type { Call } from "./call.ts";
import { readEnvelope } from "./envelope.ts";
import { isSuccess, type Exchange } from "./exchange.ts";
import type { Entry } from "./recorder.ts";
import { isCount } from "./records.ts";

/** What reads the list of users: a session, or the part of one that sends. */
export interface Reader {
  call(call: Call): Promise<Exchange | { readonly reason: string }>;
  /** Waits, at the cost of patience. */
  wait(milliseconds: number): Promise<void>;
  /** Milliseconds that are left to wait for users who were created to show: one deadline for a whole run. */
  readonly patience: number;
}

/** A reader that can make any call. */
export interface Sender extends Reader {
  call(call: Call): Promise<Exchange>;
}

/** @param patience milliseconds of all waits together */
export function withPatience(
  patience: number,
  sleep: (milliseconds: number) => Promise<void>,
  call: Sender["call"],
): Sender {
  let left = patience;
  return {
    call,
    get patience() {
      return left;
    },
    wait(milliseconds) {
      left = Math.max(left - milliseconds, 0);
      return sleep(milliseconds);
    },
  };
}

/** One look at the list of users. */
export interface Look {
  readonly exchange: Exchange;
  /** `meta.total`; `undefined` if it is no count that arithmetic can rely on. */
  readonly total: number | undefined;
}

/** Whether a creation showed in the list of users, after how many milliseconds, and what was seen. */
export interface Showing {
  readonly shown: boolean;
  readonly lag: number;
  readonly before: Look;
  readonly last: Look;
}

/** Milliseconds between two looks, at least and at most; the first is taken at once. */
const pauses = { min: 200, max: 5000 };

const showings = new WeakMap<Exchange, Promise<Showing | undefined>>();

/**
 * Looks at the list of users until the creation shows: as its own fresh value, or as a greater total. A target may
 * need seconds for it (§1 says nothing of when). Done once for each creation.
 * @param before the list before the creation; the first look of the run by default
 * @returns `undefined` if the list cannot be read
 */
export function awaitCreated(reader: Reader, creation: Exchange, before?: Look): Promise<Showing | undefined> {
  const showing = showings.get(creation) ?? lookUntilCreated(reader, creation, before);
  showings.set(creation, showing);
  return showing;
}

async function lookUntilCreated(reader: Reader, creation: Exchange, known?: Look): Promise<Showing | undefined> {
  const before = known ?? (await look(reader));
  if (before === undefined) return undefined;
  let lag = 0;
  let last = before;
  for (let looks = 1; ; looks += 1) {
    const next = await look(reader, `after the creation, look ${looks}`);
    if (next === undefined) return undefined;
    last = next;
    if (shows(last, creation) || isGreater(last.total, before.total)) return { shown: true, lag, before, last };
    const pause = Math.min(Math.max(lag / 2, pauses.min), pauses.max, reader.patience);
    if (pause === 0) return { shown: false, lag, before, last };
    await reader.wait(pause);
    lag += pause;
  }
}

/** The list of users as it is now, by a label for the request; without a label, as it was before anything was created. */
export function look(reader: Reader, label?: string): Promise<Look | undefined> {
  return lookAs("first", reader, label);
}

export async function lookAs(as: "first" | "second", reader: Reader, label?: string): Promise<Look | undefined> {
  const exchange = await reader.call({ operation: "listUsers", as, ...(label === undefined ? {} : { label }) });
  return "request" in exchange ? lookIn(exchange) : undefined;
}

/**
 * The largest total that an account's list had so far: a total may fall and come back, where a rate is limited by empty
 * lists, or another account's list is served now and then.
 * @returns `undefined` if `now` has none
 */
export function maxTotal(entries: readonly Entry[], account: "first" | "second", now?: Look): number | undefined {
  return now?.total === undefined ? undefined : Math.max(now.total, ...totalsOf(entries, account));
}

/** The totals that an account's list had so far. */
export function totalsOf(entries: readonly Entry[], account: "first" | "second"): readonly number[] {
  return entries.flatMap(({ call: { operation, as = "first", query, path, headers }, exchange }) => {
    const isPlain = operation === "listUsers" && as === account && (query ?? path ?? headers) === undefined;
    return (isPlain ? lookIn(exchange)?.total : undefined) ?? [];
  });
}

/** What a response to `listUsers` shows; `undefined` if it is no success. */
export function lookIn(exchange: Exchange): Look | undefined {
  if (!isSuccess(exchange)) return undefined;
  const total = readEnvelope(exchange.response).meta?.["total"];
  return { exchange, total: isCount(total) ? total : undefined };
}

/** The list, where its total stands still for some time, though it is read again and again. */
export async function standsStill(reader: Reader, when: string, milliseconds: number): Promise<Look | undefined> {
  const first = await look(reader, when);
  for (let looks = 1; looks <= 4; looks += 1) {
    await reader.wait(milliseconds / 4);
    const next = await look(reader, `${when}, look ${looks + 1}`);
    if (next?.total !== first?.total) return undefined;
  }
  return first;
}

/** Whether a list shows the fresh value that was sent with a creation. */
export function shows({ exchange }: Look, creation: Exchange): boolean {
  const marker = freshValue(creation.request.body);
  return marker !== undefined && exchange.response?.body.toLowerCase().includes(marker) === true;
}

/** What makes the body of a creation unlike any other; a service may store it in other letter case. */
export function freshValue(body = ""): string | undefined {
  return /orgkit[0-9a-f]{6}-[0-9a-f]{8}/.exec(body)?.[0];
}

/** The fresh value that a record was created with. */
export function freshValueOf(record: unknown): string | undefined {
  return freshValue(JSON.stringify(record)?.toLowerCase());
}

function isGreater(left: number | undefined, right: number | undefined): boolean {
  return left !== undefined && right !== undefined && left > right;
}
