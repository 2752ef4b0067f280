import { Collection } from "@msw/data";
import type { StandardSchemaV1 } from "@standard-schema/spec";
import type { RecordData } from "../../fixtures/worlds/world.ts";

/** Records are validated where they enter (world file, request body), so the collection only types them. */
const recordSchema: StandardSchemaV1<RecordData> = {
  "~standard": {
    version: 1,
    vendor: "orgkit",
    validate: (value) => (isRecordData(value) ? { value } : { issues: [{ message: "expected a record with an id" }] }),
  },
};

function isRecordData(value: unknown): value is RecordData {
  return typeof value === "object" && value !== null && "id" in value;
}

/**
 * The records of one kind in one account, in the order of creation. Look-ups by id and by unique field go
 * through indexes that the collection's own hooks keep, so they cost the same at any size.
 */
export class RecordStore {
  readonly #collection = new Collection({ schema: recordSchema });
  readonly #byId = new Map<string, RecordData>();
  readonly #taken = new Map<string, Set<unknown>>();

  /** @param uniqueFields fields whose values `isTaken` is asked about */
  constructor(uniqueFields: readonly string[] = []) {
    for (const field of uniqueFields) this.#taken.set(field, new Set());
    this.#collection.hooks.on("create", ({ data: { record } }) => this.#index(record));
  }

  get size(): number {
    return this.#collection.count();
  }

  /** The live list: read it, do not change it. */
  all(): readonly RecordData[] {
    return this.#collection.all();
  }

  /** @param id as text, the way a path carries it */
  find(id: string): RecordData | undefined {
    return this.#byId.get(id);
  }

  isTaken(field: string, value: unknown): boolean {
    return this.#taken.get(field)?.has(value) ?? false;
  }

  async add(record: RecordData): Promise<RecordData> {
    return this.#collection.create(record);
  }

  #index(record: RecordData): void {
    this.#byId.set(String(record.id), record);
    for (const [field, values] of this.#taken) {
      if (Object.hasOwn(record, field)) values.add(record[field]);
    }
  }
}
