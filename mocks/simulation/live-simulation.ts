import { mapNames, present } from "../../fixtures/values/json.ts";
import * as z from "zod/mini";
import { collections } from "../../fixtures/contract/record-kinds.ts";
import { hashText } from "../../fixtures/values/random.ts";
import { counted } from "../../fixtures/values/text.ts";
import { isByDefault, isFilled } from "../../fixtures/dialect/declared.ts";
import type { Dialect } from "../../fixtures/dialect/dialect.ts";
import { openDialect } from "../../fixtures/dialect/open.ts";
import { givenData, parseWith } from "../../fixtures/input/parse-with.ts";
import { openWorld } from "../../fixtures/worlds/open.ts";
import type { World } from "../../fixtures/worlds/world.ts";
import { WritableJournal } from "../journal/journal.ts";
import {
  parseScenario,
  parseScenarios,
  type OwnScenario,
  type OwnScenarios,
  type Scenario,
} from "../scenarios/parse.ts";
import { ActiveScenario, runScenarios, startScenarios, type Occasion, type Respond } from "../scenarios/run.ts";
import { findAccount, issueId, openAccounts, renderWorld, type Account } from "../service/accounts.ts";
import { toCall, type Call, type Reply } from "../service/call.ts";
import { AdjustableClock, systemClock, type Clock } from "../service/clock.ts";
import { addCorsHeaders, preflightReply } from "../service/cors.ts";
import { IdIssuer } from "../service/identifiers.ts";
import { Listeners } from "../service/listeners.ts";
import { failureReply } from "../service/reply.ts";
import { Service, type ServiceStart } from "../service/service.ts";
import type { Snapshot } from "../service/snapshot.ts";
import type { WarnOfRecord } from "../service/world-misfits.ts";
import { Handlers, isPassthrough, toReply } from "./handlers.ts";
import type {
  AdoptedOptions,
  Collections,
  Effect,
  HandlersSource,
  RecordShapes,
  RequestHandler,
  Simulation,
  SimulationOptions,
} from "./simulation.ts";

const scenariosSchema = z.array(
  z.union(
    [z.string(), z.custom<OwnScenario>(isFunction), z.custom<Scenario>((given) => "kind" in Object(given))],
    "expected a scenario, for instance latency:ms=200, or a function",
  ),
);

/** The options of a simulation from outside: `world` and `dialect` are read by their own schemas. */
const optionsSchema = z.partial(
  z.strictObject({
    world: z.unknown(),
    dialect: z.unknown(),
    seed: z.int(),
    clock: z.custom<Clock>((clock) => typeof Object(clock).now === "function", "expected a clock: { now: () => … }"),
    scenarios: scenariosSchema,
    ownScenarios: z
      .record(z.string(), z.custom<OwnScenario>(isFunction, "expected a function: (turn, next) => reply"))
      .check(z.refine((own) => Object.keys(own).every(isScenarioName), "expected names of letters, digits, - and _")),
    baseUrl: z.string(),
    handlers: z.custom<HandlersSource>(
      (given) => Array.isArray(given) || typeof given === "function",
      "expected a list of MSW's request handlers, or a function that makes it",
    ),
    journalCapacity: z.int().check(z.minimum(0)),
    sandbox: z.strictObject({ account: z.string(), token: z.string() }),
  }),
);

/** What `adopt` takes. */
const adoptedSchema = z.pick(optionsSchema, {
  world: true,
  dialect: true,
  seed: true,
  scenarios: true,
  ownScenarios: true,
  baseUrl: true,
  handlers: true,
});

function isScenarioName(name: string): boolean {
  return /^[\w-]+$/.test(name);
}

function isFunction(given: unknown): boolean {
  return typeof given === "function";
}

/** `createTest` and Playwright's `orgkit` take these and the options of a simulation in one object. */
const adapterOptions: ReadonlySet<string> = new Set(["wait", "onUnhandledFrame", "persist", "signal"]);

/** A scenario as text, of a user's own, or parsed. */
type GivenScenario = string | OwnScenario | Scenario;

/** What a simulation is opened from. */
interface Opening extends Omit<SimulationOptions, "world" | "dialect"> {
  readonly seed: number;
  /** The start, which relative timestamps refer to: milliseconds since 1970. */
  readonly startedAt: number;
}

/** A world in a dialect, ready to answer requests. */
interface LoadedWorld {
  readonly world: World;
  readonly dialect: Dialect;
  readonly service: Service;
  readonly warnOfRecord: WarnOfRecord | undefined;
}

/** `createSimulation`, which loads this module. */
export async function openSimulation(options: SimulationOptions): Promise<Simulation> {
  parseWith(optionsSchema, givenData("createSimulation", options), "the options of", (option) =>
    adapterOptions.has(option) ? "this is an option of the adapter, such as setupServer or createHandlers" : undefined,
  );
  const { clock = systemClock, seed = 1 } = options;
  const world = await openWorld(options.world ?? "demo", seed);
  const dialect = await openDialect(options.dialect ?? "reference");
  return LiveSimulation.start({ ...options, seed, startedAt: clock.now() }, world, dialect);
}

class LiveSimulation implements Simulation {
  readonly clock: AdjustableClock;
  readonly journal: WritableJournal;
  ownScenarios: OwnScenarios;
  #opening: Opening;
  readonly #observers = new Listeners<Effect>();
  /** The scenarios of the start, and again after a reset. */
  #firstScenarios: readonly Scenario[];
  #scenarios: readonly ActiveScenario[];
  readonly #handlers = new Handlers();
  #loadedWorld: LoadedWorld | undefined;
  #start: ServiceStart = { accounts: [], ids: [] };
  #requests = 0;
  /** The ids of edits, separate from the service's: a record added by hand does not change the ids of requests. */
  #editIds: IdIssuer;
  /** The end of the task that runs now, which the next one waits for. */
  #lastTask: Promise<unknown> = Promise.resolve();

  private constructor(opening: Opening) {
    const { scenarios = [], clock = systemClock, journalCapacity = 1000 } = opening;
    this.#opening = opening;
    this.clock = new AdjustableClock(clock, () => this.#observers.notify("setting"));
    const parsed = parseGiven(scenarios, opening.ownScenarios ?? {});
    this.ownScenarios = parsed.ownScenarios;
    this.#firstScenarios = parsed.scenarios;
    this.#scenarios = startScenarios(parsed.scenarios);
    this.#editIds = this.#createEditIds();
    this.journal = new WritableJournal({
      capacity: journalCapacity,
      cleared: () => this.#observers.notify("journal"),
      isKnownToken: (token) => this.accounts.some(({ tokens }) => tokens.some((known) => known.token === token)),
      findAccount: (call, at) => this.#loaded.service.identify(call, at).account?.id,
      isDefault: (rule) => isByDefault(this.dialect, rule),
      checkNames: ({ account, scenario }) => {
        if (account !== undefined) findAccount(this.accounts, account);
        if (scenario !== undefined) parseScenario(scenario, this.ownScenarios);
      },
    });
  }

  static async start(opening: Opening, world: World, dialect: Dialect): Promise<Simulation> {
    const simulation = new LiveSimulation(opening);
    await simulation.#load(world, dialect);
    simulation.#startHandlers(opening.handlers);
    return simulation;
  }

  get seed(): number {
    return this.#opening.seed;
  }

  get baseUrl(): string | undefined {
    return this.#opening.baseUrl;
  }

  get dialect(): Dialect {
    return this.#loaded.dialect;
  }

  get world(): World {
    return this.#loaded.world;
  }

  get accounts(): readonly Account[] {
    return this.#loaded.service.accounts;
  }

  get ids(): readonly number[] {
    return this.#loaded.service.idState;
  }

  // The caller says which fields the records have.
  collections<Shapes extends RecordShapes>(account?: string): Collections<Shapes>;
  collections(id = this.accounts[0]?.id ?? ""): unknown {
    const account = findAccount(this.accounts, id);
    return mapNames(collections, (kind) => account[kind]);
  }

  // Browsers send preflights by themselves, so request counts leave them out.
  readonly answer = async (call: Call): Promise<Reply> =>
    preflightReply(call, this.dialect.requests, this.#handlers.list().length > 0) ??
    this.#answerInTurn(call, (this.#requests += 1), this.clock.now(), this.#scenarios);

  readonly handlers = (...handlers: readonly RequestHandler[]): void => this.#handlers.add(handlers);

  readonly listHandlers = (): readonly RequestHandler[] => this.#handlers.list();

  readonly handles = (request: Request, base: string): Promise<boolean> => this.#handlers.matches(request, base);

  // Not in turn: a handler may wait, and send requests of its own.
  readonly handle = async (request: Request, base: string): Promise<Response | undefined> => {
    const handled = await this.#handlers.respond(request, base);
    if (handled === undefined || isPassthrough(handled.response)) return handled?.response;
    const call = await toCall(request.clone(), base);
    const at = this.clock.now();
    const { operation } = this.#loaded.service.identify(call, at);
    const reply = await toReply(handled, operation);
    this.journal.record({ number: (this.#requests += 1), at, call, reply });
    return handled.response;
  };

  readonly scenarios = (): readonly string[] => this.#scenarios.map(({ scenario }) => scenario.text);

  readonly use = (...scenarios: readonly (GivenScenario | readonly GivenScenario[])[]): void => {
    const parsed = parseGiven(scenarios.flat(), this.ownScenarios);
    this.ownScenarios = parsed.ownScenarios;
    this.#scenarios = startScenarios(parsed.scenarios);
    for (const { users } of this.accounts) users.hidden.clear();
    this.#observers.notify("setting");
  };

  readonly snapshot = (): Snapshot => ({ ...this.#loaded.service.snapshot(), clock: this.clock.setting });

  readonly restore = (given: Snapshot): Promise<void> =>
    this.#inTurn(async () => {
      const { snapshotSchema } = await import("../service/snapshot.ts");
      const snapshot = parseWith(snapshotSchema, givenData("restore", given), "the snapshot of");
      await this.#loaded.service.restore(snapshot);
      this.clock.setting = snapshot.clock;
      this.#observers.notify("all");
    });

  readonly reset = (): Promise<void> => {
    // At once, so that what is set right after the call stays.
    this.clock.resume();
    this.#editIds = this.#createEditIds();
    this.#scenarios = startScenarios(this.#firstScenarios);
    this.#handlers.reset();
    this.#requests = 0;
    return this.#inTurn(async () => {
      await this.#loaded.service.reset(this.#start);
      this.journal.clear();
      this.#observers.notify("all");
    });
  };

  readonly adopt: Simulation["adopt"] = (next) =>
    this.#inTurn(async () => {
      parseWith(adoptedSchema, givenData("adopt", next), "the options of");
      const { seed: lastSeed, accounts } = this;
      const { seed = lastSeed, baseUrl = this.baseUrl, handlers = this.#opening.handlers } = next;
      const world = await openWorld(next.world ?? this.world, seed);
      const dialect = await openDialect(next.dialect ?? this.dialect);
      const adoptScenarios = this.#prepareScenarios(next);
      const { addUsers, findCreatedUsers } = await import("./created-users.ts");
      const created = findCreatedUsers(accounts, this.#start.accounts);
      const undo = this.#prepareUndo();
      try {
        this.#opening = { ...this.#opening, ...present({ baseUrl, handlers }), seed };
        const { idState } = this.#loaded.service;
        await this.#load(world, dialect, accounts, seed === lastSeed ? idState : undefined);
        const dropped = await addUsers(created, this.accounts, dialect);
        // The function that makes handlers may read what is new, and may fail.
        if (next.handlers !== undefined) this.#startHandlers(next.handlers);
        if (seed !== lastSeed) this.#editIds = this.#createEditIds();
        adoptScenarios();
        const remaining = created.length - dropped.length;
        return remaining === 0 ? dropped : [`kept ${counted(remaining, "created user")}`, ...dropped];
      } catch (error) {
        await undo();
        throw error;
      } finally {
        this.#observers.notify("all");
      }
    });

  readonly fork = (account: string, token: string, seed = this.seed): Promise<Simulation> =>
    LiveSimulation.start(
      {
        ...this.#opening,
        seed,
        scenarios: this.#firstScenarios,
        ownScenarios: this.ownScenarios,
        sandbox: { account, token },
      },
      this.world,
      this.dialect,
    );

  readonly onChange = (listener: () => void): (() => void) =>
    this.#observers.add((effect) => {
      if (effect !== "request") listener();
    });

  readonly observe = (observer: (effect: Effect) => void): (() => void) => this.#observers.add(observer);

  get #loaded(): LoadedWorld {
    if (this.#loadedWorld === undefined) throw new Error("the simulation is used before its world is loaded");
    return this.#loadedWorld;
  }

  /**
   * @param before accounts whose collections are refilled, so that references to them stay valid
   * @param ids the state of the ids to continue from; by default, they begin with the seed
   */
  async #load(world: World, dialect: Dialect, before?: readonly Account[], ids?: ServiceStart["ids"]): Promise<void> {
    const { seed, startedAt, sandbox } = this.#opening;
    const all = renderWorld(world, dialect, startedAt);
    // A built-in dialect fits any world.
    const misfits = isFilled(dialect) ? await import("../service/world-misfits.ts") : undefined;
    const warnOfRecord = misfits?.warnOfMisfits(world, dialect, all);
    const records =
      sandbox === undefined ? all : [{ ...findAccount(all, sandbox.account), tokens: [{ token: sandbox.token }] }];
    const options: Parameters<typeof openAccounts>[2] = {
      startedAt,
      newId: (list) => issueId(list, this.dialect, this.#editIds),
      edited: (kind, record) => this.#loaded.warnOfRecord?.(kind, record),
      changed: (origin) => {
        this.#loaded.service.clearPages();
        this.#observers.notify(origin);
      },
    };
    const accounts = await openAccounts(records, dialect, options, before);
    const service = new Service({ dialect, seed, accounts });
    if (ids !== undefined) service.ids.state = ids;
    this.#loadedWorld = { world, dialect, service, warnOfRecord };
    this.#start = { accounts: records, ids: service.ids.state };
  }

  /** @returns a function that restores world, dialect, records and settings as they are now */
  #prepareUndo(): () => Promise<void> {
    const [opening, loaded, start] = [this.#opening, this.#loaded, this.#start];
    const records = loaded.service.snapshot();
    return async () => {
      this.#opening = opening;
      this.#loadedWorld = loaded;
      this.#start = start;
      for (const { users } of this.accounts) users.unique = this.dialect.createUser.unique;
      await loaded.service.restore(records);
    };
  }

  /** What a request depends on beside the records is as it was when the request came. */
  #answerInTurn(call: Call, number: number, at: number, scenarios: readonly ActiveScenario[]): Promise<Reply> {
    return this.#inTurn(async () => {
      const reply = finishReply(await this.#respond(call, number, at, scenarios), call, this.dialect);
      this.journal.record({ number, at, call, reply });
      return reply;
    });
  }

  /** Answers a request through the active scenarios, and those in its `Prefer` header. */
  #respond(call: Call, number: number, now: number, scenarios: readonly ActiveScenario[]): Promise<Reply> {
    const { service, dialect } = this.#loaded;
    const respond: Respond = (next) => service.respond(next, { number, now });
    const isPreferring = call.headers["prefer"] !== undefined;
    if (scenarios.length === 0 && !isPreferring) return respond(call);
    const { operation, account } = service.identify(call, now);
    const occasion: Occasion = {
      call,
      number,
      now,
      operation,
      account,
      dialect,
      ids: service.ids,
      seed: this.seed,
      reject: (failure) => failureReply(failure, dialect, { operation, call, number, now }),
    };
    const run: Respond = (next) => runScenarios({ ...occasion, call: next }, scenarios, respond);
    return isPreferring ? this.#applyPrefer(occasion, run) : run(call);
  }

  async #applyPrefer(occasion: Occasion, run: Respond): Promise<Reply> {
    const { applyPrefer } = await import("../scenarios/prefer.ts");
    return applyPrefer(occasion, this.ownScenarios, run);
  }

  /**
   * Edited scenarios of the start are activated; if they are the same as before, what is active stays. Active ones whose
   * function was edited start again.
   * @returns a function that does so
   * @throws InputError if one is unknown
   */
  #prepareScenarios({ scenarios, ownScenarios: own = {} }: AdoptedOptions): () => void {
    const known = { ...this.ownScenarios, ...own };
    const renew = (scenario: Scenario): Scenario =>
      Object.hasOwn(own, scenario.kind.name) ? parseScenario(scenario.text, known) : scenario;
    const edited = parseGiven(scenarios ?? this.#firstScenarios.map(renew), known);
    const [before, now] = [this.#firstScenarios, edited.scenarios].map((list) =>
      list.map(({ text }) => text).join("\n"),
    );
    return () => {
      this.ownScenarios = edited.ownScenarios;
      this.#firstScenarios = edited.scenarios;
      if (before !== now) this.#scenarios = startScenarios(edited.scenarios);
      else
        this.#scenarios = this.#scenarios.map((active) => {
          const scenario = renew(active.scenario);
          return scenario === active.scenario ? active : new ActiveScenario(scenario);
        });
    };
  }

  #startHandlers(source: HandlersSource = []): void {
    this.#handlers.start(source, this);
  }

  #createEditIds(): IdIssuer {
    return new IdIssuer(hashText(`${this.seed}/edits`));
  }

  /** Runs tasks one after the other, in the order of the calls. */
  #inTurn<Result>(task: () => Promise<Result>): Promise<Result> {
    const result = this.#lastTask.then(task);
    this.#lastTask = result.catch(() => undefined);
    return result;
  }
}

/**
 * Parses scenarios. A function stays available under its name, for instance in the console.
 * @throws InputError if one is unknown
 */
function parseGiven(
  given: readonly GivenScenario[],
  known: OwnScenarios,
): { readonly scenarios: readonly Scenario[]; readonly ownScenarios: OwnScenarios } {
  parseWith(scenariosSchema, givenData("use", given), "the scenarios of");
  const functions = given.filter((one) => typeof one === "function");
  const named = Object.fromEntries(functions.map((scenario) => [nameScenario(scenario), scenario]));
  const ownScenarios = { ...known, ...named };
  const texts = given.map((one) => (typeof one === "function" ? nameScenario(one) : one));
  return { scenarios: parseScenarios(texts, ownScenarios), ownScenarios };
}

/** The name of a function, as far as it can stand in a text. */
function nameScenario({ name }: OwnScenario): string {
  return name.replaceAll(/[^\w-]/g, "") || "own-scenario";
}

/** Adds what browsers need. A response that never arrives has no headers. */
function finishReply(reply: Reply, call: Call, dialect: Dialect): Reply {
  const finished = reply.status === 0 ? reply : forbidScripts(addCorsHeaders(reply, call, dialect.requests.cors));
  return call.method === "HEAD" ? { ...finished, body: "" } : finished;
}

/**
 * A page of a dialect, perhaps copied from a service, must not run scripts in the origin of the console, nor be framed.
 */
function forbidScripts(reply: Reply): Reply {
  if (!/html|xml/i.test(reply.headers["content-type"] ?? "")) return reply;
  const headers = { ...reply.headers, "content-security-policy": "sandbox; frame-ancestors 'none'" };
  return { ...reply, headers };
}
