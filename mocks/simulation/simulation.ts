import type { Dialect } from "../../fixtures/dialect/dialect.ts";
import { InputError } from "../../fixtures/input-error.ts";
import type { World } from "../../fixtures/worlds/world.ts";
import { createJournal, type Journal } from "../journal/journal.ts";
import { parseScenarios } from "../scenarios/parse.ts";
import { renderWorld, type Account, type AccountRecords } from "../service/accounts.ts";
import type { Call, Reply } from "../service/call.ts";
import { adjustableClock, systemClock, type AdjustableClock, type Clock } from "../service/clock.ts";
import { readable } from "../service/cors.ts";
import { failureReply } from "../service/failure-reply.ts";
import { createService } from "../service/service.ts";
import { disturbed, preferred, start, type Occasion } from "./disturbed.ts";
import { createEdits, type Edits } from "./edits.ts";
import { readDialect, readWorld, type DialectInput, type WorldInput } from "./inputs.ts";
import { mergeRecords } from "./merge.ts";
import { newcomer, newId } from "./newcomer.ts";
import type { Snapshot } from "./snapshot.ts";

export interface SimulationOptions {
  /** A world, or the name of one that comes with orgkit; `demo` by default. */
  readonly world?: WorldInput;
  /** A dialect, or the name of one that comes with orgkit; `reference` by default. */
  readonly dialect?: DialectInput;
  /** Of the ids the simulation issues, and of the scenarios; any integer, 1 by default. */
  readonly seed?: number;
  readonly clock?: Clock;
  /** In force from the start, and again after a reset: `latency:ms=200`. */
  readonly scenarios?: readonly string[];
  /** How many calls the journal keeps: 1,000 by default. */
  readonly journalCapacity?: number;
}

/** The in-memory service with all that tests need around it: world, dialect and clock, in; replies, out. */
export interface Simulation {
  readonly dialect: Dialect;
  readonly world: { readonly name: string };
  readonly seed: number;
  readonly accounts: readonly Account[];
  readonly clock: AdjustableClock;
  /** The calls it answered, and why each reply is what it is. */
  readonly journal: Journal;
  /** Changes of the records from outside the interface. */
  readonly edits: Edits;
  /** Answers one call. Never rejects: whatever is wrong with a call is a reply. */
  answer(call: Call): Promise<Reply>;
  /** The scenarios in force, as they are written; the first is the outermost. */
  scenarios(): readonly string[];
  /**
   * Puts these scenarios in force and ends all others; none at all ends every one.
   * @param scenarios as text: `latency`, `latency:ms=200,on=listUsers`
   * @throws InputError where one is not known, and changes nothing
   */
  use(...scenarios: readonly string[]): void;
  /** What it holds now, as plain data. */
  snapshot(): Snapshot;
  /** @throws InputError where the snapshot is of another world, and changes nothing */
  restore(snapshot: Snapshot): Promise<void>;
  /** Back to the start: records, ids, clock, scenarios and journal. */
  reset(): Promise<void>;
  /**
   * Takes over another world or dialect and keeps what was done since the start, where they do not differ on it.
   * @returns in words, what could not be kept
   * @throws InputError where world and dialect do not go together, and changes nothing
   */
  adopt(next: { readonly world: World; readonly dialect: Dialect }): Promise<readonly string[]>;
  /**
   * A simulation of its own of one account as it was at the start, under another token.
   * @throws InputError where there is no such account
   */
  fork(account: string, token: string, seed?: number): Promise<Simulation>;
  /** Tells of each change but calls: records edited, scenarios, clock, reset. @returns what ends it */
  onChange(listener: () => void): () => void;
}

/** What a simulation is opened from: rendered accounts, and the rest of its options. */
interface Opening extends Omit<SimulationOptions, "world" | "dialect"> {
  readonly dialect: Dialect;
  readonly worldName: string;
  readonly accounts: readonly AccountRecords[];
  /** The moment relative ones were resolved against, milliseconds since 1970. */
  readonly startedAt: number;
}

/**
 * Starts a simulation.
 * @throws InputError where world and dialect do not go together, or a name is not known
 */
export async function createSimulation(options: SimulationOptions = {}): Promise<Simulation> {
  const { clock = systemClock, seed = 1 } = options;
  const world = await readWorld(options.world ?? "demo", seed);
  const dialect = await readDialect(options.dialect ?? "reference");
  const startedAt = clock.now();
  return open({
    ...options,
    dialect,
    worldName: world.name,
    accounts: renderWorld(world, dialect, startedAt),
    startedAt,
  });
}

async function open(opening: Opening): Promise<Simulation> {
  const { seed = 1, journalCapacity = 1000, startedAt } = opening;
  const listeners = new Set<() => void>();
  const changed = (): void => listeners.forEach((listener) => listener());
  const clock = adjustableClock(opening.clock ?? systemClock, changed);
  let { worldName, accounts: records, dialect } = opening;
  let service = await createService({ accounts: records, dialect, seed });
  let initial = service.snapshot();
  const journal = createJournal({
    capacity: journalCapacity,
    isKnownToken: (token) => service.accounts.some(({ tokens }) => tokens.some((known) => known.token === token)),
    accountOf: (call, at) => service.recognise(call, at).account?.id,
  });
  const edits = createEdits({
    accounts: () => service.accounts,
    newId: (kind, account) => newId(kind, account, dialect, service.ids),
    exclusively: (task) => service.exclusively(task),
    changed,
  });
  const atStart = parseScenarios(opening.scenarios ?? []);
  let running = start(atStart);
  let calls = 0;

  async function answer(call: Call): Promise<Reply> {
    const number = (calls += 1);
    const at = clock.now();
    const reply = await respond(call, number, at);
    // A preflight is the browser's own business: whoever counts calls means others.
    if (call.method !== "OPTIONS") journal.record({ number, at, call, reply });
    return reply;
  }

  async function respond(call: Call, number: number, now: number): Promise<Reply> {
    const serve = (): Promise<Reply> => service.respond(call, now);
    const isDisturbed = running.length > 0 || call.headers["prefer"] !== undefined;
    if (!isDisturbed || call.method === "OPTIONS") return withoutBodyOfHead(call, await serve());
    const occasion = occasionOf(call, number, now);
    const reply = await preferred(call, occasion, () => disturbed(occasion, running, serve));
    return withoutBodyOfHead(call, reply);
  }

  function occasionOf(call: Call, number: number, now: number): Occasion {
    const { operation, account } = service.recognise(call, now);
    const { ids } = service;
    return {
      call,
      number,
      now,
      operation,
      account,
      dialect,
      seed,
      refuse: (failure) => readable(failureReply(failure, dialect, operation)),
      insertUser: (into, index) =>
        service.exclusively(() => into.users.insert({ record: newcomer(into, dialect, ids, now), index })),
    };
  }

  return {
    get dialect() {
      return dialect;
    },
    get world() {
      return { name: worldName };
    },
    get accounts() {
      return service.accounts;
    },
    seed,
    clock,
    journal,
    edits,
    answer,
    scenarios: () => running.map(({ scenario }) => scenario.text),
    use: (...scenarios) => {
      running = start(parseScenarios(scenarios));
      for (const account of service.accounts) account.users.showAll();
      changed();
    },
    snapshot: () => ({ ...service.snapshot(), clock: clock.setting }),
    restore: async (snapshot) => {
      await service.restore(snapshot);
      clock.setting = snapshot.clock;
      edits.clear();
      changed();
    },
    reset: async () => {
      await service.restore(initial);
      clock.resume();
      edits.clear();
      running = start(atStart);
      calls = 0;
      journal.clear();
      changed();
    },
    adopt: async (next) => {
      const rendered = renderWorld(next.world, next.dialect, startedAt);
      const nextService = await createService({ accounts: rendered, dialect: next.dialect, seed });
      const nextInitial = nextService.snapshot();
      const merged = mergeRecords(initial, service.snapshot(), nextInitial, next.dialect.createUser.unique);
      await nextService.restore(merged.records);
      [service, initial, records, dialect, worldName] = [
        nextService,
        nextInitial,
        rendered,
        next.dialect,
        next.world.name,
      ];
      edits.clear();
      changed();
      return merged.conflicts;
    },
    fork: (account, token, forkSeed = seed) =>
      open({ ...opening, worldName, dialect, accounts: oneAccount(records, account, token), seed: forkSeed }),
    onChange: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function withoutBodyOfHead(call: Call, reply: Reply): Reply {
  return call.method === "HEAD" ? { ...reply, body: "" } : reply;
}

function oneAccount(accounts: readonly AccountRecords[], id: string, token: string): readonly AccountRecords[] {
  const account = accounts.find((candidate) => candidate.id === id);
  if (account !== undefined) return [{ ...account, tokens: [{ token }] }];
  const known = accounts.map((candidate) => candidate.id).join(", ");
  throw new InputError("Account", [{ at: id, problem: `there is no such account; expected ${known}` }]);
}
