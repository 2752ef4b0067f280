import type { RecordData } from "../../fixtures/worlds/world.ts";

/** A record and its position in the list. */
export interface PositionedRecord {
  readonly record: RecordData;
  readonly index: number;
}

/** One record before and after a change; `before` is absent if it was added, `after` if it was removed. */
export interface RecordChange {
  readonly before?: PositionedRecord;
  readonly after?: PositionedRecord;
}

/** The origin of a change that is not an edit by a person or a test. */
export type Origin = "call" | "undo";

/** The records that were appended to a list. */
export function* appendedTo(
  before: readonly RecordData[],
  after: readonly RecordData[],
): Generator<RecordChange, void> {
  for (let index = before.length; index < after.length; index += 1) {
    const record = after[index];
    if (record !== undefined) yield { after: { record, index } };
  }
}

/** The changes of a list, record by record. Each applies to the list that the ones before it left. */
export function* changesOf(before: readonly RecordData[], after: readonly RecordData[]): Generator<RecordChange, void> {
  let next = 0;
  while (next < before.length && before[next] === after[next]) next += 1;
  let index = next;
  const old = new Set(before.slice(next));
  const current = new Set(after.slice(index));
  while (next < before.length || index < after.length) {
    const [was, is] = [before[next], after[index]];
    const gone = was !== undefined && !current.has(was) ? { before: { record: was, index } } : undefined;
    const come = is !== undefined && !old.has(is) ? { after: { record: is, index } } : undefined;
    if (gone !== undefined || come !== undefined) yield { ...gone, ...come };
    else if (was !== is && was !== undefined) {
      // The record was moved: remove it here, insert it at its new position.
      current.delete(was);
      old.delete(was);
      continue;
    }
    next += Number(come === undefined || gone !== undefined);
    index += Number(gone === undefined || come !== undefined);
  }
}
