import { z } from "zod";
import { recordsSnapshotSchema, standingSchema } from "../service/snapshot.ts";

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
