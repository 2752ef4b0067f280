import { createRecorder } from "./recorder/recorder.ts";
import { recordingVersion } from "./recorder/version.ts";
import { isByDefault } from "../../fixtures/dialect/declared.ts";
import { createJournal } from "../journal/journal.ts";
import type { Dialect } from "../../fixtures/dialect/dialect.ts";
import { collections as kinds, type RecordData, type World } from "../../fixtures/worlds/world.ts";
import { parseScenarios } from "../scenarios/parse.ts";
import { Budget, type Share } from "../service/budget.ts";
import { renderWorld, type Account, type OpenOptions, type Place } from "../service/accounts.ts";
import { preflightReply } from "../service/cors.ts";
import type { Call, Reply } from "../service/call.ts";
import { adjustableClock, systemClock } from "../service/clock.ts";
import { createIdIssuer, hashText, type IdIssuer } from "../service/identifiers.ts";
import { createService, type Service } from "../service/service.ts";
import type { RecordsSnapshot } from "../service/snapshot.ts";
import { collectionsOf } from "./collections.ts";
import { createEdits, findAccount } from "./edits.ts";
import { createObservers } from "./observers.ts";
import { mergeRecords } from "./merge.ts";
import { newId } from "./new-user.ts";
import { respond, start } from "./respond.ts";
import type { Simulation, SimulationOptions } from "./simulation.ts";
import type { Checkpoint, Snapshot } from "./snapshot.ts";

/** What a simulation is opened from. */
interface Opening extends Omit<SimulationOptions, "world" | "dialect"> {
  readonly world: World;
  readonly dialect: Dialect;
  readonly seed: number;
  /** The start, which relative timestamps refer to: milliseconds since 1970. */
  readonly startedAt: number;
  readonly budget?: Budget;
}

/** The records of a world in a dialect. */
interface Served extends Pick<Opening, "world" | "dialect"> {
  readonly service: Service;
  /** The records as in the world file. */
  readonly initial: RecordsSnapshot;
}

/**
 * Opens a simulation on a world and a dialect. Rejects with an InputError if they are incompatible or a scenario is
 * unknown.
 */
export async function openSimulation(opening: Opening): Promise<Simulation> {
  const { seed, journalCapacity = 1000, startedAt, sandbox, from } = opening;
  const { tell, join, onChange } = createObservers();
  const clock = adjustableClock(opening.clock ?? systemClock, tell.setting);
  const atStart = parseScenarios(opening.scenarios ?? []);
  const budget = opening.budget ?? new Budget(opening.memoryBytes);
  const memory = budget.share();
  let caches = budget.share();
  let running = start(atStart);
  let calls = 0;
  const active = (): readonly string[] => running.map(({ scenario }) => scenario.text);
  const isKnownToken = (token: string): boolean =>
    served.service.accounts.some(({ tokens }) => tokens.some((known) => known.token === token));
  const journal = createJournal({
    capacity: journalCapacity,
    share: memory,
    cleared: tell.changed,
    isKnownToken,
    accountOf: (call, at) => served.service.recognise(call, at).account?.id,
    isDefault: (rule) => isByDefault(served.dialect, rule),
  });
  const recorder = createRecorder({ checkpoint, share: memory });
  // Separate from the service's ids: a record added by hand does not change the ids that requests get.
  const editIds = (): IdIssuer => createIdIssuer(hashText(`${seed}/edits`));
  let ids = editIds();
  const inTurn = createTurns();
  const { edits, heard } = createEdits({
    accounts: () => served.service.accounts,
    newId: freshId,
    inTurn,
    share: memory,
    changed: (edit, bytes) => {
      recorder.edit(edit, bytes);
      tell.changed();
    },
  });

  const serve = async (
    { world, dialect }: Pick<Opening, "world" | "dialect">,
    share: Share,
    reused?: readonly Account[],
  ): Promise<Served> => {
    const all = renderWorld(world, dialect, startedAt);
    const accounts =
      sandbox === undefined ? all : [{ ...findAccount(all, sandbox.account), tokens: [{ token: sandbox.token }] }];
    const changed: OpenOptions["changed"] = (change, origin) => {
      tell.record(change);
      heard(change, origin);
    };
    const service = await createService({ dialect, seed, accounts, share, reused, newId: freshId, changed });
    return { world, dialect, service, initial: service.snapshot() };
  };
  let served = await serve(opening, caches);
  let { initial } = served;

  function freshId({ account, kind }: Place): string | number {
    return newId(kind, findAccount(served.service.accounts, account)[kind], served.dialect, ids);
  }

  function checkpoint(): Checkpoint {
    const { service } = served;
    return { records: service.snapshot(), calls, scenarios: active(), standing: service.standing() };
  }

  function bytesOf({ accounts }: Snapshot): { readonly kept: number; readonly written: number } {
    const known = new Set(recordsOf(initial));
    const records = recordsOf({ accounts });
    const own = records.filter((record) => !known.has(record));
    const ownBytes = own.reduce((sum, record) => sum + JSON.stringify(record).length, 0);
    return {
      kept: 8 * records.length + ownBytes,
      written: usualRecordBytes * (records.length - own.length) + ownBytes,
    };
  }

  async function answer(call: Call): Promise<Reply> {
    calls += 1;
    const number = calls;
    const now = clock.now();
    const { service, dialect } = served;
    const reply = await respond(call, { service, dialect, seed, running, number, now });
    const happening = { number, at: now, call, reply };
    recorder.call(happening);
    journal.record(happening);
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
    get ids() {
      return served.service.ids.state;
    },
    seed,
    clock,
    journal,
    edits,
    memory: { ...memory, end: () => [memory, caches].forEach((share) => share.end()) },
    collections: (account) => collectionsOf(served.service.accounts, account),
    // Browsers send preflights by themselves, so request counts leave them out.
    answer: async (call) => preflightReply(call, served.dialect.requests) ?? inTurn(() => answer(call)),
    scenarios: active,
    use: (...scenarios: readonly (string | readonly string[])[]) => {
      running = start(parseScenarios(scenarios.flat()));
      for (const account of served.service.accounts) account.users.hidden.clear();
      recorder.use(active());
      tell.setting();
    },
    bytesOf: (snapshot) => bytesOf(snapshot).kept,
    snapshot: () => ({ ...served.service.snapshot(), clock: clock.setting }),
    restore: (snapshot) =>
      inTurn(async () => {
        await served.service.restore(snapshot);
        recorder.restore(snapshot, bytesOf(snapshot));
        clock.setting = snapshot.clock;
        edits.clear();
        tell.all();
      }),
    reset: () =>
      inTurn(async () => {
        await served.service.restore(initial);
        initial = served.service.snapshot();
        recorder.begin();
        clock.resume();
        edits.clear();
        ids = editIds();
        running = start(atStart);
        calls = 0;
        journal.clear();
        tell.all();
      }),
    adopt: (next) =>
      inTurn(async () => {
        const now = served.service.snapshot();
        const nextCaches = budget.share();
        const nextServed = await serve(next, nextCaches, served.service.accounts);
        const { unique } = next.dialect.createUser;
        const merged = mergeRecords(initial, now, nextServed.initial, unique);
        await nextServed.service.restore(merged.records);
        served = nextServed;
        ({ initial } = served);
        caches.end();
        caches = nextCaches;
        recorder.begin(checkpoint());
        edits.clear();
        tell.all();
        return merged.conflicts;
      }),
    fork: (account, token, forkSeed = seed) => {
      const { from: _, ...same } = opening;
      const { world, dialect } = served;
      return openSimulation({ ...same, budget, world, dialect, seed: forkSeed, sandbox: { account, token } });
    },
    recording: (version) => ({
      recording: recordingVersion,
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

/** Runs tasks one after the other, in the order of the calls. */
function createTurns(): <Result>(act: () => Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> | undefined;
  return (act) => {
    const result = last === undefined ? act() : last.then(act);
    const settle = (): void => {
      if (last === settled) last = undefined;
    };
    const settled = result.then(settle, settle);
    last = settled;
    return result;
  };
}

/** The minimum of a world record in a recording. */
const usualRecordBytes = 300;

function recordsOf({ accounts }: Pick<Snapshot, "accounts">): readonly RecordData[] {
  return accounts.flatMap((account) => kinds.flatMap((kind) => account[kind]));
}
