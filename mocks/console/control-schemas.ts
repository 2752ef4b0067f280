import * as z from "zod/mini";

// The page's policy forbids making functions from text, which zod would try.
z.config({ jitless: true });

const headers = z.record(z.string(), z.string());

const delivery = z.object({
  delayMs: z.optional(z.number()),
  bodyMs: z.optional(z.number()),
  end: z.optional(z.string()),
});

export const entrySchema = z.object({
  number: z.number(),
  at: z.string(),
  account: z.optional(z.string()),
  request: z.object({ method: z.string(), path: z.string(), query: z.string(), headers, body: z.string() }),
  reply: z.object({ status: z.number(), headers, body: z.string(), delivery: z.optional(delivery) }),
  why: z.object({ operation: z.optional(z.string()), rule: z.string(), scenarios: z.array(z.string()) }),
});

/** One call and its reply; status 0 where no reply was sent. */
export type Entry = z.infer<typeof entrySchema>;

export const missedSchema = z.object({ calls: z.number() });

export const clockSchema = z.object({ now: z.string(), frozen: z.boolean(), offsetMs: z.number() });
export type Clock = z.infer<typeof clockSchema>;

const account = z.object({
  id: z.string(),
  name: z.string(),
  tokens: z.array(z.object({ token: z.string(), expiresAt: z.optional(z.string()), expired: z.boolean() })),
  counts: z.object({ users: z.number(), subscriptions: z.number(), invoices: z.number() }),
  subscriptionIds: z.array(z.string()),
});
export type Account = z.infer<typeof account>;

const edits = z.object({ undo: z.number(), redo: z.number() });

export const stateSchema = z.object({
  version: z.string(),
  url: z.string(),
  seed: z.number(),
  world: z.object({ name: z.string() }),
  dialect: z.object({ name: z.string(), description: z.string(), values: z.record(z.string(), z.unknown()) }),
  clock: clockSchema,
  scenarios: z.array(z.string()),
  accounts: z.array(account),
  edits,
  journal: z.object({ size: z.number(), capacity: z.number(), total: z.number() }),
  sandboxes: z.object({ size: z.number(), capacity: z.number() }),
  snapshots: z.array(z.string()),
});
export type State = z.infer<typeof stateSchema>;

export const journalSchema = z.object({ entries: z.array(entrySchema), total: z.number(), dropped: z.number() });
export type JournalPart = z.infer<typeof journalSchema>;

export const kinds = ["users", "subscriptions", "invoices"] as const;
export type Kind = (typeof kinds)[number];

const record = z.record(z.string(), z.unknown());
export type RecordData = z.infer<typeof record>;

export const recordsSchema = z.object({ records: z.array(record), total: z.number() });
export type RecordPage = z.infer<typeof recordsSchema>;
export const recordSchema = z.object({ record });

/** What is shown of the JSON Schema of one option; anything else in it is left to the mock. */
const optionSchema = z.object({
  type: z.optional(z.union([z.string(), z.array(z.string())])),
  description: z.optional(z.string()),
  enum: z.optional(z.array(z.union([z.string(), z.number()]))),
  default: z.optional(z.unknown()),
  minimum: z.optional(z.number()),
  maximum: z.optional(z.number()),
});
export type OptionSchema = z.infer<typeof optionSchema>;

const scenarioKind = z.object({
  name: z.string(),
  summary: z.string(),
  options: z.object({ properties: z._default(z.record(z.string(), optionSchema), {}) }),
  examples: z.array(z.string()),
});
export type ScenarioKind = z.infer<typeof scenarioKind>;

export const scenariosSchema = z.object({ available: z.array(scenarioKind), active: z.array(z.string()) });

const snapshot = z.object({ name: z.string(), takenAt: z.string() });
export type Snapshot = z.infer<typeof snapshot>;
export const snapshotsSchema = z.object({ snapshots: z.array(snapshot) });

const sandbox = z.object({
  id: z.string(),
  account: z.optional(z.string()),
  createdAt: z.string(),
  expiresAt: z.string(),
  calls: z.number(),
});
export type Sandbox = z.infer<typeof sandbox>;
export const sandboxesSchema = z.object({ sandboxes: z.array(sandbox), capacity: z.number() });

export const openedSandboxSchema = z.object({
  id: z.string(),
  token: z.string(),
  account: z.object({ id: z.string(), name: z.string() }),
  subscriptionIds: z.array(z.string()),
  expiresAt: z.string(),
});
export type OpenedSandbox = z.infer<typeof openedSandboxSchema>;

export const problemSchema = z.object({
  detail: z.optional(z.string()),
  errors: z.optional(z.array(z.object({ at: z.string(), problem: z.string() }))),
});
