import { z } from "zod";
import { clockSettingSchema } from "../service/clock-schemas.ts";
import type { ClockSetting } from "../service/clock.ts";
import { recordsSnapshotSchema, transientStateSchema, type RecordsSnapshot } from "../service/snapshot.ts";

/** All a simulation holds at one moment, as plain data: the records, the ids to come, and the clock. */
export interface Snapshot extends RecordsSnapshot {
  readonly clock: ClockSetting;
}

export const snapshotSchema = recordsSnapshotSchema.extend({
  clock: clockSettingSchema,
});

/**
 * The state of a simulation between two requests: everything later responses depend on, except what active scenarios
 * remember of earlier requests. Plain data.
 */
export const checkpointSchema = z.strictObject({
  calls: z.int().min(0).describe("How many requests came before."),
  scenarios: z.array(z.string()).readonly(),
  records: recordsSnapshotSchema,
  standing: transientStateSchema,
});

export type Checkpoint = z.infer<typeof checkpointSchema>;
