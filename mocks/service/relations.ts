import type { Json } from "../../fixtures/json.ts";
import type { RecordData } from "../../fixtures/worlds/world.ts";
import type { RecordChange } from "./record-changes.ts";

/**
 * A record as plain data.
 * @param levels how many relations deep: @msw/data resolves a relation when it is read, and it may lead back
 */
export function withRelations(record: RecordData, levels: number): RecordData {
  return { ...plain(record, levels), id: record.id };
}

export function withoutRelations({ before, after }: RecordChange): RecordChange {
  return {
    ...(before === undefined ? {} : { before: { ...before, record: withRelations(before.record, 0) } }),
    ...(after === undefined ? {} : { after: { ...after, record: withRelations(after.record, 0) } }),
  };
}

function plain(members: Readonly<Record<string, Json>>, levels: number): Readonly<Record<string, Json>> {
  return Object.fromEntries(
    Object.keys(members).flatMap((name) => {
      const isRelation = Object.getOwnPropertyDescriptor(members, name)?.get !== undefined;
      const value = isRelation && levels === 0 ? undefined : members[name];
      return value === undefined ? [] : [[name, plainValue(value, isRelation ? levels - 1 : levels)]];
    }),
  );
}

function plainValue(value: Json, levels: number): Json {
  if (Array.isArray(value)) return value.map((item) => plainValue(item, levels));
  return typeof value === "object" && value !== null ? { ...plain(value, levels) } : value;
}
