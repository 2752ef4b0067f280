import type { Dialect } from "../../fixtures/dialect/dialect.ts";
import type { World } from "../../fixtures/worlds/world.ts";
import type { Capsule } from "./recording/capsule.ts";
import { createRecorder } from "./recording/recorder.ts";
import { capsuleVersion } from "./recording/version.ts";
import { createJournal, type Journal } from "../journal/journal.ts";
import { parseScenarios } from "../scenarios/parse.ts";
import type { Account } from "../service/accounts.ts";
import type { Call, Reply } from "../service/call.ts";
import { adjustableClock, systemClock, type AdjustableClock, type Clock } from "../service/clock.ts";
import { createIdIssuer, hashText, type IdIssuer } from "../service/identifiers.ts";
import { createTurns } from "../service/turns.ts";
import type { Checkpoint } from "./checkpoint.ts";
import { start } from "./disturbed.ts";
import { createEdits, type Edits } from "./edits.ts";
import { readDialect, readWorld, type DialectInput, type WorldInput } from "./inputs.ts";
import { mergeRecords } from "./merge.ts";
import { newId } from "./newcomer.ts";
import { respond } from "./respond.ts";
import { serveWorld, type OneAccount, type ServedFrom } from "./served.ts";
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
  /** One account alone, under a token of its own; without, the whole world. */
  readonly sandbox?: OneAccount;
  /** How things stood in another simulation, of the same world and dialect, that this one goes on from. */
  readonly from?: Checkpoint;
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
  /**
   * What it was started from and what was done with it since, in order: plain data that gives the same replies again.
   * @param version of orgkit
   */
  capsule(version: string): Capsule;
  /** Tells of each change but calls: records edited, scenarios, clock, reset. @returns what ends it */
  onChange(listener: () => void): () => void;
}

/** What a simulation is opened from. */
type Opening = Omit<SimulationOptions, keyof ServedFrom> & ServedFrom;

/**
 * Starts a simulation.
 * @throws InputError where world and dialect do not go together, or a name is not known
 */
export async function createSimulation(options: SimulationOptions = {}): Promise<Simulation> {
  const { clock = systemClock, seed = 1, sandbox } = options;
  const world = await readWorld(options.world ?? "demo", seed);
  const dialect = await readDialect(options.dialect ?? "reference");
  return open({ ...options, world, dialect, seed, startedAt: clock.now(), sandbox });
}

async function open(opening: Opening): Promise<Simulation> {
  const { seed, journalCapacity = 1000, startedAt, sandbox, from } = opening;
  const listeners = new Set<() => void>();
  const changed = (): void => listeners.forEach((listener) => listener());
  const clock = adjustableClock(opening.clock ?? systemClock, changed);
  const atStart = parseScenarios(opening.scenarios ?? []);
  let served = await serveWorld(opening);
  let running = start(atStart);
  let calls = 0;
  // Calls and all else that changes records take effect one after the other, in the order in which they came.
  const takeTurn = createTurns();
  const active = (): readonly string[] => running.map(({ scenario }) => scenario.text);
  const isKnownToken = (token: string): boolean =>
    served.service.accounts.some(({ tokens }) => tokens.some((known) => known.token === token));
  const journal = createJournal({
    capacity: journalCapacity,
    cleared: changed,
    isKnownToken,
    accountOf: (call, at) => served.service.recognise(call, at).account?.id,
  });
  const recorder = createRecorder({ checkpoint });
  // Not the service's: a record added by hand does not change the ids that calls get.
  const editIds = (): IdIssuer => createIdIssuer(hashText(`${seed}/edits`));
  let ids = editIds();
  const edits = createEdits({
    accounts: () => served.service.accounts,
    newId: (kind, account) => newId(kind, account, served.dialect, ids),
    exclusively: takeTurn,
    changed: (edit) => {
      recorder.edit(edit);
      changed();
    },
  });

  function checkpoint(): Checkpoint {
    const { service } = served;
    return { calls, scenarios: active(), records: service.snapshot(), standing: service.standing() };
  }

  async function answer(call: Call): Promise<Reply> {
    // A preflight is the browser's own business: whoever counts calls means others.
    if (call.method === "OPTIONS") return served.service.respond(call, clock.now());
    const arrival = { number: calls + 1, at: clock.now(), call };
    const replied = recorder.call(arrival);
    calls += 1;
    const { service, dialect } = served;
    const reply = await respond(call, { service, dialect, seed, running, number: arrival.number, now: arrival.at });
    replied(reply);
    journal.record({ ...arrival, reply });
    return reply;
  }

  if (from !== undefined) {
    await served.service.restore(from.records, from.standing);
    running = start(parseScenarios(from.scenarios));
    calls = from.calls;
    recorder.begin(from);
  }

  return {
    get dialect() {
      return served.dialect;
    },
    get world() {
      return { name: served.world.name };
    },
    get accounts() {
      return served.service.accounts;
    },
    seed,
    clock,
    journal,
    edits,
    answer: (call) => takeTurn(() => answer(call)),
    scenarios: active,
    use: (...scenarios) => {
      running = start(parseScenarios(scenarios));
      for (const account of served.service.accounts) account.users.showAll();
      recorder.use(active());
      changed();
    },
    snapshot: () => ({ ...served.service.snapshot(), clock: clock.setting }),
    restore: (snapshot) =>
      takeTurn(async () => {
        await served.service.restore(snapshot);
        recorder.restore(snapshot);
        clock.setting = snapshot.clock;
        edits.clear();
        changed();
      }),
    reset: () =>
      takeTurn(async () => {
        await served.service.restore(served.initial);
        recorder.begin();
        clock.resume();
        edits.clear();
        ids = editIds();
        running = start(atStart);
        calls = 0;
        journal.clear();
        changed();
      }),
    adopt: (next) =>
      takeTurn(async () => {
        const now = served.service.snapshot();
        const nextServed = await serveWorld({ ...opening, ...next });
        const { unique } = next.dialect.createUser;
        const merged = mergeRecords(served.initial, now, nextServed.initial, unique);
        await nextServed.service.restore(merged.records);
        served = nextServed;
        recorder.begin(checkpoint());
        edits.clear();
        changed();
        return merged.conflicts;
      }),
    fork: async (account, token, forkSeed = seed) => {
      const { from: _, ...same } = opening;
      const { world, dialect } = served;
      return open({ ...same, world, dialect, seed: forkSeed, sandbox: { account, token } });
    },
    capsule: (version) => ({
      capsule: capsuleVersion,
      orgkit: version,
      seed,
      startedAt,
      scenarios: atStart.map(({ text }) => text),
      ...(sandbox === undefined ? {} : { sandbox }),
      ...recorder.recording(isKnownToken),
      dialect: served.dialect,
      world: served.world,
    }),
    onChange: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
