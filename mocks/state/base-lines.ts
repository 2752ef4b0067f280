import { collections as kinds } from "../../fixtures/worlds/world.ts";
import type { Simulation } from "../simulation/simulation.ts";
import { formatVersion, type Header, type RecordsEntry, type Source, type StandingEntry } from "./entries.ts";
import { jsonBatches } from "./json-batches.ts";
import { sealLine, writeLine } from "./state-line.ts";

/** What a base tells beside what the simulation holds. */
export interface BaseOf {
  /** Version of orgkit. */
  readonly kit: string;
  readonly source: Source;
  /** The scenarios the mock was started with. */
  readonly asked: readonly string[];
}

/**
 * All a simulation holds, as the lines a state file begins with.
 * @returns the lines of this very moment, made one by one as they are asked for
 */
export function baseLines(simulation: Simulation, { kit, source, asked }: BaseOf): Iterable<string> {
  const header: Header = { "orgkit-state": formatVersion, kit, source };
  const lists = simulation.accounts.flatMap((account) =>
    kinds.map((kind) => ({ account: account.id, kind, records: account[kind].records() })),
  );
  const standing: StandingEntry = {
    count: lists.reduce((sum, { records }) => sum + records.length, 0),
    ids: [...simulation.ids],
    clock: simulation.clock.setting,
    scenarios: [...simulation.scenarios()],
    asked: [...asked],
  };
  return linesOf(header, lists, standing);
}

type List = Omit<RecordsEntry, "records"> & { readonly records: readonly RecordsEntry["records"][number][] };

function* linesOf(header: Header, lists: readonly List[], standing: StandingEntry): Generator<string> {
  yield writeLine(header);
  for (const { account, kind, records } of lists) {
    const place = JSON.stringify({ account, kind }).slice(0, -1);
    for (const batch of jsonBatches(records)) yield sealLine(`${place},"records":${batch}}`);
  }
  yield writeLine(standing);
}
