import type { Call } from "../service/call.ts";
import { systemClock, type Clock } from "../service/clock.ts";
import type { Simulation } from "../simulation/simulation.ts";
import { ControlProblem } from "./control-problem.ts";

/** A simulation with a token of its own, for one test, worker or story. Others do not affect it. */
export interface Sandbox {
  readonly id: string;
  readonly token: string;
  readonly simulation: Simulation;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  /** Moves forward with each request. Milliseconds since 1970. */
  expiresAt: number;
}

export interface SandboxOptions {
  /** The maximum number of open sandboxes: 100 by default. */
  readonly capacity?: number;
  /** How long a sandbox lives without a request: 30 minutes by default. Milliseconds. */
  readonly idleMs?: number;
  /** The clock for expiry; not the simulation's, which tests set. */
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
   * @throws InputError if the account or a scenario is unknown
   * @throws ControlProblem if too many are open
   */
  open(request: SandboxRequest): Promise<Sandbox>;
  list(): readonly Sandbox[];
  find(id: string): Sandbox | undefined;
  close(id: string): boolean;
  /** The simulation of a request: the sandbox of its token, or the main one. */
  simulationOf(call: Call): Simulation;
  /** Called when a sandbox is opened or closed. @returns a function that removes the listener */
  onChange(listener: () => void): () => void;
}

/** @param main the simulation that sandboxes copy */
export function createSandboxes(main: Simulation, options: SandboxOptions = {}): Sandboxes {
  const { capacity = 100, idleMs = 30 * 60_000, clock = systemClock } = options;
  const byToken = new Map<string, Sandbox>();
  const listeners = new Set<() => void>();
  const tellOfChange = (): void => listeners.forEach((listener) => listener());

  const list = (): readonly Sandbox[] => {
    const now = clock.now();
    for (const { token, expiresAt } of byToken.values()) if (expiresAt <= now) byToken.delete(token);
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
      if (scenarios !== undefined) simulation.use(scenarios);
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
      byToken.delete(sandbox.token);
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
    `${capacity === 1 ? "1 sandbox is" : `${capacity} sandboxes are`} open, the maximum: close some with DELETE /_orgkit/sandboxes/{id}, or wait until idle ones expire.`,
  );
}
