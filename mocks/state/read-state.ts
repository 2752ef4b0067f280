import { open } from "node:fs/promises";
import type { z } from "zod";
import type { Snapshot } from "../simulation/snapshot.ts";
import {
  beginningSchema,
  changesSchema,
  formatVersion,
  headerSchema,
  recordsSchema,
  standingSchema,
  type ChangesEntry,
  type Source,
  type StandingEntry,
} from "./entries.ts";
import { stateProblem } from "./file-problem.ts";
import { damaged, goodLines, type GoodLine } from "./good-lines.ts";
import type { Extent } from "./state-file.ts";
import { StoredRecords } from "./stored-records.ts";

/** What a state file tells. */
export interface ReadState extends Extent {
  readonly snapshot: Snapshot;
  /** The scenarios in force. */
  readonly scenarios: readonly string[];
  /** The scenarios the mock was started with. */
  readonly asked: readonly string[];
}

/**
 * Reads a state file, line by line.
 * @param name of the file, as the user wrote it
 * @param source what the mock is started with now
 * @throws InputError where it is no state file, of a newer format or of another world or dialect, or is damaged
 */
export async function readState(path: string, name: string, source: Source): Promise<ReadState> {
  await expectStateFile(path, name);
  const records = new StoredRecords();
  let isBegun = false;
  let standing: (StandingEntry & { readonly base: number }) | undefined;
  let length = 0;
  for await (const line of goodLines(path, name)) {
    length = line.end;
    if (!isBegun) {
      expectSource(line, name, source);
      isBegun = true;
    } else if (standing !== undefined) {
      const entry = parse(changesSchema, line, name);
      if (!entry.changes.every((change) => records.apply(change))) throw damaged(name, line.start);
      standing = follow(standing, entry);
    } else if (isRecords(line.entry)) {
      records.add(parse(recordsSchema, line, name));
    } else {
      const entry = parse(standingSchema, line, name);
      if (entry.count !== records.count) throw damaged(name, line.start);
      standing = { ...entry, base: line.end };
    }
  }
  // A base takes its place as a whole, so no write was interrupted here.
  if (standing === undefined) throw damaged(name, length);
  const { ids, clock, scenarios, asked, base } = standing;
  return {
    snapshot: { ids, clock, accounts: records.accounts },
    scenarios,
    asked,
    base,
    length,
  };
}

function follow<Before extends StandingEntry>(before: Before, { ids, clock, scenarios }: ChangesEntry): Before {
  return { ...before, ids, clock: clock ?? before.clock, scenarios: scenarios ?? before.scenarios };
}

/** Asked before a line is read: what is no state file may have no lines at all. */
async function expectStateFile(path: string, name: string): Promise<void> {
  const file = await open(path, "r");
  const { buffer, bytesRead } = await file.read(Buffer.alloc(32), 0, 32, 0).finally(() => file.close());
  if (/^[0-9a-f]{8} \{"orgkit-state":/.test(buffer.toString("latin1", 0, bytesRead))) return;
  throw stateProblem(name, "it is no state file; expected one that orgkit mock --state began, or none");
}

function expectSource(line: GoodLine, name: string, now: Source): void {
  const beginning = parse(beginningSchema, line, name);
  const version = beginning["orgkit-state"];
  if (version > formatVersion) {
    throw stateProblem(
      name,
      `it has format ${version}, written by orgkit ${beginning.kit}; this orgkit reads format ${formatVersion}: update it, or name another file`,
    );
  }
  const { source } = parse(headerSchema, line, name);
  if (source.digest === now.digest) return;
  const [then, today] = [`${source.world} in dialect ${source.dialect}`, `${now.world} in dialect ${now.dialect}`];
  throw stateProblem(
    name,
    then === today
      ? `it was begun with the world ${then} as they were then, and one of them (or the seed) has changed since; put it back, or name another file`
      : `it was begun with the world ${then}, and this is ${today}; start with the former, or name another file`,
  );
}

function isRecords(entry: unknown): boolean {
  return typeof entry === "object" && entry !== null && "records" in entry;
}

function parse<Schema extends z.ZodType>(schema: Schema, { entry, start }: GoodLine, name: string): z.output<Schema> {
  const result = schema.safeParse(entry);
  if (result.success) return result.data;
  throw damaged(name, start);
}
