import type { AccountChange } from "../service/accounts.ts";

/** Whoever keeps what a simulation holds: called with an effect before the reply that shows it. */
export interface Observer {
  /** A record was added, replaced or removed. */
  record(change: AccountChange): void;
  /** The clock was set, or other scenarios are active. */
  setting(): void;
  /** Everything was exchanged: see `snapshot`. */
  all(): void;
}

/** Those that want to know of a simulation's changes. Each way to join returns what ends it. */
export interface Observers {
  readonly join: (observer: Observer) => () => void;
  /** Called for all but the effects of calls. */
  readonly onChange: (listener: () => void) => () => void;
  /** Tells observers and listeners. */
  readonly tell: {
    readonly record: (change: AccountChange) => void;
    /** A record was edited by hand: the observers know it from `record`. */
    readonly changed: () => void;
    readonly setting: () => void;
    readonly all: () => void;
  };
}

export function createObservers(): Observers {
  const observers = new Set<Observer>();
  const listeners = new Set<() => void>();
  const changed = (): void => listeners.forEach((listener) => listener());
  return {
    join: (observer) => {
      observers.add(observer);
      return () => observers.delete(observer);
    },
    onChange: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    tell: {
      record: (change) => observers.forEach((observer) => observer.record(change)),
      changed,
      setting: () => {
        observers.forEach((observer) => observer.setting());
        changed();
      },
      all: () => {
        observers.forEach((observer) => observer.all());
        changed();
      },
    },
  };
}
