import type { Facts } from "./facts.ts";
import type { Exchange, Probe } from "./model.ts";

/** Sends one request. Rejects with `NotAsked` if the run must not or cannot send it. */
export type Ask = (probe: Probe) => Promise<Exchange>;

/** A series of requests that shows one thing. It can be run again at any time, and decides nothing. */
export interface Experiment {
  readonly name: string;
  /** Whether it creates users, and so is not repeated if others show the same. */
  readonly isOnce?: true;
  readonly run: (ask: Ask, facts: Facts) => Promise<void>;
}

/** An experiment of one request. */
export function sendOnce(name: string, probe: Probe): Experiment {
  return { name, run: async (ask) => void (await ask(probe)) };
}

/**
 * Generates experiments one after the other; those of an array are run concurrently. After each `yield`, the facts
 * include what came back.
 */
export type Explorer = Generator<Experiment | readonly Experiment[], void, void>;
