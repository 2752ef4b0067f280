import type { Dialect } from "../../fixtures/dialect/dialect.ts";
import type { World } from "../../fixtures/worlds/world.ts";
import type { Recording } from "./recorder/recording.ts";
import type { Journal } from "../journal/journal.ts";
import type { Account } from "../service/accounts.ts";
import type { Collections, IllustrativeShapes, RecordShapes } from "./collections.ts";
import type { Call, Reply } from "../service/call.ts";
import type { ScenarioText } from "../scenarios/catalogue.ts";
import type { Share } from "../service/budget.ts";
import { systemClock, type AdjustableClock, type Clock } from "../service/clock.ts";
import type { Edits } from "./edits.ts";
import type { Observer } from "./observers.ts";
import { readDialect, readWorld, type DialectInput, type WorldInput } from "./inputs.ts";
import type { Checkpoint, Snapshot } from "./snapshot.ts";

export interface SimulationOptions {
  /** A world, or the name of one that comes with orgkit; `demo` by default. */
  readonly world?: WorldInput;
  /** A dialect, or the name of one that comes with orgkit; `reference` by default. */
  readonly dialect?: DialectInput;
  /** Of the ids the simulation issues, and of the scenarios; any integer, 1 by default. */
  readonly seed?: number;
  readonly clock?: Clock;
  /** Active from the start, and again after a reset: `latency:ms=200`. */
  readonly scenarios?: readonly string[];
  /** How many calls the journal keeps: 1,000 by default. */
  readonly journalCapacity?: number;
  /**
   * How many bytes journal, undo history, recording, snapshots by name and caches may take, those of its sandboxes
   * included: 256 MB by default. What came first is forgotten first.
   */
  readonly memoryBytes?: number;
  /** One account alone, under a token of its own; without, the whole world. */
  readonly sandbox?: { readonly account: string; readonly token: string };
  /** The state of another simulation, of the same world and dialect, that this one continues from. */
  readonly from?: Checkpoint;
}

/** The in-memory service with all that tests need around it: world, dialect and clock, in; replies, out. */
export interface Simulation {
  readonly dialect: Dialect;
  readonly world: { readonly name: string };
  readonly seed: number;
  readonly accounts: readonly Account[];
  /**
   * The records of an account, by default the first: collections of `@msw/data`, to query and change. What is done
   * there shows in the next response, and is kept, sent and recorded like any edit. A hook must not wait for a request
   * to this simulation: that is answered after what the hook belongs to.
   * @typeParam Shapes the fields of the records, which the document leaves open (§2)
   * @throws InputError where there is no such account
   */
  collections<Shapes extends RecordShapes = IllustrativeShapes>(account?: string): Collections<Shapes>;
  /** Where the issuing of ids stands, as a snapshot holds it. */
  readonly ids: readonly number[];
  readonly clock: AdjustableClock;
  /** The calls it answered, and why each reply is what it is. */
  readonly journal: Journal;
  /** Changes of the records from outside the interface. */
  readonly edits: Edits;
  /** What it takes of the memory that its sandboxes share. */
  readonly memory: Share;
  /**
   * Answers one call, after those that came before it. Never rejects, but where a hook of a collection throws: whatever
   * is wrong with a call is a reply.
   */
  answer(call: Call): Promise<Reply>;
  /** The active scenarios, as they are written; the first is the outermost. */
  scenarios(): readonly string[];
  /**
   * Activates these scenarios and deactivates all others; without any, it deactivates all. An unknown name is a compile
   * error: `simulation.use("latency", "latency:ms=200,on=listUsers")`.
   * @throws InputError where an option is unknown, and changes nothing
   */
  use(...scenarios: readonly ScenarioText[]): void;
  /**
   * The same with a list of texts that are known only at run time, as from a setting: `simulation.use(texts)`.
   * @throws InputError where a scenario or an option is unknown, and changes nothing
   */
  use(scenarios: readonly string[]): void;
  /** What it holds now, as plain data. */
  snapshot(): Snapshot;
  /** About how many bytes a snapshot takes beside what the world holds already. */
  bytesOf(snapshot: Snapshot): number;
  /** Rejects with an InputError where the snapshot is of another world, and changes nothing. */
  restore(snapshot: Snapshot): Promise<void>;
  /** Back to the start: records, ids, clock, scenarios and journal. */
  reset(): Promise<void>;
  /**
   * Loads another world or dialect and keeps what was done since the start, where they do not differ on it.
   * Rejects with an InputError where world and dialect do not go together, and changes nothing.
   * @returns in words, what could not be kept
   */
  adopt(next: { readonly world: World; readonly dialect: Dialect }): Promise<readonly string[]>;
  /**
   * A simulation of its own of one account as it was at the start, under another token.
   * Rejects with an InputError where there is no such account.
   */
  fork(account: string, token: string, seed?: number): Promise<Simulation>;
  /**
   * What it was started from and what was done with it since, in order: plain data that gives the same replies again.
   * @param version of orgkit
   */
  recording(version: string): Recording;
  /** Tells of each change but calls: records edited, scenarios, clock, reset. @returns what ends it */
  onChange(listener: () => void): () => void;
  /** Tells of each effect on what it holds, by calls too, at once. @returns what ends it */
  observe(observer: Observer): () => void;
}

/**
 * Starts a simulation.
 * @throws InputError where world and dialect do not go together, or a name is not known
 */
export async function createSimulation(options: SimulationOptions = {}): Promise<Simulation> {
  const { clock = systemClock, seed = 1 } = options;
  // Whoever may want a simulation, as an application that can run on a mock, carries none of it until it is wanted.
  const { openSimulation } = await import("./open-simulation.ts");
  const world = await readWorld(options.world ?? "demo", seed);
  const dialect = await readDialect(options.dialect ?? "reference");
  return openSimulation({ ...options, world, dialect, seed, startedAt: clock.now() });
}
