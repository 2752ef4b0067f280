import type { Simulation } from "../simulation/simulation.ts";
import type { Snapshot } from "../simulation/snapshot.ts";
import type { Budget } from "../service/budget.ts";
import { ControlProblem } from "./control-problem.ts";

/** A snapshot with a name. */
interface NamedSnapshot {
  readonly name: string;
  /** ISO 8601, from the simulation's clock. */
  readonly takenAt: string;
  readonly snapshot: Snapshot;
  readonly bytes: number;
}

/** The maximum number of snapshots per simulation. */
const most = 50;

/** Snapshots by name, in memory: a name is never a path. Methods throw a ControlProblem if they fail. */
export class NamedSnapshots {
  readonly #kept = new Map<string, NamedSnapshot>();
  readonly #simulation: Simulation;

  constructor(simulation: Simulation) {
    this.#simulation = simulation;
  }

  list(): readonly NamedSnapshot[] {
    return [...this.#kept.values()];
  }

  get(name: string): NamedSnapshot {
    const found = this.#kept.get(name);
    if (found !== undefined) return found;
    throw new ControlProblem(404, `There is no snapshot "${name}": save one with PUT /_orgkit/snapshots/${name}.`);
  }

  /** Saves the current state; replaces a snapshot of the same name. */
  keep(name: string): void {
    const { memory, clock } = this.#simulation;
    const before = this.#kept.get(name);
    if (before === undefined && this.#kept.size >= most) {
      throw new ControlProblem(409, `At most ${most} snapshots are kept: delete one first.`);
    }
    const snapshot = this.#simulation.snapshot();
    const bytes = this.#simulation.bytesOf(snapshot);
    if (!memory.reserve(bytes - (before?.bytes ?? 0))) throw noRoom("The snapshot", memory.budget);
    this.#kept.set(name, { name, takenAt: new Date(clock.now()).toISOString(), snapshot, bytes });
  }

  drop(name: string): void {
    this.#simulation.memory.reserve(-this.get(name).bytes);
    this.#kept.delete(name);
  }
}

/** The error when the budget is full of data that must not be dropped. */
export function noRoom(what: string, { bytes }: Budget): ControlProblem {
  return new ControlProblem(
    409,
    `${what} does not fit into the ${bytes / 1e6} MB of snapshots and sandboxes: delete one, or start the mock with a larger --memory.`,
  );
}
