import { z } from "zod";
import { firstTimestamp, lastTimestamp } from "./clock.ts";

// Apart from the clock itself, which every page loads at once.

/** A timestamp that a simulation's clock can show, in milliseconds since 1970. */
export const timestampSchema = z.number().min(firstTimestamp).max(lastTimestamp);

/** Of data from outside. */
export const clockSettingSchema = z.strictObject({
  frozenAt: timestampSchema.nullable(),
  aheadMs: z
    .number()
    .min(firstTimestamp - lastTimestamp)
    .max(lastTimestamp - firstTimestamp),
});
