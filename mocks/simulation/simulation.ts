import type { Collection } from "@msw/data";
import type { core } from "zod/mini";
import type { CollectionName, CollectionOf, RecordKind } from "../../fixtures/contract/record-kinds.ts";
import type { Resource } from "../../fixtures/contract/types.ts";
import type { DialectSource } from "../../fixtures/dialect/open.ts";
import type { Dialect } from "../../fixtures/dialect/dialect.ts";
import type { WorldSource } from "../../fixtures/worlds/open.ts";
import type { RecordData } from "../../fixtures/worlds/records.ts";
import type { World } from "../../fixtures/worlds/world.ts";
import type { Journal } from "../journal/journal.ts";
import type { ScenarioText } from "../scenarios/catalogue.ts";
import type { OwnScenario, OwnScenarios, Scenario } from "../scenarios/parse.ts";
import type { Account } from "../service/accounts.ts";
import type { Call, Reply } from "../service/call.ts";
import type { AdjustableClock, Clock } from "../service/clock.ts";
import type { Origin } from "../service/record-collection.ts";
import type { Snapshot } from "../service/snapshot.ts";

/** The record fields of the reference dialect. The document leaves them open (§2). */
type IllustrativeShapes = { readonly [Name in RecordKind as CollectionOf<Name>]: Resource<Name> };

/** Other record fields, by kind: `{ users: { id: string; login: string } }`. */
export type RecordShapes = { readonly [Name in CollectionName]?: { readonly id: string | number } };

type RecordShape<Shapes, Name extends CollectionName> = Name extends keyof Shapes
  ? NonNullable<Shapes[Name]>
  : IllustrativeShapes[Name];

/** Any JSON except strings, and strings in a form that keeps literal types beside it. */
type OtherJson = Exclude<RecordData[string], string> | (string & Record<never, never>);

/**
 * The fields of a record: those of `Shape` are suggested, and any others are allowed, since the document leaves them
 * open (§2).
 */
type RecordFields<Shape> = { readonly [Name in keyof Shape]?: Shape[Name] | OtherJson | undefined } & Readonly<
  Record<string, RecordData[string] | undefined>
>;

/** The live collections of an account, with the API of `@msw/data`. */
export type Collections<Shapes extends RecordShapes = IllustrativeShapes> = {
  readonly [Name in CollectionName]: Collection<
    core.$ZodType<RecordShape<Shapes, Name>, RecordFields<RecordShape<Shapes, Name>>>
  >;
};

/**
 * An effect on a simulation: a request or an edit changed records; the clock was set, or other scenarios are active; the
 * journal was cleared; everything was replaced.
 */
export type Effect = Origin | "setting" | "journal" | "all";

/** Where handlers with a relative path are. */
export interface ResolutionContext {
  readonly baseUrl: string;
}

/** A request handler of MSW: `http.post("/login", …)`. Only what is used of it, so that any version will do. */
export interface RequestHandler {
  readonly info: { readonly header: string; readonly path?: unknown };
  test(args: { readonly request: Request; readonly resolutionContext?: ResolutionContext }): Promise<boolean>;
  run(args: {
    readonly request: Request;
    readonly requestId: string;
    readonly resolutionContext?: ResolutionContext;
  }): Promise<{ readonly response?: Response | undefined } | null>;
}

/** Request handlers, or a function that makes them for a simulation, whose records they can read and change. */
export type HandlersSource = readonly RequestHandler[] | ((simulation: Simulation) => readonly RequestHandler[]);

export interface SimulationOptions {
  /** A built-in name, YAML or JSON text, or an object; in Node also the path of a file. `demo` by default. */
  readonly world?: WorldSource;
  /** The same, with only what differs from the defaults. `reference` by default. */
  readonly dialect?: DialectSource;
  /** The seed of ids and scenarios; any integer, 1 by default. */
  readonly seed?: number;
  readonly clock?: Clock;
  /** Active from the start, and again after a reset: `latency:ms=200`, or a function. */
  readonly scenarios?: readonly (ScenarioText | OwnScenario | Scenario)[];
  /** Scenarios of your own by name, for `scenarios`, `use`, the console and the header `Prefer`. */
  readonly ownScenarios?: OwnScenarios;
  /**
   * The base URL of the service in your application, with its path prefix if it has one, for instance
   * `https://api.example/tenant/x`; a path for any origin. The default of all adapters but HTTP; `/` by default.
   */
  readonly baseUrl?: string;
  /**
   * Request handlers of MSW for the rest of your backend, and for what differs in the interface: they win over it. A
   * path such as `/login` is below the base URL.
   */
  readonly handlers?: HandlersSource;
  /** How many requests the journal keeps, in at most 16 MB: 1,000 by default. */
  readonly journalCapacity?: number;
  /** Only this account, under its own token; by default the whole world. */
  readonly sandbox?: { readonly account: string; readonly token: string };
}

/** What an edit may change while a simulation runs; what is absent stays. */
export type AdoptedOptions = Pick<
  SimulationOptions,
  "world" | "dialect" | "seed" | "scenarios" | "ownScenarios" | "baseUrl" | "handlers"
>;

/** The in-memory service with what tests need: takes a world, a dialect and a clock, and answers requests. */
export interface Simulation {
  readonly dialect: Dialect;
  /** As it was loaded, without changes. */
  readonly world: World;
  readonly seed: number;
  /** As it was given. */
  readonly baseUrl: string | undefined;
  readonly accounts: readonly Account[];
  /**
   * The records of an account, by default the first: collections of `@msw/data`, to query and change. Changes show in
   * the next response, and are saved and sent like any edit. A hook must not wait for a request to this
   * simulation, which waits for the hook.
   * @typeParam Shapes the fields of the records, which the document leaves open (§2)
   * @throws InputError if the account is unknown
   */
  collections<Shapes extends RecordShapes = IllustrativeShapes>(account?: string): Collections<Shapes>;
  /** The state of the id generator, as in a snapshot. */
  readonly ids: readonly number[];
  readonly clock: AdjustableClock;
  /** The requests, and the reason for each response. */
  readonly journal: Journal;
  /**
   * Answers one request, after all earlier ones. Rejects only if a hook of a collection throws: every invalid request
   * gets a reply.
   */
  answer(call: Call): Promise<Reply>;
  /** Adds request handlers of MSW, which win over earlier ones and the interface, until a reset. */
  handlers(...handlers: readonly RequestHandler[]): void;
  /** All request handlers, in the order in which they are asked. */
  listHandlers(): readonly RequestHandler[];
  /**
   * Whether a request handler matches a request.
   * @param base the base URL of the service for this request, absolute
   */
  handles(request: Request, base: string): Promise<boolean>;
  /** Lets the request handlers respond. @returns nothing if none does: then the interface answers */
  handle(request: Request, base: string): Promise<Response | undefined>;
  /** Scenarios of your own, by name: those of the options, and functions that were used. */
  readonly ownScenarios: OwnScenarios;
  /** The active scenarios as text; the first is the outermost. */
  scenarios(): readonly string[];
  /**
   * Activates these scenarios and deactivates all others; without arguments, deactivates all. An unknown name is a
   * compile error: `simulation.use("latency", "latency:ms=200,on=listUsers")`. A function is a scenario of your own:
   * `simulation.use(async (turn, next) => ({ ...(await next()), status: 201 }))`.
   * @throws InputError if an option is unknown, and changes nothing
   */
  use(...scenarios: readonly (ScenarioText | OwnScenario)[]): void;
  /**
   * The same with a list of texts, for instance from a setting: `simulation.use(texts)`.
   * @throws InputError if a scenario or an option is unknown, and changes nothing
   */
  use(scenarios: readonly (string | OwnScenario | Scenario)[]): void;
  /** The current state as plain data. */
  snapshot(): Snapshot;
  /** Rejects with an InputError if the snapshot has another world, and changes nothing. */
  restore(snapshot: Snapshot): Promise<void>;
  /** Resets records, ids, clock, scenarios and journal to the start. */
  reset(): Promise<void>;
  /**
   * Adopts edited settings, and keeps the users that were created since the start, unless an id or a unique value is
   * taken now. Other scenarios than those of the start are activated, and again after a reset. With another seed, new
   * ids are drawn from its start. The adapters of MSW and Playwright keep their base URL.
   * Rejects with an InputError if one is invalid or they are incompatible, and changes nothing.
   * @returns what was kept and dropped, as texts
   */
  adopt(next: AdoptedOptions): Promise<readonly string[]>;
  /**
   * Opens a simulation of one account as it was at the start, under another token. Rejects with an InputError if the
   * account is unknown.
   */
  fork(account: string, token: string, seed?: number): Promise<Simulation>;
  /**
   * Calls a listener for each change except by requests: edits, scenarios, clock, reset.
   * @returns a function that removes the listener
   */
  onChange(listener: () => void): () => void;
  /**
   * Calls an observer for each effect before the reply that shows it, also those of requests.
   * @returns a function that removes the observer
   */
  observe(observer: (effect: Effect) => void): () => void;
}

/**
 * Starts a simulation.
 * @throws InputError if world, dialect or an option is invalid, with the place of each mistake, or they are incompatible
 */
export async function createSimulation(options: SimulationOptions = {}): Promise<Simulation> {
  // Loads the simulation only when called, so that applications which may run on a mock do not bundle it.
  return (await import("./live-simulation.ts")).openSimulation(options);
}
