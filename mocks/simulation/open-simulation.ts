import { Recorder, recordingVersion } from "./recorder/recorder.ts";
import { isByDefault } from "../../fixtures/dialect/declared.ts";
import { WritableJournal } from "../journal/journal.ts";
import type { Dialect } from "../../fixtures/dialect/dialect.ts";
import { collections as kinds, type RecordData, type World } from "../../fixtures/worlds/world.ts";
import { parseScenarios } from "../scenarios/parse.ts";
import { Budget } from "../service/budget.ts";
import { eachKind, findAccount, renderWorld, type Account, type Place } from "../service/accounts.ts";
import { preflightReply } from "../service/cors.ts";
import type { Call, Reply } from "../service/call.ts";
import { adjustableClock, systemClock } from "../service/clock.ts";
import { createIdIssuer, hashText, type IdIssuer } from "../service/identifiers.ts";
import { Listeners } from "../service/listeners.ts";
import { createService, type Service } from "../service/service.ts";
import type { RecordsSnapshot } from "../service/snapshot.ts";
import { EditHistory } from "./edits.ts";
import { mergeRecords } from "./merge.ts";
import { newId } from "./new-user.ts";
import { respond, start } from "./respond.ts";
import type { Collections, Effect, RecordShapes, Simulation, SimulationOptions } from "./simulation.ts";
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
  const observers = new Listeners<Effect>();
  const clock = adjustableClock(opening.clock ?? systemClock, () => observers.tell("setting"));
  const atStart = parseScenarios(opening.scenarios ?? []);
  const budget = opening.budget ?? new Budget(opening.memoryBytes);
  const memory = budget.share();
  let running = start(atStart);
  let calls = 0;
  const active = (): readonly string[] => running.map(({ scenario }) => scenario.text);
  const isKnownToken = (token: string): boolean =>
    served.service.accounts.some(({ tokens }) => tokens.some((known) => known.token === token));
  const journal = new WritableJournal({
    capacity: journalCapacity,
    share: memory,
    cleared: () => observers.tell("journal"),
    isKnownToken,
    accountOf: (call, at) => served.service.recognise(call, at).account?.id,
    isDefault: (rule) => isByDefault(served.dialect, rule),
  });
  const recorder = new Recorder({ checkpoint, share: memory });
  // Separate from the service's ids: a record added by hand does not change the ids that requests get.
  const editIds = (): IdIssuer => createIdIssuer(hashText(`${seed}/edits`));
  let ids = editIds();
  const inTurn = createTurns();
  const edits = new EditHistory({
    accounts: () => served.service.accounts,
    newId: freshId,
    inTurn,
    share: memory,
    changed: (edit, bytes) => recorder.edit(edit, bytes),
  });

  const serve = async (
    { world, dialect }: Pick<Opening, "world" | "dialect">,
    reused?: readonly Account[],
  ): Promise<Served> => {
    const all = renderWorld(world, dialect, startedAt);
    const accounts =
      sandbox === undefined ? all : [{ ...findAccount(all, sandbox.account), tokens: [{ token: sandbox.token }] }];
    const service = await createService({
      dialect,
      seed,
      accounts,
      reused,
      newId: freshId,
      changed: (change, origin) => {
        edits.heard(change, origin);
        observers.tell({ change, isEdit: origin !== "call" });
      },
    });
    return { world, dialect, service, initial: service.snapshot() };
  };
  let served = await serve(opening);
  let { initial } = served;

  function freshId({ account, kind }: Place): string | number {
    return newId(kind, findAccount(served.service.accounts, account)[kind], served.dialect, ids);
  }

  function checkpoint(): Checkpoint {
    const { service } = served;
    return { records: service.snapshot(), calls, scenarios: active(), standing: service.standing() };
  }

  /** The size of a snapshot beside what the world holds, and with a minimum for each record of the world. */
  function bytesOf({ accounts }: Snapshot, perRecord: number): number {
    const known = new Set(recordsOf(initial));
    return recordsOf({ accounts }).reduce(
      (sum, record) => sum + perRecord + (known.has(record) ? 0 : JSON.stringify(record).length),
      0,
    );
  }

  function collections<Shapes extends RecordShapes>(account?: string): Collections<Shapes>;
  function collections(id = served.service.accounts[0]?.id ?? ""): unknown {
    const account = findAccount(served.service.accounts, id);
    return eachKind((kind) => account[kind]);
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
    memory,
    collections,
    // Browsers send preflights by themselves, so request counts leave them out.
    answer: async (call) => preflightReply(call, served.dialect.requests) ?? inTurn(() => answer(call)),
    scenarios: active,
    use: (...scenarios: readonly (string | readonly string[])[]) => {
      running = start(parseScenarios(scenarios.flat()));
      for (const account of served.service.accounts) account.users.hidden.clear();
      recorder.use(active());
      observers.tell("setting");
    },
    bytesOf: (snapshot) => bytesOf(snapshot, 8),
    snapshot: () => ({ ...served.service.snapshot(), clock: clock.setting }),
    restore: (snapshot) =>
      inTurn(async () => {
        await served.service.restore(snapshot);
        recorder.restore(snapshot, bytesOf(snapshot, writtenRecordBytes));
        clock.setting = snapshot.clock;
        edits.clear();
        observers.tell("all");
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
        observers.tell("all");
      }),
    adopt: (next) =>
      inTurn(async () => {
        const now = served.service.snapshot();
        const nextServed = await serve(next, served.service.accounts);
        const { unique } = next.dialect.createUser;
        const merged = mergeRecords(initial, now, nextServed.initial, unique);
        await nextServed.service.restore(merged.records);
        served = nextServed;
        ({ initial } = served);
        recorder.begin(checkpoint());
        edits.clear();
        observers.tell("all");
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
    onChange: (listener) =>
      observers.add((effect) => {
        if (typeof effect === "string" || effect.isEdit) listener();
      }),
    observe: (observer) => observers.add(observer),
  };
}

/** Runs tasks one after the other, in the order of the calls. */
function createTurns(): <Result>(act: () => Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve();
  return (act) => {
    const result = last.then(act);
    last = result.catch(() => undefined);
    return result;
  };
}

/** What a record takes in a recording, at least. */
const writtenRecordBytes = 300;

function recordsOf({ accounts }: Pick<Snapshot, "accounts">): readonly RecordData[] {
  return accounts.flatMap((account) => kinds.flatMap((kind) => account[kind]));
}
