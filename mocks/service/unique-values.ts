import type { RecordData } from "../../fixtures/worlds/world.ts";

/** The records that hold a value: mostly one, and only then by itself. */
type Holders = RecordData | readonly RecordData[];

/** Of some fields, which records hold each value: a look-up costs the same at any number of records. */
export class UniqueValues {
  readonly #holders: ReadonlyMap<string, Map<unknown, Holders>>;

  constructor(fields: readonly string[]) {
    this.#holders = new Map(fields.map((field) => [field, new Map<unknown, Holders>()]));
  }

  /** Whether the values of a field are known. */
  knows(field: string): boolean {
    return this.#holders.has(field);
  }

  has(field: string, value: unknown): boolean {
    return this.#holders.get(field)?.has(value) ?? false;
  }

  /** In no particular order. */
  holders(field: string, value: unknown): readonly RecordData[] {
    return asList(this.#holders.get(field)?.get(value));
  }

  add(record: RecordData): void {
    for (const [field, values] of this.#holders) {
      if (!Object.hasOwn(record, field)) continue;
      const held = values.get(record[field]);
      values.set(record[field], held === undefined ? record : [...asList(held), record]);
    }
  }

  delete(record: RecordData): void {
    for (const [field, values] of this.#holders) {
      if (!Object.hasOwn(record, field)) continue;
      const left = asList(values.get(record[field])).filter((holder) => holder !== record);
      if (left.length === 0) values.delete(record[field]);
      else values.set(record[field], left);
    }
  }

  clear(): void {
    for (const values of this.#holders.values()) values.clear();
  }
}

function asList(held: Holders | undefined): readonly RecordData[] {
  if (held === undefined) return [];
  return isList(held) ? held : [held];
}

function isList(held: Holders): held is readonly RecordData[] {
  return Array.isArray(held);
}
