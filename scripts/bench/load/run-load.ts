import { setTimeout as passed } from "node:timers/promises";
import { openLine, type Line } from "./line.ts";
import { atOnce, atRate } from "./pace.ts";
import type { Load } from "./request.ts";

/** How many connections each load has. */
const connections = 32;

export interface LoadOptions {
  readonly port: number;
  readonly load: Load;
  readonly warmUpMs: number;
  /** Of the measured window; it is longer where not one call is answered within it. */
  readonly durationMs: number;
  /** Called as the measured window opens, and as it ends. */
  readonly atEdge?: () => void;
  /** Calls a second; as many as the server can take, where none is given. */
  readonly rate?: number | undefined;
  /**
   * Whether the load looks for answers without pause. Asleep between them, it is woken on the processor of the
   * server, and the two take turns there as if the machine had one: so it should, unless the server needs all of them.
   */
  readonly staysAwake: boolean;
}

/** What was measured in one window. */
export interface LoadResult {
  readonly elapsedMs: number;
  /** Of each call that was answered in the window, sorted. Milliseconds. */
  readonly latenciesMs: Float64Array;
}

const longestDrainMs = 30_000;
const mostWindows = 20;

/**
 * Puts a load on a server of this machine, and leaves it when every call was answered, so that the next measurement
 * finds it at rest.
 * @throws Error where a call is not answered with success or a connection breaks, since what would be measured then
 *   is not the work
 */
export async function runLoad({ port, load, rate, staysAwake, ...window }: LoadOptions): Promise<LoadResult> {
  const pace = rate === undefined ? atOnce(load) : atRate(load, rate);
  const lines = await openLines(port, pace.replied);
  let isOver = false;
  try {
    pace.start(lines.all);
    if (staysAwake) stayAwake(() => isOver);
    await Promise.race([passed(window.warmUpMs), lines.failure]);
    window.atEdge?.();
    pace.latenciesMs.length = 0;
    const started = performance.now();
    for (let count = 0; count < mostWindows && pace.latenciesMs.length === 0; count += 1) {
      await Promise.race([passed(window.durationMs), lines.failure]);
    }
    const elapsedMs = performance.now() - started;
    const latenciesMs = Float64Array.from(pace.latenciesMs).toSorted();
    window.atEdge?.();
    if (latenciesMs.length === 0) throw new Error(`no call was answered within ${elapsedMs} ms`);
    pace.stop();
    await Promise.race([lines.atRest(), lines.failure, passed(longestDrainMs, undefined, { ref: false })]);
    return { elapsedMs, latenciesMs };
  } finally {
    isOver = true;
    pace.stop();
    for (const line of lines.all) line.close();
  }
}

function stayAwake(isOver: () => boolean): void {
  if (!isOver()) setImmediate(stayAwake, isOver);
}

interface Lines {
  readonly all: readonly Line[];
  /** Rejects when a connection breaks, or a call is answered without success. */
  readonly failure: Promise<never>;
  /** Resolves when no call waits for its answer. */
  atRest(): Promise<void>;
}

async function openLines(port: number, replied: (line: number) => void): Promise<Lines> {
  const failure = Promise.withResolvers<never>();
  // It may come before anybody awaits it.
  failure.promise.catch(() => undefined);
  let waiting = 0;
  let rest: (() => void) | undefined;
  const opened = Array.from({ length: connections }, async (_, index): Promise<Line> => {
    const line = await openLine(port, {
      broke: failure.reject,
      replied: (status) => {
        waiting -= 1;
        if (status >= 200 && status <= 299) replied(index);
        else failure.reject(new Error(`a call was answered with ${status}`));
        if (waiting === 0) rest?.();
      },
    });
    return {
      close: () => line.close(),
      send: (request) => {
        waiting += 1;
        line.send(request);
      },
    };
  });
  return {
    all: await Promise.all(opened),
    failure: failure.promise,
    atRest: () =>
      new Promise((resolve) => {
        rest = resolve;
        if (waiting === 0) resolve();
      }),
  };
}
