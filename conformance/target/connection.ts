import { z } from "zod";

/** The default of the maximum number of created users. */
export const maxCreated = { conform: 4, learn: 4 } as const;

/** How a run connects to its targets. */
export const connectionSchema = z.strictObject({
  /** Milliseconds to wait for a complete response. */
  timeout: z.int().min(1).default(15_000),
  /** The maximum number of requests a second. */
  maxRps: z.number().positive().optional(),
  /** A certificate authority to trust beside the system's, as PEM. */
  ca: z.string().optional(),
  /** Its file, which commands in reports name. */
  caFile: z.string().optional(),
  /** A certificate of this client, as PEM, and its file. */
  cert: z.string().optional(),
  certFile: z.string().optional(),
  /** The certificate's private key, as PEM, and its file. */
  key: z.string().optional(),
  keyFile: z.string().optional(),
  /** Whether to accept any certificate. */
  insecure: z.boolean().default(false),
  /** Milliseconds to wait, in total, for created users to appear. */
  patience: z.int().min(0).default(15_000),
  /** The maximum number of users to create on a target. */
  maxCreated: z.int().min(1).default(maxCreated.conform),
  /** The maximum number of requests of all experiments; failures are looked for again in addition. */
  maxRequests: z.int().min(1).optional(),
});

export type Connection = z.infer<typeof connectionSchema>;
