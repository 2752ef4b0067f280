import type { AccountChange } from "../service/accounts.ts";

/** Persists a simulation: called with each effect before the reply that shows it. */
export interface Observer {
  /** A record was added, replaced or removed. */
  record(change: AccountChange): void;
  /** The clock was set, or other scenarios are active. */
  setting(): void;
  /** Everything was replaced: see `snapshot`. */
  all(): void;
}

/** The observers and listeners of a simulation. Each `add` returns a function that removes. */
export interface Observers {
  readonly join: (observer: Observer) => () => void;
  /** Called for all effects except those of requests. */
  readonly onChange: (listener: () => void) => () => void;
  /** Notifies observers and listeners. */
  readonly tell: {
    readonly record: (change: AccountChange) => void;
    /** A record was edited by hand. Observers get this from `record`. */
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
