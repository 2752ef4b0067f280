import type { ClockSetting } from "../service/clock.ts";
import { clockSettingSchema, recordsSnapshotSchema, type RecordsSnapshot } from "../service/snapshot.ts";

/** The whole state of a simulation as plain data: the records, the state of the id generator, and the clock. */
export interface Snapshot extends RecordsSnapshot {
  readonly clock: ClockSetting;
}

export const snapshotSchema = recordsSnapshotSchema.extend({
  clock: clockSettingSchema,
});
