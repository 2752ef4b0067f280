import type { RecordData } from "../../fixtures/worlds/world.ts";

/** Of some fields, how many records hold each value: a look-up costs the same at any number of records. */
export class UniqueValues {
  readonly #holders: ReadonlyMap<string, Map<unknown, number>>;

  constructor(fields: readonly string[]) {
    this.#holders = new Map(fields.map((field) => [field, new Map<unknown, number>()]));
  }

  has(field: string, value: unknown): boolean {
    return this.#holders.get(field)?.has(value) ?? false;
  }

  add(record: RecordData): void {
    this.#count(record, 1);
  }

  delete(record: RecordData): void {
    this.#count(record, -1);
  }

  clear(): void {
    for (const values of this.#holders.values()) values.clear();
  }

  #count(record: RecordData, change: 1 | -1): void {
    for (const [field, values] of this.#holders) {
      if (!Object.hasOwn(record, field)) continue;
      const held = (values.get(record[field]) ?? 0) + change;
      if (held > 0) values.set(record[field], held);
      else values.delete(record[field]);
    }
  }
}
