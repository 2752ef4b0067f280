import { InputError } from "../../fixtures/input-error.ts";
import type { RecordData } from "../../fixtures/worlds/world.ts";
import { findAccount, type Account, type Place } from "../service/accounts.ts";
import type { RecordCollection } from "../service/record-collection.ts";
import type { PositionedRecord } from "../service/record-index.ts";

interface EditsOptions {
  accounts(): readonly Account[];
  newId(place: Place): string | number;
  /** Runs tasks one after the other. */
  inTurn<Result>(act: () => Promise<Result>): Promise<Result>;
}

/** Changes of records by a person, as in the console. Methods reject with an InputError if an edit is not possible. */
export class Edits {
  readonly #options: EditsOptions;

  constructor(options: EditsOptions) {
    this.#options = options;
  }

  /** A new id for this kind of record, in the dialect's format. @throws InputError if the account is unknown */
  readonly newId = (place: Place): string | number => this.#options.newId(place);

  readonly add = async (place: Place, record: RecordData): Promise<RecordData> => {
    await this.#options.inTurn(async () => {
      const list = this.#list(place);
      await list.apply({ after: { record, index: list.count() } });
    });
    return record;
  };

  readonly replace = async (place: Place, id: string, record: RecordData): Promise<RecordData> => {
    await this.#options.inTurn(async () => {
      const list = this.#list(place);
      const before = existing(list, place, id);
      await list.apply({ before, after: { record, index: before.index } });
    });
    return record;
  };

  readonly remove = (place: Place, id: string): Promise<void> => {
    return this.#options.inTurn(async () => {
      const list = this.#list(place);
      await list.apply({ before: existing(list, place, id) });
    });
  };

  #list({ account, kind }: Place): RecordCollection {
    return findAccount(this.#options.accounts(), account)[kind];
  }
}

function existing(list: RecordCollection, { kind, account }: Place, id: string): PositionedRecord {
  const records = list.records();
  const index = records.findIndex((record) => String(record.id) === id);
  const record = records[index];
  if (record !== undefined) return { record, index };
  throw new InputError("the record", [{ at: id, problem: `unknown id among the ${kind} of ${account}` }]);
}
