import { z } from "zod";

/** How a run talks to its targets. */
export const connectionSchema = z.strictObject({
  /** Milliseconds until a whole reply must have come. */
  timeout: z.int().min(1).default(15_000),
  /** Calls a second, at most. */
  maxRps: z.number().positive().optional(),
  /** A certificate authority to trust beside those this machine trusts, as PEM. */
  ca: z.string().optional(),
  /** Whether any certificate will do. */
  insecure: z.boolean().default(false),
  /** Milliseconds in which a user who was created must show. */
  patience: z.int().min(0).default(20_000),
});

export type Connection = z.infer<typeof connectionSchema>;
