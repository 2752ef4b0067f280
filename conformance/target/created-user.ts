import type { Call } from "./call.ts";
import { readEnvelope } from "./envelope.ts";
import { isSuccess, type Exchange } from "./exchange.ts";
import type { Entry } from "./recorder.ts";
import { isCount } from "./records.ts";

/** Reads the list of users: a session, or its part that sends requests. */
export interface Reader {
  call(call: Call): Promise<Exchange | { readonly reason: string }>;
  /** Waits, which uses up patience. */
  wait(milliseconds: number): Promise<void>;
  /** Milliseconds left to wait for created users to appear: one deadline for a whole run. */
  readonly patience: number;
}

/** A reader that can send any request. */
export interface Sender extends Reader {
  call(call: Call): Promise<Exchange>;
}

/** @param patience the sum of all waits, in milliseconds */
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

/** One reading of the list of users. */
export interface Look {
  readonly exchange: Exchange;
  /** `meta.total`; `undefined` if it is not a usable count. */
  readonly total: number | undefined;
}

/** Whether a created user appeared in the list, after how many milliseconds, and the readings. */
export interface Appearance {
  readonly shown: boolean;
  readonly lag: number;
  readonly before: Look;
  readonly last: Look;
}

/** The minimum and maximum pause between two readings, in milliseconds; the first reading has none. */
const pauses = { min: 200, max: 5000 };

const showings = new WeakMap<Exchange, Promise<Appearance | undefined>>();

/**
 * Reads the list of users until a created user appears: by its unique value, or by a larger total. A target may need
 * seconds for it (§1 has no limit). Done once for each creation.
 * @param before the list before the creation; by default the first reading of the run
 * @returns `undefined` if the list cannot be read
 */
export function awaitCreated(reader: Reader, creation: Exchange, before?: Look): Promise<Appearance | undefined> {
  const showing = showings.get(creation) ?? lookUntilCreated(reader, creation, before);
  showings.set(creation, showing);
  return showing;
}

async function lookUntilCreated(reader: Reader, creation: Exchange, known?: Look): Promise<Appearance | undefined> {
  const before = known ?? (await look(reader));
  if (before === undefined) return undefined;
  const begin = performance.now();
  let lag = 0;
  let last = before;
  for (let looks = 1; ; looks += 1) {
    const next = await look(reader, `after the creation, look ${looks}`);
    if (next === undefined) return undefined;
    last = next;
    if (shows(last, creation) || isGreater(last.total, before.total)) {
      // On a busy machine, the pauses may take longer.
      const took = lag === 0 ? 0 : Math.round((performance.now() - begin) / 100) * 100;
      return { shown: true, lag: Math.max(lag, took), before, last };
    }
    const pause = Math.min(Math.max(lag / 2, pauses.min), pauses.max, reader.patience);
    if (pause === 0) return { shown: false, lag, before, last };
    await reader.wait(pause);
    lag += pause;
  }
}

/** Reads the list of users. Each label reads it anew; without a label, it is the list before all creations. */
export function look(reader: Reader, label?: string): Promise<Look | undefined> {
  return lookAs("first", reader, label);
}

export async function lookAs(as: "first" | "second", reader: Reader, label?: string): Promise<Look | undefined> {
  const exchange = await reader.call({ operation: "listUsers", as, ...(label === undefined ? {} : { label }) });
  return "request" in exchange ? lookIn(exchange) : undefined;
}

/**
 * The largest total of an account's list so far. A total may drop temporarily, if a service sends empty lists as a rate
 * limit, or sometimes another account's list.
 * @returns `undefined` if `now` has no total
 */
export function maxTotal(entries: readonly Entry[], account: "first" | "second", now?: Look): number | undefined {
  return now?.total === undefined ? undefined : Math.max(now.total, ...totalsOf(entries, account));
}

/** The totals of an account's list so far. */
function totalsOf(entries: readonly Entry[], account: "first" | "second"): readonly number[] {
  return entries.flatMap(({ call: { operation, as = "first", query, path, headers }, exchange }) => {
    const isPlain = operation === "listUsers" && as === account && (query ?? path ?? headers) === undefined;
    return (isPlain ? lookIn(exchange)?.total : undefined) ?? [];
  });
}

/** The list in a response to `listUsers`; `undefined` if it is not a success. */
export function lookIn(exchange: Exchange): Look | undefined {
  if (!isSuccess(exchange)) return undefined;
  const known = seenLooks.get(exchange);
  if (known !== undefined) return known;
  const total = readEnvelope(exchange.response).meta?.["total"];
  const seen: Look = { exchange, total: isCount(total) ? total : undefined };
  seenLooks.set(exchange, seen);
  return seen;
}

/** A body may be long, and is read for its total again and again. */
const seenLooks = new WeakMap<Exchange, Look>();

/** Whether a list contains the unique value of a creation. */
export function shows({ exchange }: Look, creation: Exchange): boolean {
  const marker = freshValue(creation.request.body);
  return marker !== undefined && exchange.response?.body.toLowerCase().includes(marker) === true;
}

/** The unique value in a creation's body; a service may change its letter case. */
export function freshValue(body = ""): string | undefined {
  return /orgkit[0-9a-f]{6}-[0-9a-f]{8}/.exec(body)?.[0];
}

function isGreater(left: number | undefined, right: number | undefined): boolean {
  return left !== undefined && right !== undefined && left > right;
}
