import { z } from "zod";
import { InputError } from "../../fixtures/input-error.ts";
import { collections as kinds, recordSchema, type RecordData } from "../../fixtures/worlds/world.ts";
import { Newest } from "../journal/newest.ts";
import type { Share } from "../service/budget.ts";
import type { Account, Kind } from "../service/accounts.ts";
import type { Placed } from "../service/record-store.ts";

/** Where a record is kept. */
export interface Place {
  /** The id of an account. */
  readonly account: string;
  readonly kind: Kind;
}

/** Changes of the world from outside the interface, by a person or a test; each can be taken back. */
export interface Edits {
  /** How many edits can be taken back, and how many put back again. */
  readonly counts: { readonly undo: number; readonly redo: number };
  /** Whether there were others, for which there was no room any more. */
  readonly hasForgotten: boolean;
  /** An id no record of this place has, in the dialect's format. @throws InputError where there is no such account */
  newId(place: Place): string | number;
  /** @throws InputError where there is no such account, or a record has the id already */
  add(place: Place, record: RecordData): RecordData;
  /** @throws InputError where there is no such account or record */
  replace(place: Place, id: string, record: RecordData): RecordData;
  /** @throws InputError where there is no such account or record */
  remove(place: Place, id: string): void;
  /** Makes an edit as it was made elsewhere. @throws InputError where there is no such account, or its id is taken */
  apply(edit: Edit): void;
  /** @returns whether there was an edit to take back @throws InputError where its id has been taken since */
  undo(): boolean;
  /** @returns whether there was an edit to put back @throws InputError where its id has been taken since */
  redo(): boolean;
  /** Forgets what could be taken back. */
  clear(): void;
}

/** One record before and after an edit; absent before it was added and after it was removed. */
export interface Edit {
  readonly place: Place;
  readonly before?: Placed;
  readonly after?: Placed;
}

const placedSchema = z.strictObject({ record: recordSchema, index: z.int().min(0) });

export const editSchema = z.strictObject({
  place: z.strictObject({ account: z.string(), kind: z.enum(kinds) }),
  before: placedSchema.exactOptional(),
  after: placedSchema.exactOptional(),
});

export interface EditsOptions {
  accounts(): readonly Account[];
  newId(kind: Kind, account: Account): string | number;
  /** Told after each change, with the bytes it takes: an edit that was taken back is one the other way round. */
  changed(edit: Edit, bytes: number): void;
  readonly share: Share;
}

/** More are taken back by nobody. */
const maxUndo = 10_000;

export function createEdits(options: EditsOptions): Edits {
  const keep = { capacity: maxUndo, share: options.share, weigh: bytesOf };
  const done = new Newest<Edit>(keep);
  const undone = new Newest<Edit>(keep);
  /** How many can be taken back, if none is forgotten. */
  let all = 0;

  const accountOf = ({ account }: Place): Account => {
    const accounts = options.accounts();
    const found = accounts.find(({ id }) => id === account);
    if (found !== undefined) return found;
    const known = accounts.map(({ id }) => id).join(", ");
    throw new InputError("Account", [{ at: account, problem: `there is no such account; expected ${known}` }]);
  };

  const store = (place: Place): Account[Kind] => accountOf(place)[place.kind];

  const existing = (place: Place, id: string): Placed => {
    const records = store(place).all();
    const index = records.findIndex((record) => String(record.id) === id);
    const record = records[index];
    if (record === undefined) throw missing(place, id);
    return { record, index };
  };

  const apply = ({ place, before, after }: Edit): void => {
    const records = store(place);
    const isRenamed = String(before?.record.id) !== String(after?.record.id);
    // Asked each time: since a record was removed, a call may have created another with its id.
    if (after !== undefined && isRenamed && records.find(String(after.record.id)) !== undefined) {
      throw taken(place, String(after.record.id));
    }
    if (before !== undefined) records.remove(String(before.record.id));
    if (after !== undefined) records.insert(after);
  };

  const commit = (edit: Edit): void => {
    apply(edit);
    done.add(edit);
    undone.clear();
    all += 1;
    options.changed(edit, bytesOf(edit));
  };

  const move = (from: Newest<Edit>, to: Newest<Edit>, turn: (edit: Edit) => Edit): boolean => {
    const edit = from.last;
    if (edit === undefined) return false;
    const turned = turn(edit);
    apply(turned);
    from.pop();
    to.add(edit);
    all += to === done ? 1 : -1;
    options.changed(turned, bytesOf(edit));
    return true;
  };

  return {
    get counts() {
      return { undo: done.size, redo: undone.size };
    },
    get hasForgotten() {
      return done.size < all;
    },
    newId: (place) => options.newId(place.kind, accountOf(place)),
    add: (place, record) => {
      commit({ place, after: { record, index: store(place).size } });
      return record;
    },
    replace: (place, id, record) => {
      const before = existing(place, id);
      commit({ place, before, after: { record, index: before.index } });
      return record;
    },
    remove: (place, id) => commit({ place, before: existing(place, id) }),
    apply: commit,
    undo: () => move(done, undone, inverse),
    redo: () => move(undone, done, (edit) => edit),
    clear: () => {
      done.clear();
      undone.clear();
      all = 0;
    },
  };
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

function taken({ kind }: Place, id: string): InputError {
  return new InputError("Record", [{ at: "id", problem: `another of the ${kind} has the id "${id}"` }]);
}

function missing({ kind, account }: Place, id: string): InputError {
  return new InputError("Record", [{ at: id, problem: `none of the ${kind} of ${account} has this id` }]);
}
