import type { Snapshot } from "../service/snapshot.ts";
import type { Simulation } from "../simulation/simulation.ts";
import { ControlProblem } from "./control-problem.ts";
import { route, type ControlContext, type Input } from "./route.ts";

interface NamedSnapshot {
  /** ISO 8601, from the simulation's clock. */
  readonly takenAt: string;
  readonly snapshot: Snapshot;
}

/** The maximum number of snapshots per simulation. */
const maxSnapshots = 20;

/** Snapshots by name, in memory: a name is never a path. */
const snapshots = new WeakMap<Simulation, Map<string, NamedSnapshot>>();

/** The saved snapshots of a simulation. */
export function namedSnapshots(simulation: Simulation): Map<string, NamedSnapshot> {
  const saved = snapshots.get(simulation) ?? new Map<string, NamedSnapshot>();
  snapshots.set(simulation, saved);
  return saved;
}

function findSnapshot({ simulation }: ControlContext, name: string): NamedSnapshot {
  const snapshot = namedSnapshots(simulation).get(name);
  if (snapshot !== undefined) return snapshot;
  throw new ControlProblem(404, `There is no snapshot "${name}": save one with PUT /_orgkit/snapshots/${name}.`);
}

function readName({ parameters: { name = "" } }: Input): string {
  if (/^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,79}$/u.test(name)) return name;
  throw new ControlProblem(422, "A name has at most 80 letters, digits, spaces, dots, dashes and underscores.");
}

export const snapshotRoutes = [
  route({
    method: "GET",
    path: "snapshots",
    summary: "The saved snapshots.",
    handle: ({ simulation }) => ({
      snapshots: [...namedSnapshots(simulation)].map(([name, { takenAt }]) => ({ name, takenAt })),
    }),
  }),
  route({
    method: "PUT",
    path: "snapshots/{name}",
    summary: "Saves the current state; replaces a snapshot of the same name.",
    handle: ({ simulation }, input) => {
      const name = readName(input);
      const saved = namedSnapshots(simulation);
      if (!saved.has(name) && saved.size >= maxSnapshots) {
        throw new ControlProblem(409, `At most ${maxSnapshots} snapshots are kept: delete one first.`);
      }
      const takenAt = new Date(simulation.clock.now()).toISOString();
      saved.set(name, { takenAt, snapshot: simulation.snapshot() });
    },
  }),
  route({
    method: "POST",
    path: "snapshots/{name}/restore",
    summary: "Restores the records, the id generator and the clock of a snapshot.",
    handle: (context, input) => context.simulation.restore(findSnapshot(context, readName(input)).snapshot),
  }),
  route({
    method: "DELETE",
    path: "snapshots/{name}",
    summary: "Deletes a snapshot.",
    handle: (context, input) => {
      const name = readName(input);
      findSnapshot(context, name);
      namedSnapshots(context.simulation).delete(name);
    },
  }),
];
