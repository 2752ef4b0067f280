import { clockSettingSchema } from "../service/clock-schemas.ts";
import type { ClockSetting } from "../service/clock.ts";
import { recordsSnapshotSchema, type RecordsSnapshot } from "../service/snapshot.ts";

/** All a simulation holds at one moment, as plain data: the records, the ids to come, and the clock. */
export interface Snapshot extends RecordsSnapshot {
  readonly clock: ClockSetting;
}

export const snapshotSchema = recordsSnapshotSchema.extend({
  clock: clockSettingSchema,
});
