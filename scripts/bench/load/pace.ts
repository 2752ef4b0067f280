import type { Line } from "./line.ts";
import type { Load } from "./request.ts";

/** When calls are made, and how long each took. */
export interface Pace {
  /** Of the calls answered since this was last emptied. Milliseconds. */
  readonly latenciesMs: number[];
  readonly start: (lines: readonly Line[]) => void;
  /** A call on the line of this number was answered. */
  readonly replied: (line: number) => void;
  /** No further call is made. */
  readonly stop: () => void;
}

/** Each line calls again as soon as it was answered: as much as the server can take. */
export function atOnce(load: Load): Pace {
  const latenciesMs: number[] = [];
  const sentAt: number[] = [];
  let lines: readonly Line[] = [];
  const send = (line: number): void => {
    sentAt[line] = performance.now();
    lines[line]?.send(load());
  };
  return {
    latenciesMs,
    start: (opened) => {
      lines = opened;
      for (const line of opened.keys()) send(line);
    },
    replied: (line) => {
      latenciesMs.push(performance.now() - (sentAt[line] ?? 0));
      send(line);
    },
    stop: () => {
      lines = [];
    },
  };
}

/**
 * Calls are due at fixed moments, and a call's latency counts from the moment it was due: a server that stalls cannot
 * hide it by being asked less.
 * @param rate calls a second
 */
export function atRate(load: Load, rate: number): Pace {
  const latenciesMs: number[] = [];
  const dueAt: number[] = [];
  const free: number[] = [];
  const intervalMs = 1000 / rate;
  let lines: readonly Line[] = [];
  let nextDue = 0;
  const sendDue = (): void => {
    const now = performance.now();
    while (nextDue <= now) {
      const line = free.shift();
      if (line === undefined) return;
      dueAt[line] = nextDue;
      lines[line]?.send(load());
      nextDue += intervalMs;
    }
  };
  // A timer is late by up to a millisecond, more than what is measured: so each turn of the event loop looks.
  const turn = (): void => {
    if (lines.length === 0) return;
    sendDue();
    setImmediate(turn);
  };
  return {
    latenciesMs,
    start: (opened) => {
      lines = opened;
      free.push(...opened.keys());
      nextDue = performance.now();
      turn();
    },
    replied: (line) => {
      latenciesMs.push(performance.now() - (dueAt[line] ?? 0));
      free.push(line);
    },
    stop: () => {
      lines = [];
    },
  };
}
