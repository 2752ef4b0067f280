import { z } from "zod";
import { firstMoment, lastMoment } from "./clock.ts";

// Apart from the clock itself, which every page loads at once.

/** A moment that a simulation's clock can show, in milliseconds since 1970. */
export const momentSchema = z.number().min(firstMoment).max(lastMoment);

/** Of data from outside. */
export const clockSettingSchema = z.strictObject({
  frozenAt: momentSchema.nullable(),
  aheadMs: z
    .number()
    .min(firstMoment - lastMoment)
    .max(lastMoment - firstMoment),
});
