import type { RecordData } from "../../fixtures/worlds/world.ts";

/** A record and where it stands in the list. */
export interface PositionedRecord {
  readonly record: RecordData;
  readonly index: number;
}

/** One record before and after a change of its list; absent before it was added and after it was removed. */
export interface RecordChange {
  readonly before?: PositionedRecord;
  readonly after?: PositionedRecord;
}

/** What made a change that is not an edit of a person or a test. */
export type Origin = "call" | "undo";

/** The records at the end of a list that were not there before. */
export function* appendedTo(
  before: readonly RecordData[],
  after: readonly RecordData[],
): Generator<RecordChange, void> {
  for (let index = before.length; index < after.length; index += 1) {
    const record = after[index];
    if (record !== undefined) yield { after: { record, index } };
  }
}

/**
 * What became of a list, record by record: each change is made to the list as those before it left it.
 */
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
      // It was moved: it goes from here, and comes where it stands now.
      current.delete(was);
      old.delete(was);
      continue;
    }
    next += Number(come === undefined || gone !== undefined);
    index += Number(gone === undefined || come !== undefined);
  }
}
