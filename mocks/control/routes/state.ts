import { z } from "zod";
import type { Simulation } from "../../simulation/simulation.ts";
import { clockReply, stateReply, type Account, type State } from "../replies.ts";
import { route, type ControlContext } from "../route.ts";

function describeAccounts({ accounts, clock }: Simulation): readonly Account[] {
  const now = clock.now();
  return accounts.map(({ id, name, tokens, users, subscriptions, invoices }) => ({
    id,
    name,
    tokens: tokens.map(({ token, expiresAt }) => ({
      token,
      ...(expiresAt === undefined ? {} : { expiresAt: new Date(expiresAt).toISOString() }),
      expired: expiresAt !== undefined && expiresAt <= now,
    })),
    counts: { users: users.count(), subscriptions: subscriptions.count(), invoices: invoices.count() },
    subscriptionIds: subscriptions.all().map((record) => String(record.id)),
  }));
}

/** The clock, as every route that shows or sets it tells it. */
function describeClock({ clock }: Simulation): State["clock"] {
  const { frozenAt, aheadMs } = clock.setting;
  return { now: new Date(clock.now()).toISOString(), frozen: frozenAt !== null, offsetMs: aheadMs };
}

function describe({ simulation, snapshots, sandboxes, about }: ControlContext): State {
  const { dialect, world, seed, journal, edits, memory } = simulation;
  return {
    version: about.version,
    url: about.url(),
    seed,
    world,
    dialect: { name: dialect.name, description: dialect.description, values: dialect },
    clock: describeClock(simulation),
    scenarios: simulation.scenarios(),
    accounts: describeAccounts(simulation),
    edits: edits.counts,
    journal: { size: journal.size, capacity: journal.capacity, total: journal.total },
    memory: { bytes: memory.budget.used, limit: memory.budget.bytes },
    sandboxes: { size: sandboxes.list().length, capacity: sandboxes.capacity },
    snapshots: snapshots.names().map(({ name }) => name),
  };
}

const moment = z.iso.datetime({ offset: true }).transform((text) => Date.parse(text));

const clockBody = z.union(
  [
    z.strictObject({ freeze: z.union([z.literal(true), moment]) }),
    z.strictObject({ advanceMs: z.int() }),
    z.strictObject({ resume: z.literal(true) }),
  ],
  "expected { freeze: true }, { freeze: an ISO moment }, { advanceMs: milliseconds } or { resume: true }",
);

export const stateRoutes = [
  route({
    method: "GET",
    path: "health",
    summary: "Whether the mock is up.",
    success: 200,
    handle: ({ about }) => ({ status: 200, json: { status: "pass", version: about.version } }),
  }),
  route({
    method: "GET",
    path: "state",
    summary: "The world, dialect, clock, scenarios and accounts in force, and how full all else is.",
    reply: stateReply,
    success: 200,
    handle: (context) => ({ status: 200, json: describe(context) }),
  }),
  route({
    method: "POST",
    path: "reset",
    summary: "Back to the start: records, ids, clock, scenarios, journal.",
    success: 204,
    handle: async ({ simulation }) => {
      await simulation.reset();
      return { status: 204 };
    },
  }),
  route({
    method: "GET",
    path: "clock",
    summary: "The simulation's clock.",
    reply: clockReply,
    success: 200,
    handle: ({ simulation }) => ({ status: 200, json: describeClock(simulation) }),
  }),
  route({
    method: "POST",
    path: "clock",
    summary: "Freezes the clock, sets it forward, or lets it follow the system's again.",
    body: clockBody,
    reply: clockReply,
    success: 200,
    handle: ({ simulation }, { body }) => {
      if ("resume" in body) simulation.clock.resume();
      else if ("advanceMs" in body) simulation.clock.advance(body.advanceMs);
      else simulation.clock.freeze(body.freeze === true ? undefined : body.freeze);
      return { status: 200, json: describeClock(simulation) };
    },
  }),
];
