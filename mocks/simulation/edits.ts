import { z } from "zod";
import { InputError } from "../../fixtures/input-error.ts";
import { collections as kinds, recordSchema, type RecordData } from "../../fixtures/worlds/world.ts";
import { Newest } from "../journal/newest.ts";
import type { Share } from "../service/budget.ts";
import type { Account, AccountChange, Place } from "../service/accounts.ts";
import type { Origin, PositionedRecord } from "../service/record-changes.ts";
import type { RecordCollection } from "../service/record-collection.ts";

/**
 * Changes of records by a person or a test, also those through collections; each can be undone. Methods reject with an
 * InputError if an edit is not possible.
 */
export interface Edits {
  /** How many edits can be undone, and redone. */
  readonly counts: { readonly undo: number; readonly redo: number };
  /** Whether older edits were dropped for lack of memory. */
  readonly hasForgotten: boolean;
  /** A new id for this kind of record, in the dialect's format. @throws InputError if the account is unknown */
  newId(place: Place): string | number;
  add(place: Place, record: RecordData): Promise<RecordData>;
  replace(place: Place, id: string, record: RecordData): Promise<RecordData>;
  remove(place: Place, id: string): Promise<void>;
  /** Repeats an edit that was made elsewhere. */
  apply(edit: Edit): Promise<void>;
  /** @returns whether there was an edit to undo */
  undo(): Promise<boolean>;
  /** @returns whether there was an edit to redo */
  redo(): Promise<boolean>;
  /** Drops the history. */
  clear(): void;
}

/** One record before and after an edit; `before` is absent if it was added, `after` if it was removed. */
export type Edit = AccountChange;

const placedSchema = z.strictObject({ record: recordSchema, index: z.int().min(0) });

export const editSchema = z.strictObject({
  place: z.strictObject({ account: z.string(), kind: z.enum(kinds) }),
  before: placedSchema.exactOptional(),
  after: placedSchema.exactOptional(),
});

export interface EditsOptions {
  accounts(): readonly Account[];
  newId(place: Place): string | number;
  /** Runs tasks one after the other. */
  inTurn<Result>(act: () => Promise<Result>): Promise<Result>;
  /** Called after each edit with its size in bytes. An undone edit is reported as its reverse. */
  changed(edit: Edit, bytes: number): void;
  readonly share: Share;
}

/** The maximum number of edits to undo. */
const maxUndo = 10_000;

/** Opens the edits, and returns the listener for changes of a collection. */
export interface OpenEdits {
  readonly edits: Edits;
  readonly heard: (edit: Edit, origin: Origin | undefined) => void;
}

export function createEdits(options: EditsOptions): OpenEdits {
  const keep = { capacity: maxUndo, share: options.share, weigh: bytesOf };
  const done = new Newest<Edit>(keep);
  const undone = new Newest<Edit>(keep);

  const records = (place: Place): RecordCollection => findAccount(options.accounts(), place.account)[place.kind];

  const existing = (place: Place, id: string): PositionedRecord => {
    const list = records(place).records();
    const index = list.findIndex((record) => String(record.id) === id);
    const record = list[index];
    if (record === undefined) throw missing(place, id);
    return { record, index };
  };

  const apply = ({ place, ...change }: Edit, origin?: Origin): Promise<void> => records(place).apply(change, origin);

  /** Undoes or redoes an edit. Listeners see the counts after it. */
  const move = (from: Newest<Edit>, to: Newest<Edit>, turn: (edit: Edit) => Edit): Promise<boolean> =>
    options.inTurn(async () => {
      const edit = from.pop();
      if (edit === undefined) return false;
      to.add(edit);
      try {
        await apply(turn(edit), "undo");
      } catch (error) {
        to.pop();
        from.add(edit);
        throw error;
      }
      return true;
    });

  const edits: Edits = {
    get counts() {
      return { undo: done.size, redo: undone.size };
    },
    get hasForgotten() {
      return done.hasForgotten;
    },
    newId: (place) => {
      records(place);
      return options.newId(place);
    },
    add: (place, record) =>
      options.inTurn(async () => {
        await apply({ place, after: { record, index: records(place).count() } });
        return record;
      }),
    replace: (place, id, record) =>
      options.inTurn(async () => {
        const before = existing(place, id);
        await apply({ place, before, after: { record, index: before.index } });
        return record;
      }),
    remove: (place, id) => options.inTurn(async () => apply({ place, before: existing(place, id) })),
    apply: (edit) => options.inTurn(() => apply(edit)),
    undo: () => move(done, undone, inverse),
    redo: () => move(undone, done, (edit) => edit),
    clear: () => {
      done.clear();
      undone.clear();
    },
  };
  const heard = (edit: Edit, origin: Origin | undefined): void => {
    if (origin === "call") return;
    if (origin !== "undo") {
      done.add(edit);
      undone.clear();
    }
    options.changed(edit, bytesOf(edit));
  };
  return { edits, heard };
}

/** @throws InputError if the account is unknown */
export function findAccount<Found extends { readonly id: string }>(accounts: readonly Found[], id: string): Found {
  const found = accounts.find((account) => account.id === id);
  if (found !== undefined) return found;
  const known = accounts.map((account) => account.id).join(", ");
  throw new InputError("the account", [{ at: id, problem: `unknown account; expected one of ${known}` }]);
}

function bytesOf({ before, after }: Edit): number {
  return 200 + JSON.stringify([before?.record, after?.record]).length;
}

function inverse({ place, before, after }: Edit): Edit {
  return {
    place,
    ...(after === undefined ? {} : { before: after }),
    ...(before === undefined ? {} : { after: before }),
  };
}

function missing({ kind, account }: Place, id: string): InputError {
  return new InputError("the record", [{ at: id, problem: `unknown id among the ${kind} of ${account}` }]);
}
