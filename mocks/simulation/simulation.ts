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
import type { Checkpoint } from "./checkpoint.ts";
import { start } from "./disturbed.ts";
import { createEdits, type Edits } from "./edits.ts";
import { createObservers, type Observer } from "./observers.ts";
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
  /** Where the issuing of ids stands, as a snapshot holds it. */
  readonly ids: readonly number[];
  readonly clock: AdjustableClock;
  /** The calls it answered, and why each reply is what it is. */
  readonly journal: Journal;
  /** Changes of the records from outside the interface. */
  readonly edits: Edits;
  /** Answers one call, at once and whole. Never throws: whatever is wrong with a call is a reply. */
  answer(call: Call): Reply;
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
  restore(snapshot: Snapshot): void;
  /** Back to the start: records, ids, clock, scenarios and journal. */
  reset(): void;
  /**
   * Takes over another world or dialect and keeps what was done since the start, where they do not differ on it.
   * @returns in words, what could not be kept
   * @throws InputError where world and dialect do not go together, and changes nothing
   */
  adopt(next: { readonly world: World; readonly dialect: Dialect }): readonly string[];
  /**
   * A simulation of its own of one account as it was at the start, under another token.
   * @throws InputError where there is no such account
   */
  fork(account: string, token: string, seed?: number): Simulation;
  /**
   * What it was started from and what was done with it since, in order: plain data that gives the same replies again.
   * @param version of orgkit
   */
  capsule(version: string): Capsule;
  /** Tells of each change but calls: records edited, scenarios, clock, reset. @returns what ends it */
  onChange(listener: () => void): () => void;
  /** Tells of each effect on what it holds, by calls too, at once. @returns what ends it */
  observe(observer: Observer): () => void;
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

function open(opening: Opening): Simulation {
  const { seed, journalCapacity = 1000, startedAt, sandbox, from } = opening;
  const { tell, join, onChange } = createObservers();
  const clock = adjustableClock(opening.clock ?? systemClock, tell.setting);
  const atStart = parseScenarios(opening.scenarios ?? []);
  let served = serveWorld({ ...opening, recordChanged: tell.record });
  let running = start(atStart);
  let calls = 0;
  const active = (): readonly string[] => running.map(({ scenario }) => scenario.text);
  const isKnownToken = (token: string): boolean =>
    served.service.accounts.some(({ tokens }) => tokens.some((known) => known.token === token));
  const journal = createJournal({
    capacity: journalCapacity,
    cleared: tell.changed,
    isKnownToken,
    accountOf: (call, at) => served.service.recognise(call, at).account?.id,
  });
  const recorder = createRecorder({ mark });
  // Not the service's: a record added by hand does not change the ids that calls get.
  const editIds = (): IdIssuer => createIdIssuer(hashText(`${seed}/edits`));
  let ids = editIds();
  const edits = createEdits({
    accounts: () => served.service.accounts,
    newId: (kind, account) => newId(kind, account, served.dialect, ids),
    changed: (edit) => {
      recorder.edit(edit);
      tell.changed();
    },
  });

  function mark(): () => Checkpoint {
    const { service } = served;
    const records = service.mark();
    const stands = { calls, scenarios: active(), standing: service.standing() };
    return () => ({ ...stands, records: records() });
  }

  function answer(call: Call): Reply {
    // A preflight is the browser's own business: whoever counts calls means others.
    if (call.method === "OPTIONS") return served.service.respond(call, clock.now());
    calls += 1;
    const number = calls;
    const now = clock.now();
    const { service, dialect } = served;
    const reply = respond(call, { service, dialect, seed, running, number, now });
    const happening = { number, at: now, call, reply };
    recorder.call(happening);
    journal.record(happening);
    return reply;
  }

  if (from !== undefined) {
    served.service.restore(from.records, from.standing);
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
    get ids() {
      return served.service.ids.state;
    },
    seed,
    clock,
    journal,
    edits,
    answer,
    scenarios: active,
    use: (...scenarios) => {
      running = start(parseScenarios(scenarios));
      for (const account of served.service.accounts) account.users.showAll();
      recorder.use(active());
      tell.setting();
    },
    snapshot: () => ({ ...served.service.mark()(), clock: clock.setting }),
    restore: (snapshot) => {
      served.service.restore(snapshot);
      recorder.restore(snapshot);
      clock.setting = snapshot.clock;
      edits.clear();
      tell.all();
    },
    reset: () => {
      served.service.restore(served.initial());
      recorder.begin();
      clock.resume();
      edits.clear();
      ids = editIds();
      running = start(atStart);
      calls = 0;
      journal.clear();
      tell.all();
    },
    adopt: (next) => {
      const now = served.service.mark()();
      const nextServed = serveWorld({ ...opening, ...next, recordChanged: tell.record });
      const { unique } = next.dialect.createUser;
      const merged = mergeRecords(served.initial(), now, nextServed.initial(), unique);
      nextServed.service.restore(merged.records);
      served = nextServed;
      recorder.begin(mark()());
      edits.clear();
      tell.all();
      return merged.conflicts;
    },
    fork: (account, token, forkSeed = seed) => {
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
    onChange,
    observe: join,
  };
}
