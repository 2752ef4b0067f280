import { collections as kinds } from "../../fixtures/worlds/world.ts";
import type { Call } from "../service/call.ts";
import { systemClock, type Clock } from "../service/clock.ts";
import type { Simulation } from "../simulation/simulation.ts";
import { ControlProblem } from "./control-problem.ts";
import { noRoom } from "./named-snapshots.ts";

/** A simulation of its own behind a token of its own: one test, worker or story, undisturbed by the others. */
export interface Sandbox {
  readonly id: string;
  readonly token: string;
  readonly simulation: Simulation;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  /** Moves on with each call. Milliseconds since 1970. */
  expiresAt: number;
}

export interface SandboxOptions {
  /** How many there may be at once: 100 by default. */
  readonly capacity?: number;
  /** How long one lives without a call: 30 minutes by default. Milliseconds. */
  readonly idleMs?: number;
  /** By which they expire; not the simulation's, which tests set. */
  readonly clock?: Clock;
}

export interface SandboxRequest {
  /** The account to copy: the first by default. */
  readonly account?: string | undefined;
  readonly seed?: number | undefined;
  readonly scenarios?: readonly string[] | undefined;
}

export interface Sandboxes {
  readonly capacity: number;
  /**
   * @throws InputError where the account or a scenario is not known
   * @throws ControlProblem where there are too many
   */
  open(request: SandboxRequest): Promise<Sandbox>;
  list(): readonly Sandbox[];
  find(id: string): Sandbox | undefined;
  close(id: string): boolean;
  /** The simulation a call is for: the sandbox of its token, or the main one. */
  simulationOf(call: Call): Simulation;
  /** Tells when one is opened or closed. @returns what ends it */
  onChange(listener: () => void): () => void;
}

/** @param main the simulation they copy */
export function createSandboxes(main: Simulation, options: SandboxOptions = {}): Sandboxes {
  const { capacity = 100, idleMs = 30 * 60_000, clock = systemClock } = options;
  const byToken = new Map<string, Sandbox>();
  const listeners = new Set<() => void>();
  const tellOfChange = (): void => listeners.forEach((listener) => listener());

  const end = ({ token, simulation }: Sandbox): void => {
    byToken.delete(token);
    simulation.memory.end();
  };

  const list = (): readonly Sandbox[] => {
    const now = clock.now();
    for (const sandbox of byToken.values()) if (sandbox.expiresAt <= now) end(sandbox);
    return [...byToken.values()];
  };

  const find = (id: string): Sandbox | undefined => list().find((sandbox) => sandbox.id === id);

  return {
    capacity,
    open: async ({ account, seed, scenarios }) => {
      if (list().length >= capacity) throw tooMany(capacity);
      const id = crypto.randomUUID().slice(0, 8);
      const token = `sandbox-${crypto.randomUUID()}`;
      const simulation = await main.fork(account ?? main.accounts[0]?.id ?? "", token, seed);
      const { memory } = simulation;
      try {
        if (scenarios !== undefined) simulation.use(scenarios);
        if (!memory.reserve(bytesOf(simulation))) throw noRoom("The sandbox", memory.budget);
      } catch (error) {
        memory.end();
        throw error;
      }
      const createdAt = clock.now();
      const sandbox = { id, token, simulation, createdAt, expiresAt: createdAt + idleMs };
      byToken.set(token, sandbox);
      tellOfChange();
      return sandbox;
    },
    list,
    find,
    close: (id) => {
      const sandbox = find(id);
      if (sandbox === undefined) return false;
      end(sandbox);
      tellOfChange();
      return true;
    },
    simulationOf: (call) => {
      if (byToken.size === 0) return main;
      const sandbox = byToken.get((call.headers["authorization"] ?? "").replace(/^bearer /i, ""));
      const now = clock.now();
      if (sandbox === undefined || sandbox.expiresAt <= now) return main;
      sandbox.expiresAt = now + idleMs;
      return sandbox.simulation;
    },
    onChange: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export function unknownSandbox(id: string): ControlProblem {
  return new ControlProblem(404, `There is no sandbox "${id}", or it has expired.`);
}

function tooMany(capacity: number): ControlProblem {
  return new ControlProblem(
    409,
    `${capacity === 1 ? "1 sandbox is" : `${capacity} sandboxes are`} open, the most there may be: close some with DELETE /_orgkit/sandboxes/{id}, or wait until idle ones expire.`,
  );
}

/** What a sandbox takes from the start: it has records of its own, but shares their texts with the main simulation. */
function bytesOf({ accounts }: Simulation): number {
  const counts = accounts.flatMap((account) => kinds.map((kind) => account[kind].count()));
  return counts.reduce((sum, count) => sum + 470 * count, 50_000);
}
