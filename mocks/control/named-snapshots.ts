import type { Simulation } from "../simulation/simulation.ts";
import type { Snapshot } from "../service/snapshot.ts";
import { ControlProblem } from "./control-problem.ts";

/** A snapshot with a name. */
interface NamedSnapshot {
  readonly name: string;
  /** ISO 8601, from the simulation's clock. */
  readonly takenAt: string;
  readonly snapshot: Snapshot;
}

/** The maximum number of snapshots per simulation. */
const maxSnapshots = 20;

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
    if (!this.#kept.has(name) && this.#kept.size >= maxSnapshots) {
      throw new ControlProblem(409, `At most ${maxSnapshots} snapshots are kept: delete one first.`);
    }
    const takenAt = new Date(this.#simulation.clock.now()).toISOString();
    this.#kept.set(name, { name, takenAt, snapshot: this.#simulation.snapshot() });
  }

  drop(name: string): void {
    this.#kept.delete(this.get(name).name);
  }
}
