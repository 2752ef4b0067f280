/**
 * The response schemas of the control API: they type its routes, describe them in its OpenAPI document, and validate
 * responses in the console.
 */
import * as z from "zod/mini";
import type { collections } from "../../fixtures/worlds/world.ts";

const list = <Item extends z.core.SomeType>(item: Item): z.ZodMiniReadonly<z.ZodMiniArray<Item>> =>
  z.readonly(z.array(item));
const headers = z.record(z.string(), z.string());
const texts = list(z.string());

/** One request and its response; status 0 if no response was sent. */
export const entryReply = z.object({
  number: z.number(),
  at: z.string(),
  account: z.exactOptional(z.string()),
  request: z.object({ method: z.string(), path: z.string(), query: z.string(), headers, body: z.string() }),
  reply: z.object({
    status: z.number(),
    headers,
    body: z.string(),
    delivery: z.exactOptional(
      z.object({
        delayMs: z.exactOptional(z.number()),
        bodyMs: z.exactOptional(z.number()),
        end: z.exactOptional(z.enum(["cut", "reset", "refused", "never"])),
      }),
    ),
  }),
  why: z.object({
    operation: z.exactOptional(z.string()),
    rule: z.string(),
    scenarios: texts,
    isDefault: z.exactOptional(z.literal(true)),
  }),
});
export type Entry = z.infer<typeof entryReply>;

export const journalReply = z.object({ entries: list(entryReply), total: z.number(), dropped: z.number() });

export const clockReply = z.object({ now: z.string(), frozen: z.boolean(), offsetMs: z.number() });

export const kinds = ["users", "subscriptions", "invoices"] as const satisfies typeof collections;
export type Kind = (typeof kinds)[number];

const account = z.object({
  id: z.string(),
  name: z.string(),
  tokens: list(z.object({ token: z.string(), expiresAt: z.exactOptional(z.string()), expired: z.boolean() })),
  counts: z.object({ users: z.number(), subscriptions: z.number(), invoices: z.number() }),
  subscriptionIds: texts,
});
export type Account = z.infer<typeof account>;

export const stateReply = z.object({
  version: z.string(),
  url: z.string(),
  seed: z.number(),
  world: z.object({ name: z.string() }),
  dialect: z.object({ name: z.string(), description: z.string(), values: z.record(z.string(), z.unknown()) }),
  clock: clockReply,
  scenarios: texts,
  accounts: list(account),
  journal: z.object({ size: z.number(), capacity: z.number(), total: z.number() }),
  sandboxes: z.object({ size: z.number(), capacity: z.number() }),
  snapshots: texts,
});
export type State = z.infer<typeof stateReply>;

const record = z.record(z.string(), z.unknown());
export type RecordData = z.infer<typeof record>;
export const recordReply = z.object({ record });
export const recordsReply = z.object({ records: list(record), total: z.number() });
export type RecordPage = z.infer<typeof recordsReply>;

const scenario = z.object({
  name: z.string(),
  summary: z.string(),
  examples: texts,
  options: z.looseObject({
    type: z.literal("object"),
    properties: z.record(
      z.string(),
      z.looseObject({
        type: z.optional(z.union([z.string(), texts])),
        description: z.optional(z.string()),
        enum: z.optional(list(z.union([z.string(), z.number()]))),
        minimum: z.optional(z.number()),
        maximum: z.optional(z.number()),
      }),
    ),
  }),
});
export type ScenarioKind = z.infer<typeof scenario>;
export const scenariosReply = z.object({ available: list(scenario), active: texts });

export const snapshotsReply = z.object({ snapshots: list(z.object({ name: z.string(), takenAt: z.string() })) });

const sandbox = z.object({
  id: z.string(),
  account: z.optional(z.string()),
  createdAt: z.string(),
  expiresAt: z.string(),
  calls: z.number(),
});
export const sandboxesReply = z.object({ sandboxes: list(sandbox), capacity: z.number() });

export const openedSandboxReply = z.object({
  id: z.string(),
  token: z.string(),
  account: z.object({ id: z.optional(z.string()), name: z.optional(z.string()) }),
  subscriptionIds: texts,
  expiresAt: z.string(),
});

/** A problem with its places (RFC 9457). */
export const problemReply = z.object({
  status: z.optional(z.number()),
  detail: z.optional(z.string()),
  errors: z.optional(list(z.object({ at: z.string(), problem: z.string() }))),
});
