import { z } from "zod";
import { InputError } from "../../fixtures/input-error.ts";
import { collections as kinds, recordSchema, type RecordData } from "../../fixtures/worlds/world.ts";
import { Newest, type Share } from "../service/budget.ts";
import { findAccount, type Account, type AccountChange, type Place } from "../service/accounts.ts";
import type { RecordCollection } from "../service/record-collection.ts";
import type { Origin, PositionedRecord } from "../service/record-index.ts";

/** One record before and after an edit; `before` is absent if it was added, `after` if it was removed. */
export type Edit = AccountChange;

const placedSchema = z.strictObject({ record: recordSchema, index: z.int().min(0) });

export const editSchema = z.strictObject({
  place: z.strictObject({ account: z.string(), kind: z.enum(kinds) }),
  before: placedSchema.exactOptional(),
  after: placedSchema.exactOptional(),
});

interface EditsOptions {
  accounts(): readonly Account[];
  newId(place: Place): string | number;
  /** Runs tasks one after the other. */
  inTurn<Result>(act: () => Promise<Result>): Promise<Result>;
  /** Called after each edit with its size in bytes. An undone edit is reported as its reverse. */
  changed(edit: Edit, bytes: number): void;
  readonly share: Share;
}

/** The maximum number of edits to undo. */
const capacity = 10_000;

/** What users of a simulation see of its edits. */
export type Edits = Omit<EditHistory, "heard">;

/**
 * Changes of records by a person or a test, also those through collections; each can be undone. Methods reject with an
 * InputError if an edit is not possible.
 */
export class EditHistory {
  readonly #options: EditsOptions;
  readonly #done: Newest<Edit>;
  readonly #undone: Newest<Edit>;

  constructor(options: EditsOptions) {
    this.#options = options;
    const open = (): Newest<Edit> => new Newest<Edit>({ capacity, share: options.share, weigh: bytesOf });
    [this.#done, this.#undone] = [open(), open()];
  }

  /** How many edits can be undone, and redone. */
  get counts(): { readonly undo: number; readonly redo: number } {
    return { undo: this.#done.size, redo: this.#undone.size };
  }

  /** Whether older edits were dropped for lack of memory. */
  get hasForgotten(): boolean {
    return this.#done.hasForgotten;
  }

  /** A new id for this kind of record, in the dialect's format. @throws InputError if the account is unknown */
  readonly newId = (place: Place): string | number => {
    return this.#options.newId(place);
  };

  readonly add = async (place: Place, record: RecordData): Promise<RecordData> => {
    await this.#make(place, (list) => ({ after: { record, index: list.count() } }));
    return record;
  };

  readonly replace = async (place: Place, id: string, record: RecordData): Promise<RecordData> => {
    await this.#make(place, (list) => {
      const before = existing(list, place, id);
      return { before, after: { record, index: before.index } };
    });
    return record;
  };

  readonly remove = (place: Place, id: string): Promise<void> => {
    return this.#make(place, (list) => ({ before: existing(list, place, id) }));
  };

  /** Repeats an edit that was made elsewhere. */
  readonly apply = ({ place, ...change }: Edit): Promise<void> => {
    return this.#make(place, () => change);
  };

  /** @returns whether there was an edit to undo */
  readonly undo = (): Promise<boolean> => {
    return this.#move(this.#done, this.#undone, ({ place, before, after }) => ({
      place,
      ...(after !== undefined && { before: after }),
      ...(before !== undefined && { after: before }),
    }));
  };

  /** @returns whether there was an edit to redo */
  readonly redo = (): Promise<boolean> => {
    return this.#move(this.#undone, this.#done, (edit) => edit);
  };

  /** Drops the history. */
  readonly clear = (): void => {
    this.#done.clear();
    this.#undone.clear();
  };

  /** Called for each change of a collection. */
  readonly heard = (edit: Edit, origin: Origin | undefined): void => {
    if (origin === "call") return;
    if (origin !== "undo") {
      this.#done.add(edit);
      this.#undone.clear();
    }
    this.#options.changed(edit, bytesOf(edit));
  };

  #list({ account, kind }: Place): RecordCollection {
    return findAccount(this.#options.accounts(), account)[kind];
  }

  #make(place: Place, change: (list: RecordCollection) => Omit<Edit, "place">): Promise<void> {
    return this.#options.inTurn(async () => {
      const list = this.#list(place);
      await list.apply(change(list));
    });
  }

  /** Undoes or redoes an edit. Listeners see the counts after it. */
  #move(from: Newest<Edit>, to: Newest<Edit>, turn: (edit: Edit) => Edit): Promise<boolean> {
    return this.#options.inTurn(async () => {
      const edit = from.pop();
      if (edit === undefined) return false;
      to.add(edit);
      const { place, ...change } = turn(edit);
      try {
        await this.#list(place).apply(change, "undo");
      } catch (error) {
        to.pop();
        from.add(edit);
        throw error;
      }
      return true;
    });
  }
}

function existing(list: RecordCollection, { kind, account }: Place, id: string): PositionedRecord {
  const records = list.records();
  const index = records.findIndex((record) => String(record.id) === id);
  const record = records[index];
  if (record !== undefined) return { record, index };
  throw new InputError("the record", [{ at: id, problem: `unknown id among the ${kind} of ${account}` }]);
}

function bytesOf({ before, after }: Edit): number {
  return 200 + JSON.stringify([before?.record, after?.record]).length;
}
