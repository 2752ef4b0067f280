import type { Call } from "../service/call.ts";
import { systemClock, type Clock } from "../service/clock.ts";
import { Listeners } from "../service/listeners.ts";
import type { Simulation } from "../simulation/simulation.ts";
import { ControlProblem } from "./replies.ts";

/** A simulation with a token of its own, for one test, worker or story. Others do not affect it. */
interface Sandbox {
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

interface SandboxRequest {
  /** The account to copy: the first by default. */
  readonly account?: string | undefined;
  readonly seed?: number | undefined;
  readonly scenarios?: readonly string[] | undefined;
}

/** The sandboxes of a mock, which are copies of its main simulation. */
export class Sandboxes {
  readonly capacity: number;
  readonly #main: Simulation;
  readonly #idleMs: number;
  readonly #clock: Clock;
  readonly #byToken = new Map<string, Sandbox>();
  readonly #listeners = new Listeners<void>();

  constructor(main: Simulation, { capacity = 100, idleMs = 30 * 60_000, clock = systemClock }: SandboxOptions = {}) {
    this.#main = main;
    this.capacity = capacity;
    this.#idleMs = idleMs;
    this.#clock = clock;
  }

  /**
   * @throws InputError if the account or a scenario is unknown
   * @throws ControlProblem if too many are open
   */
  async open({ account, seed, scenarios }: SandboxRequest): Promise<Sandbox> {
    if (this.list().length >= this.capacity) {
      const advice = "close some with DELETE /_orgkit/sandboxes/{id}, or wait until idle ones expire";
      throw new ControlProblem(409, `The maximum of open sandboxes is ${this.capacity}: ${advice}.`);
    }
    const id = crypto.randomUUID().slice(0, 8);
    const token = `sandbox-${crypto.randomUUID()}`;
    const simulation = await this.#main.fork(account ?? this.#main.accounts[0]?.id ?? "", token, seed);
    if (scenarios !== undefined) simulation.use(scenarios);
    const createdAt = this.#clock.now();
    const sandbox = { id, token, simulation, createdAt, expiresAt: createdAt + this.#idleMs };
    this.#byToken.set(token, sandbox);
    this.#listeners.notify();
    return sandbox;
  }

  list(): readonly Sandbox[] {
    const now = this.#clock.now();
    for (const { token, expiresAt } of this.#byToken.values()) if (expiresAt <= now) this.#byToken.delete(token);
    return [...this.#byToken.values()];
  }

  find(id: string): Sandbox | undefined {
    return this.list().find((sandbox) => sandbox.id === id);
  }

  /** @throws ControlProblem if there is no such sandbox */
  close(id: string): void {
    const sandbox = this.find(id);
    if (sandbox === undefined) throw unknownSandbox(id);
    this.#byToken.delete(sandbox.token);
    this.#listeners.notify();
  }

  /** The simulation of a request: the sandbox of its token, or the main one. */
  findSimulation(call: Call): Simulation {
    if (this.#byToken.size === 0) return this.#main;
    const sandbox = this.#byToken.get((call.headers["authorization"] ?? "").replace(/^bearer /i, ""));
    const now = this.#clock.now();
    if (sandbox === undefined || sandbox.expiresAt <= now) return this.#main;
    sandbox.expiresAt = now + this.#idleMs;
    return sandbox.simulation;
  }

  /** Called when a sandbox is opened or closed. @returns a function that removes the listener */
  onChange(listener: () => void): () => void {
    return this.#listeners.add(listener);
  }
}

export function unknownSandbox(id: string): ControlProblem {
  return new ControlProblem(404, `There is no sandbox "${id}", or it has expired.`);
}
