import { z } from "zod";
import { clockSettingSchema } from "../service/clock-schemas.ts";
import type { ClockSetting } from "../service/clock.ts";
import { recordsSnapshotSchema, standingSchema, type RecordsSnapshot } from "../service/snapshot.ts";

/** All a simulation holds at one moment, as plain data: the records, the ids to come, and the clock. */
export interface Snapshot extends RecordsSnapshot {
  readonly clock: ClockSetting;
}

export const snapshotSchema = recordsSnapshotSchema.extend({
  clock: clockSettingSchema,
});

/**
 * How a simulation stands between two calls: all that the replies to come depend on, but what the scenarios in
 * force remember of earlier calls. Plain data.
 */
export const checkpointSchema = z.strictObject({
  calls: z.int().min(0).describe("How many calls came before."),
  scenarios: z.array(z.string()).readonly(),
  records: recordsSnapshotSchema,
  standing: standingSchema,
});

export type Checkpoint = z.infer<typeof checkpointSchema>;
