import { z } from "zod";
import { clockSettingSchema } from "../service/snapshot.ts";
import type { ClockSetting } from "../service/clock.ts";
import { recordsSnapshotSchema, transientStateSchema, type RecordsSnapshot } from "../service/snapshot.ts";

/** The whole state of a simulation as plain data: the records, the state of the id generator, and the clock. */
export interface Snapshot extends RecordsSnapshot {
  readonly clock: ClockSetting;
}

export const snapshotSchema = recordsSnapshotSchema.extend({
  clock: clockSettingSchema,
});

/**
 * The state of a simulation between two requests, as plain data: everything later responses depend on, except the state
 * of active scenarios.
 */
export const checkpointSchema = z.strictObject({
  calls: z.int().min(0).describe("How many requests came before."),
  scenarios: z.array(z.string()).readonly(),
  records: recordsSnapshotSchema,
  standing: transientStateSchema,
});

export type Checkpoint = z.infer<typeof checkpointSchema>;
