import type { Snapshot } from "../simulation/snapshot.ts";
import { ControlProblem } from "./control-problem.ts";

/** A snapshot kept under a name. */
export interface NamedSnapshot {
  readonly name: string;
  /** ISO 8601, by the simulation's clock. */
  readonly takenAt: string;
  readonly snapshot: Snapshot;
}

/** How many are kept of one simulation. */
const most = 50;

/** Snapshots by name, in memory: a name is never a path. */
export class NamedSnapshots {
  readonly #kept = new Map<string, NamedSnapshot>();

  names(): readonly NamedSnapshot[] {
    return [...this.#kept.values()];
  }

  /** @throws ControlProblem where there is none of this name */
  get(name: string): Snapshot {
    const found = this.#kept.get(name);
    if (found === undefined) throw unknown(name);
    return found.snapshot;
  }

  /** Keeps it in the place of one of the same name. @throws ControlProblem where there are too many */
  keep(name: string, snapshot: Snapshot, now: number): void {
    if (!this.#kept.has(name) && this.#kept.size >= most) {
      throw new ControlProblem(409, `${most} snapshots are kept, the most there may be: delete one first.`);
    }
    this.#kept.set(name, { name, takenAt: new Date(now).toISOString(), snapshot });
  }

  /** @throws ControlProblem where there is none of this name */
  drop(name: string): void {
    if (!this.#kept.delete(name)) throw unknown(name);
  }
}

function unknown(name: string): ControlProblem {
  return new ControlProblem(404, `There is no snapshot "${name}": save one with PUT /_orgkit/snapshots/${name}.`);
}
