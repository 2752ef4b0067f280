import { z } from "zod";
import { firstTimestamp, lastTimestamp } from "./clock.ts";

// Separate from the clock, so that pages which only need the clock do not load zod.

/** A timestamp within the range of a simulation's clock, in milliseconds since 1970. */
export const timestampSchema = z.number().min(firstTimestamp).max(lastTimestamp);

/** The same, for untrusted data. */
export const clockSettingSchema = z.strictObject({
  frozenAt: timestampSchema.nullable(),
  aheadMs: z
    .number()
    .min(firstTimestamp - lastTimestamp)
    .max(lastTimestamp - firstTimestamp),
});
