import * as z from "zod/mini";
import { isList, listOperationIds, type ListOperationId } from "../../fixtures/contract/operations.ts";
import { firstPosition, positionParameter } from "../../fixtures/dialect/query-parameters.ts";
import { isObject, tryParseJson, jsonText, type Json, type JsonObject } from "../../fixtures/values/json.ts";
import type { RecordData } from "../../fixtures/worlds/records.ts";
import { issueId, type Account } from "../service/accounts.ts";
import type { Reply } from "../service/call.ts";
import { listNothing } from "../service/list-records.ts";
import { Failure } from "../service/reply.ts";
import { defineScenario, type Turn } from "./scenario.ts";
import { optional, withDefault, wholeNumber } from "../../fixtures/values/schema.ts";

/** An envelope, with the members that a dialect adds. */
interface Envelope {
  readonly data: Json[];
  readonly meta: JsonObject;
  readonly [name: string]: Json;
}

function parseEnvelope(body: string): Envelope | undefined {
  const value = tryParseJson(body);
  if (!isObject(value)) return undefined;
  const { data, meta } = value;
  return Array.isArray(data) && isObject(meta) ? { ...value, data, meta } : undefined;
}

const rules = ["ENV-01", "ENV-02", "ENV-03", "ENV-04", "ENV-05", "ENV-06", "ENV-07"] as const;
type Rule = (typeof rules)[number];

/** Each as real services break it. */
const breakRule: Readonly<Record<Rule, (envelope: Envelope) => unknown>> = {
  "ENV-01": ({ data }) => data,
  "ENV-02": ({ data, ...others }) => ({ ...others, data: data[0] ?? null }),
  "ENV-03": ({ meta, ...others }) => ({ ...others, meta: meta["total"] ?? null }),
  "ENV-04": ({ meta, ...others }) => ({ ...others, meta: { ...meta, page: jsonText(meta["page"] ?? null) } }),
  "ENV-05": ({ meta, ...others }) => ({ ...others, meta: { ...meta, total: jsonText(meta["total"] ?? null) } }),
  "ENV-06": ({ meta, ...others }) => ({ ...others, data: [], meta: { ...meta, page: 0, total: 0 } }),
  "ENV-07": ({ meta, ...others }) => ({ ...others, meta: { ...meta, total: others.data.length - 1 } }),
};

/** A user that another client creates now: like the first one, with a name, an id and unique values of its own. */
function composeSimilarUser({ users }: Account, { dialect, ids, now }: Turn): RecordData {
  const id = issueId(users, dialect, ids);
  const number = users.count() + 1;
  const { id: _, ...model } = users.slice(0, 1)[0] ?? { id, email: "someone@new-user.example", name: "" };
  const fields = Object.entries(model).map(([field, value]) => {
    if (dialect.createUser.unique.includes(field)) {
      return [field, typeof value === "number" ? value + 1_000_000 + number : `new-user-${number}-${jsonText(value)}`];
    }
    if (field === "name" && typeof value === "string") return [field, `Newcomer ${number}`];
    // First of a list that is sorted by date, too.
    return [field, /^created_?at$/i.test(field) && typeof value === "string" ? new Date(now).toISOString() : value];
  });
  return { id, ...Object.fromEntries(fields) };
}

function isLaterPageOfUsers({ call, dialect }: Turn): boolean {
  const { users: paging } = dialect.paging;
  if (paging.style === "none") return false;
  const position = new URLSearchParams(call.query).get(positionParameter(paging));
  if (paging.style === "cursor") return position !== null;
  return position !== null && /^\d+$/.test(position) && Number(position) > firstPosition(paging);
}

/** The response of an empty list; a page beyond the last may be rejected. */
function listOrReject(operation: ListOperationId, turn: Turn): Reply {
  try {
    return listNothing(operation, turn);
  } catch (error) {
    if (error instanceof Failure) return turn.reject(error);
    throw error;
  }
}

const defaultCalls = 3;

/** Envelopes and lists that are not as usual. */
export const listScenarios = [
  // A success that breaks exactly one rule of the contract (§2).
  defineScenario({
    name: "malformed-envelope",
    summary: "Break one envelope rule in successful responses: ENV-01 to ENV-07.",
    options: () =>
      z.object({
        rule: optional(
          z.enum(rules),
          "By default a random one for each request. ENV-07 needs a response with records; others are not changed.",
        ),
      }),
    examples: ["malformed-envelope", "malformed-envelope:rule=ENV-02", "malformed-envelope:rule=ENV-05,rate=0.1"],
    start:
      ({ rule }) =>
      async ({ random }, next) => {
        const reply = await next();
        const envelope = parseEnvelope(reply.body);
        if (envelope === undefined || reply.status >= 300) return reply;
        const possible: readonly Rule[] =
          envelope.data.length > 0 ? rules : rules.filter((candidate) => candidate !== "ENV-07");
        const broken = possible[rule === undefined ? random.between(0, possible.length - 1) : possible.indexOf(rule)];
        if (broken === undefined) return reply;
        return { ...reply, body: JSON.stringify(breakRule[broken](envelope)), why: { ...reply.why, rule: broken } };
      },
  }),
  // A user is created while a client reads page after page: the next page repeats the last record of the one before.
  defineScenario({
    name: "moving-page",
    summary: "Insert a user between page 1 and page 2, so that page 2 repeats a record.",
    options: () =>
      z.object({
        users: withDefault(wholeNumber(1, 100), 1, "How many users to insert, once per walk through the list."),
      }),
    examples: ["moving-page", "moving-page:users=3"],
    start: ({ users }) => {
      // Once per walk: a list that grew with every page would never end.
      const accountsInWalk = new Set<string>();
      return async (turn, next) => {
        const { account, operation } = turn;
        if (account === undefined || operation !== "listUsers") return next();
        if (!isLaterPageOfUsers(turn)) accountsInWalk.delete(account.id);
        if (!isLaterPageOfUsers(turn) || accountsInWalk.has(account.id)) return next();
        accountsInWalk.add(account.id);
        for (let count = 0; count < users; count += 1) {
          await account.users.insert(composeSimilarUser(account, turn), "request", 0);
        }
        const reply = await next();
        return { ...reply, why: { ...reply.why, rule: "scenario" } };
      };
    },
  }),
  // Lists lag behind writes: a created user can be read and its email is taken, but lists leave it out for a while.
  defineScenario({
    name: "eventual-consistency",
    summary: "List a created user only after several list requests, or after some time.",
    options: () =>
      z.object({
        calls: optional(wholeNumber(1), `How many list responses lack it: ${defaultCalls}, unless ms is given.`),
        ms: optional(wholeNumber(1, 86_400_000), "It is listed after N milliseconds, by the clock."),
      }),
    examples: ["eventual-consistency", "eventual-consistency:calls=1", "eventual-consistency:ms=5000"],
    start:
      ({ calls = null, ms = null }) =>
      async ({ account, operation, now }, next) => {
        const reply = await next();
        const { created, rule } = reply.why;
        if (account === undefined) return reply;
        const { hidden } = account.users;
        if (created !== undefined) {
          const reads = calls ?? (ms === null ? defaultCalls : null);
          hidden.set(String(created), { reads, until: ms === null ? null : now + ms });
          return { ...reply };
        }
        const isHiding = operation === "listUsers" && rule === "statuses.success.listUsers" && hidden.size > 0;
        return isHiding ? { ...reply, why: { ...reply.why, rule: "scenario" } } : reply;
      },
  }),
  // What a new customer sees: every list exists and is empty.
  defineScenario({
    name: "empty-lists",
    summary: "Return empty lists, as for a new account.",
    options: () => z.object({}),
    examples: ["empty-lists", `empty-lists:on=${listOperationIds.at(-1)}`],
    start: () => async (turn, next) => {
      const { dialect, operation } = turn;
      const reply = await next();
      if (operation === undefined || !isList(operation) || reply.status < 200 || reply.status >= 300) return reply;
      const empty = listOrReject(operation, turn);
      if (empty.status >= 300) return empty;
      const { headers, body } = empty;
      // What the dialect says about the records, such as their total, is that of an empty list, or absent.
      const names = Object.keys(dialect.responses.headers[operation] ?? {});
      const aboutRecords = new Set(names.map((name) => name.toLowerCase()));
      const others = Object.entries(reply.headers).filter(([name]) => !aboutRecords.has(name));
      const why = { ...reply.why, rule: "scenario" };
      return { ...reply, headers: { ...Object.fromEntries(others), ...headers }, body, why };
    },
  }),
] as const;
