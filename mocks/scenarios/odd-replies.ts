import { firstPosition, positionParameter } from "../../fixtures/dialect/paging.ts";
import { jsonOf } from "../../fixtures/json.ts";
import { z } from "zod";
import { metaShape } from "../../fixtures/contract/envelope.ts";
import { isList } from "../../fixtures/contract/operations.ts";
import type { RecordData } from "../../fixtures/worlds/world.ts";
import { issueId, type Account } from "../service/accounts.ts";
import type { Reply } from "../service/call.ts";
import { envelopeOf } from "../service/reply.ts";
import { defineScenario, type Turn } from "./scenario.ts";

const rules = ["ENV-01", "ENV-02", "ENV-03", "ENV-04", "ENV-05", "ENV-06", "ENV-07"] as const;
type Rule = (typeof rules)[number];

const envelopeSchema = z.object({
  data: z.array(z.json()),
  meta: z.looseObject(metaShape),
});
type Envelope = z.infer<typeof envelopeSchema>;

/** A success that breaks exactly one rule of the contract (§2). */
export const malformedEnvelope = defineScenario({
  name: "malformed-envelope",
  summary: "Break one envelope rule in successful responses: ENV-01 to ENV-07.",
  options: z.object({
    rule: z
      .enum(rules)
      .optional()
      .describe(
        "By default a random one for each request. ENV-07 needs a response with records; others are not changed.",
      ),
  }),
  examples: ["malformed-envelope", "malformed-envelope:rule=ENV-02", "malformed-envelope:rule=ENV-05,rate=0.1"],
  start:
    ({ rule }) =>
    async ({ random }, next) => {
      const reply = await next();
      const envelope = readEnvelope(reply);
      if (envelope === undefined) return reply;
      const possible = rules.filter((candidate) => candidate !== "ENV-07" || envelope.data.length > 0);
      const broken = rule ?? possible[random.between(0, possible.length - 1)];
      if (broken === undefined || !possible.includes(broken)) return reply;
      return { ...reply, body: JSON.stringify(breaking[broken](envelope)), why: { ...reply.why, rule: broken } };
    },
});

function readEnvelope({ status, body }: Reply): Envelope | undefined {
  return status < 200 || status >= 300 ? undefined : envelopeSchema.safeParse(jsonOf(body)).data;
}

/** Each as real services break it. */
const breaking: Readonly<Record<Rule, (envelope: Envelope) => unknown>> = {
  "ENV-01": ({ data }) => data,
  "ENV-02": ({ data, meta }) => ({ data: data[0] ?? null, meta }),
  "ENV-03": ({ data, meta }) => ({ data, meta: meta.total }),
  "ENV-04": ({ data, meta }) => ({ data, meta: { ...meta, page: String(meta.page) } }),
  "ENV-05": ({ data, meta }) => ({ data, meta: { ...meta, total: String(meta.total) } }),
  "ENV-06": ({ meta }) => ({ data: [], meta: { ...meta, page: 0, total: 0 } }),
  "ENV-07": ({ data, meta }) => ({ data, meta: { ...meta, total: data.length - 1 } }),
};

/** A user is created while a client reads page after page: the next page repeats the last record of the one before. */
export const movingPage = defineScenario({
  name: "moving-page",
  summary: "Insert a user between page 1 and page 2, so that page 2 repeats a record.",
  options: z.object({
    users: z.int().min(1).max(100).default(1).describe("How many users to insert, once per walk through the list."),
  }),
  examples: ["moving-page", "moving-page:users=3"],
  start: ({ users }) => {
    // Once per walk: a list that grew with every page would never end.
    const moved = new Set<string>();
    return async (turn, next) => {
      const { account, operation } = turn;
      if (account === undefined || operation !== "listUsers") return next();
      if (!isLaterPage(turn)) moved.delete(account.id);
      else if (!moved.has(account.id)) {
        moved.add(account.id);
        for (let count = 0; count < users; count += 1)
          await account.users.insert(similarUser(account, turn), 0, "call");
        const reply = await next();
        return { ...reply, why: { ...reply.why, rule: "scenario" } };
      }
      return next();
    };
  },
});

/** A user that another client creates: like the existing ones, with an id and unique values of its own. */
function similarUser({ users }: Account, { dialect, ids, now }: Turn): RecordData {
  const { unique } = dialect.createUser;
  const size = users.count() + 1;
  const id = issueId("users", users, dialect, ids);
  const name = `Newcomer ${size}`;
  const model = users.all()[0] ?? { id, email: "someone@new-user.example", name };
  const fields = Object.entries(model).map(([field, value]) => {
    if (field === "name" && typeof value === "string") return [field, name];
    if (/^created_?at$/i.test(field) && typeof value === "string") return [field, new Date(now).toISOString()];
    return [field, unique.includes(field) ? anotherValue(value, size) : value];
  });
  return { ...Object.fromEntries(fields), id };
}

function anotherValue(value: RecordData[string] | undefined, number: number): RecordData[string] {
  if (typeof value === "number") return Math.round(value) + 1_000_000 + number;
  if (typeof value !== "string") return `new-user-${number}`;
  const at = value.lastIndexOf("@");
  return at < 0 ? `${value}-${number}` : `new-user-${number}${value.slice(at)}`;
}

function isLaterPage({ call, dialect }: Turn): boolean {
  const { users: paging } = dialect.paging;
  if (paging.style === "none") return false;
  const asked = new URLSearchParams(call.query).get(positionParameter(paging));
  if (paging.style === "cursor") return asked !== null;
  return asked !== null && /^\d+$/.test(asked) && Number(asked) > firstPosition(paging);
}

const usualCalls = 3;

/** Lists lag behind writes: a created user can be read and its email is taken, but lists leave it out for a while. */
export const eventualConsistency = defineScenario({
  name: "eventual-consistency",
  summary: "List a created user only after several list requests, or after some time.",
  options: z.object({
    calls: z.int().min(1).optional().describe(`How many list responses lack it: ${usualCalls}, unless ms is given.`),
    ms: z.int().min(1).max(86_400_000).optional().describe("It is listed after N milliseconds, by the clock."),
  }),
  examples: ["eventual-consistency", "eventual-consistency:calls=1", "eventual-consistency:ms=5000"],
  start:
    ({ calls, ms }) =>
    async ({ account, operation, now }, next) => {
      const reply = await next();
      const { created, rule } = reply.why;
      if (account === undefined) return reply;
      if (created !== undefined) {
        account.users.hidden.set(String(created), {
          readings: calls ?? (ms === undefined ? usualCalls : null),
          until: ms === undefined ? null : now + ms,
        });
        return { ...reply };
      }
      const lists = operation === "listUsers" && rule === "statuses.success.listUsers";
      return lists && account.users.hidden.size > 0 ? { ...reply, why: { ...reply.why, rule: "scenario" } } : reply;
    },
});

/** What a new customer sees: every list exists and is empty. */
export const emptyLists = defineScenario({
  name: "empty-lists",
  summary: "Return empty lists of users and invoices, as for a new account.",
  options: z.object({}),
  examples: ["empty-lists", "empty-lists:on=listInvoices"],
  start:
    () =>
    async ({ operation }, next) => {
      const reply = await next();
      const isOfList = operation !== undefined && isList(operation);
      if (!isOfList || reply.status < 200 || reply.status >= 300) return reply;
      return { ...reply, body: JSON.stringify(envelopeOf([])), why: { ...reply.why, rule: "scenario" } };
    },
});
