import { z } from "zod";
import { maxCreated } from "./creations.ts";

/** How a run talks to its targets. */
export const connectionSchema = z.strictObject({
  /** Milliseconds until a whole response must have come. */
  timeout: z.int().min(1).default(15_000),
  /** Calls a second, at most. */
  maxRps: z.number().positive().optional(),
  /** A certificate authority to trust beside those this machine trusts, as PEM. */
  ca: z.string().optional(),
  /** Whether any certificate will do. */
  insecure: z.boolean().default(false),
  /** Milliseconds that a run waits in all for users who were created to show. */
  patience: z.int().min(0).default(15_000),
  /** The most users that are created on a target, whatever it makes of the requests. */
  maxCreated: z.int().min(1).default(maxCreated.conform),
});

export type Connection = z.infer<typeof connectionSchema>;
