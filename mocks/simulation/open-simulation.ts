import { z } from "zod";
import { counted } from "../../fixtures/counted.ts";
import { isByDefault } from "../../fixtures/dialect/declared.ts";
import type { Dialect } from "../../fixtures/dialect/dialect.ts";
import { openDialect } from "../../fixtures/dialect/open.ts";
import { openWorld } from "../../fixtures/worlds/open.ts";
import { parseWith } from "../../fixtures/parse-with.ts";
import { own } from "../../fixtures/own.ts";
import type { RecordData, World } from "../../fixtures/worlds/world.ts";
import { WritableJournal } from "../journal/journal.ts";
import { parseScenarios } from "../scenarios/parse.ts";
import type { Scenario } from "../scenarios/scenario.ts";
import { eachKind, findAccount, renderWorld, type Account, type Place } from "../service/accounts.ts";
import type { Call, Reply } from "../service/call.ts";
import { adjustableClock, systemClock, type AdjustableClock, type Clock } from "../service/clock.ts";
import { preflightReply } from "../service/cors.ts";
import { createIdIssuer, hashText, type IdIssuer } from "../service/identifiers.ts";
import { Listeners } from "../service/listeners.ts";
import { findMisfits } from "../service/world-misfits.ts";
import { createService, type Service } from "../service/service.ts";
import type { RecordsSnapshot } from "../service/snapshot.ts";
import { Edits } from "./edits.ts";
import { newId } from "./new-user.ts";
import { respond, start, type Running } from "./respond.ts";
import type { Collections, Effect, RecordShapes, Simulation, SimulationOptions } from "./simulation.ts";
import type { Snapshot } from "./snapshot.ts";

/** The options of a simulation from outside: `world` and `dialect` are read by their own schemas. */
const optionsSchema = z
  .strictObject({
    world: z.unknown(),
    dialect: z.unknown(),
    seed: z.int(),
    clock: z.custom<Clock>((clock) => typeof Object(clock).now === "function", "expected a clock: { now: () => … }"),
    scenarios: z.array(z.string()),
    journalCapacity: z.int().min(0),
    sandbox: z.strictObject({ account: z.string(), token: z.string() }),
  })
  .partial();

/** @throws InputError if an option is unknown or has the wrong type */
function checkOptions(options: SimulationOptions): void {
  const given = { path: "createSimulation", value: options, position: () => "" };
  parseWith(optionsSchema, given, "the options of", (option) =>
    Object.hasOwn(optionsSchema.shape, option.split(/[.[]/)[0] ?? "")
      ? undefined
      : `unknown option; expected one of ${Object.keys(optionsSchema.shape).join(", ")}`,
  );
}

/** What a simulation is opened from. */
interface Opening extends Omit<SimulationOptions, "world" | "dialect"> {
  readonly world: World;
  readonly dialect: Dialect;
  readonly seed: number;
  /** The start, which relative timestamps refer to: milliseconds since 1970. */
  readonly startedAt: number;
}

/** A world in a dialect, ready to answer requests. */
interface Served extends Pick<Opening, "world" | "dialect"> {
  readonly service: Service;
}

/** `createSimulation`, which loads this module. */
export async function openSimulation(options: SimulationOptions): Promise<Simulation> {
  checkOptions(options);
  const { clock = systemClock, seed = 1 } = options;
  const world = await openWorld(options.world ?? "demo", seed);
  const dialect = await openDialect(options.dialect ?? "reference");
  return startSimulation({ ...options, world, dialect, seed, startedAt: clock.now() });
}

async function startSimulation(opening: Opening): Promise<Simulation> {
  const simulation = new LiveSimulation(opening);
  await simulation.load(opening);
  return simulation;
}

/** Mistakes to show: after the first few, most are alike. */
const shownMisfits = 5;

function warnOfMisfits(world: string, misfits: readonly string[]): void {
  if (misfits.length === 0) return;
  const further = misfits.length - shownMisfits;
  const lines = [...misfits.slice(0, shownMisfits), ...(further > 0 ? [`and ${further} more`] : [])];
  console.warn([`[orgkit] The world "${world}" does not match the records of its dialect:`, ...lines].join("\n  "));
}

class LiveSimulation implements Simulation {
  readonly seed: number;
  readonly clock: AdjustableClock;
  readonly journal: WritableJournal;
  readonly edits: Edits;
  readonly collections: Simulation["collections"];
  readonly #opening: Opening;
  readonly #observers = new Listeners<Effect>();
  /** The scenarios of the start, and again after a reset. */
  readonly #atStart: readonly Scenario[];
  #running: readonly Running[];
  #served: Served | undefined;
  /** The records at the start. */
  #initial: RecordsSnapshot = { ids: [], accounts: [] };
  #requests = 0;
  /** The ids of edits, separate from the service's: a record added by hand does not change the ids of requests. */
  #editIds: IdIssuer;
  /** The end of the task that runs now, which the next one waits for. */
  #lastTask: Promise<unknown> = Promise.resolve();

  constructor(opening: Opening) {
    const { seed, scenarios = [], clock = systemClock, journalCapacity = 1000 } = opening;
    this.#opening = opening;
    this.seed = seed;
    this.clock = adjustableClock(clock, () => this.#observers.tell("setting"));
    this.#atStart = parseScenarios(scenarios);
    this.#running = start(this.#atStart);
    this.#editIds = this.#newEditIds();
    this.journal = new WritableJournal({
      capacity: journalCapacity,
      cleared: () => this.#observers.tell("journal"),
      isKnownToken: (token) => this.accounts.some(({ tokens }) => tokens.some((known) => known.token === token)),
      accountOf: (call, at) => this.#loaded.service.recognise(call, at).account?.id,
      isDefault: (rule) => isByDefault(this.dialect, rule),
    });
    this.collections = collectionsIn(() => this.accounts);
    this.edits = new Edits({
      accounts: () => this.accounts,
      newId: (place) => this.#newId(place),
      inTurn: (act) => this.#inTurn(act),
    });
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
    return this.#loaded.service.ids.state;
  }

  // Browsers send preflights by themselves, so request counts leave them out.
  readonly answer = async (call: Call): Promise<Reply> =>
    preflightReply(call, this.dialect.requests) ?? this.#inTurn(() => this.#answer(call));

  readonly scenarios = (): readonly string[] => this.#running.map(({ scenario }) => scenario.text);

  readonly use = (...scenarios: readonly (string | readonly string[])[]): void => {
    this.#running = start(parseScenarios(scenarios.flat()));
    for (const account of this.accounts) account.users.hidden.clear();
    this.#observers.tell("setting");
  };

  readonly snapshot = (): Snapshot => ({ ...this.#loaded.service.snapshot(), clock: this.clock.setting });

  readonly restore = (snapshot: Snapshot): Promise<void> =>
    this.#inTurn(async () => {
      await this.#loaded.service.restore(snapshot);
      this.clock.setting = snapshot.clock;
      this.#observers.tell("all");
    });

  readonly reset = (): Promise<void> =>
    this.#inTurn(async () => {
      await this.#loaded.service.restore(this.#initial);
      this.clock.resume();
      this.#editIds = this.#newEditIds();
      this.#running = start(this.#atStart);
      this.#requests = 0;
      this.journal.clear();
      this.#observers.tell("all");
    });

  readonly adopt = (given: Pick<SimulationOptions, "world" | "dialect">): Promise<readonly string[]> =>
    this.#inTurn(async () => {
      const next = {
        world: await openWorld(given.world ?? this.world, this.seed),
        dialect: await openDialect(given.dialect ?? this.dialect),
      };
      const created = createdUsers(this.#initial, this.#loaded.service.snapshot());
      await this.load(next, this.accounts);
      const { users, dropped } = await this.#addUsers(created);
      this.#observers.tell("all");
      return users === 0 ? dropped : [`kept ${counted(users, "created user")}`, ...dropped];
    });

  readonly fork = (account: string, token: string, seed = this.seed): Promise<Simulation> => {
    const { world, dialect } = this.#loaded;
    return startSimulation({ ...this.#opening, world, dialect, seed, sandbox: { account, token } });
  };

  readonly onChange = (listener: () => void): (() => void) =>
    this.#observers.add((effect) => {
      if (typeof effect === "string" || effect.isEdit) listener();
    });

  readonly observe = (observer: (effect: Effect) => void): (() => void) => this.#observers.add(observer);

  /**
   * Starts to serve a world in a dialect.
   * @param reused collections to refill, so that references to them stay valid
   */
  async load({ world, dialect }: Pick<Opening, "world" | "dialect">, reused?: readonly Account[]): Promise<void> {
    const { seed, startedAt, sandbox } = this.#opening;
    const all = renderWorld(world, dialect, startedAt);
    warnOfMisfits(world.name, findMisfits(all, dialect));
    const accounts =
      sandbox === undefined ? all : [{ ...findAccount(all, sandbox.account), tokens: [{ token: sandbox.token }] }];
    const service = await createService({
      dialect,
      seed,
      accounts,
      reused,
      startedAt,
      newId: (place) => this.#newId(place),
      changed: (change, origin) => this.#observers.tell({ change, isEdit: origin !== "call" }),
    });
    if (this.#served !== undefined) service.ids.state = [...this.#served.service.ids.state];
    this.#served = { world, dialect, service };
    this.#initial = service.snapshot();
  }

  get #loaded(): Served {
    if (this.#served === undefined) throw new Error("the simulation is used before its world is loaded");
    return this.#served;
  }

  async #answer(call: Call): Promise<Reply> {
    this.#requests += 1;
    const [number, now] = [this.#requests, this.clock.now()];
    const { service, dialect } = this.#loaded;
    const reply = await respond(call, { service, dialect, seed: this.seed, running: this.#running, number, now });
    this.journal.record({ number, at: now, call, reply });
    return reply;
  }

  /** Adds users that were created before another world was loaded, unless their id or a unique value is taken. */
  async #addUsers(created: readonly CreatedUser[]): Promise<{ users: number; dropped: readonly string[] }> {
    const dropped: string[] = [];
    for (const { account: id, user } of created) {
      const account = this.accounts.find((candidate) => candidate.id === id);
      const taken = ["id", ...this.dialect.createUser.unique].filter((field) =>
        field === "id" ? account?.users.find(String(user.id)) : account?.users.isTaken(field, own(user, field)),
      );
      const reason =
        account === undefined ? "its account is gone from the file" : `its ${taken.join(" and ")} is taken`;
      if (account === undefined || taken.length > 0)
        dropped.push(`dropped created user ${user.id} of ${id}: ${reason}`);
      else await account.users.apply({ after: { record: user, index: account.users.count() } }, "call");
    }
    return { users: created.length - dropped.length, dropped };
  }

  #newId({ account, kind }: Place): string | number {
    return newId(kind, findAccount(this.accounts, account)[kind], this.dialect, this.#editIds);
  }

  #newEditIds(): IdIssuer {
    return createIdIssuer(hashText(`${this.seed}/edits`));
  }

  /** Runs tasks one after the other, in the order of the calls. */
  #inTurn<Result>(act: () => Promise<Result>): Promise<Result> {
    const result = this.#lastTask.then(act);
    this.#lastTask = result.catch(() => undefined);
    return result;
  }
}

interface CreatedUser {
  readonly account: string;
  readonly user: RecordData;
}

/** The users that were added since the start. */
function createdUsers(initial: RecordsSnapshot, now: RecordsSnapshot): readonly CreatedUser[] {
  return now.accounts.flatMap(({ id: account, users }) => {
    const before = new Set(initial.accounts.find(({ id }) => id === account)?.users.map(({ id }) => id));
    return users.filter(({ id }) => !before.has(id)).map((user) => ({ account, user }));
  });
}

function collectionsIn(accounts: () => readonly Account[]): Simulation["collections"] {
  // The caller says which fields the records have.
  function collections<Shapes extends RecordShapes>(account?: string): Collections<Shapes>;
  function collections(id = accounts()[0]?.id ?? ""): unknown {
    const account = findAccount(accounts(), id);
    return eachKind((kind) => account[kind]);
  }
  return collections;
}
