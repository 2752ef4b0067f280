import { mapNames } from "../../fixtures/values/json.ts";
import { exampleRecords } from "../simulation/example-records.ts";
import { z } from "zod";
import type { OpenApiDocument } from "../../fixtures/interface/openapi-document.ts";
import { collections } from "../../fixtures/contract/record-kinds.ts";
import type { Simulation } from "../simulation/simulation.ts";
import type { AccountReply, ClockState, StateReply } from "./replies.ts";
import { route, type ControlContext } from "./route.ts";
import { namedSnapshots } from "./snapshot-routes.ts";

function describeAccounts({ accounts, clock }: Simulation): readonly AccountReply[] {
  const now = clock.now();
  return accounts.map((account) => ({
    id: account.id,
    name: account.name,
    tokens: account.tokens.map(({ token, expiresAt }) => ({
      token,
      ...(expiresAt !== undefined && { expiresAt: new Date(expiresAt).toISOString() }),
      expired: expiresAt !== undefined && expiresAt <= now,
    })),
    counts: mapNames(collections, (kind) => account[kind].count()),
    subscriptionIds: account.subscriptions.records().map((record) => String(record.id)),
  }));
}

function describeClock({ clock }: Simulation): ClockState {
  const { frozenAt, aheadMs } = clock.setting;
  return { now: new Date(clock.now()).toISOString(), frozen: frozenAt !== null, offsetMs: aheadMs };
}

function describeState({ simulation, sandboxes, about }: ControlContext): StateReply {
  const { dialect, world, seed, journal } = simulation;
  return {
    version: about.version,
    url: about.url(),
    seed,
    world: { name: world.name },
    dialect: { name: dialect.name, description: dialect.description, values: dialect },
    clock: describeClock(simulation),
    scenarios: simulation.scenarios(),
    accounts: describeAccounts(simulation),
    journal: { size: journal.size, capacity: journal.capacity, total: journal.total },
    sandboxes: { size: sandboxes.list().length, capacity: sandboxes.capacity },
    snapshots: [...namedSnapshots(simulation).keys()],
  };
}

/** Loaded on demand. */
async function interfaceDocument({ about, simulation }: ControlContext): Promise<OpenApiDocument> {
  const { parseContract } = await import("../../fixtures/interface/contract.ts");
  const { openApiDocument } = await import("../../fixtures/interface/openapi-document.ts");
  return openApiDocument(parseContract(about.contract()), simulation.dialect, {
    url: about.url(),
    examples: exampleRecords(simulation),
  });
}

const timestamp = z.iso.datetime({ offset: true }).transform((text) => Date.parse(text));

const clockBody = z.union(
  [
    z.strictObject({ freeze: z.union([z.literal(true), timestamp]) }),
    z.strictObject({ advanceMs: z.int() }),
    z.strictObject({ resume: z.literal(true) }),
  ],
  "expected { freeze: true }, { freeze: an ISO timestamp }, { advanceMs: milliseconds } or { resume: true }",
);

export const stateRoutes = [
  route({
    method: "GET",
    path: "health",
    summary: "Whether the mock is up.",
    handle: ({ about }) => ({ status: "pass", version: about.version }),
  }),
  route({
    method: "GET",
    path: "state",
    summary: "The current world, dialect, clock, active scenarios and accounts, and how much of each limit is used.",
    handle: describeState,
  }),
  route({
    method: "POST",
    path: "reset",
    summary: "Resets records, ids, clock, scenarios and journal to the start.",
    handle: ({ simulation }) => simulation.reset(),
  }),
  route({
    method: "GET",
    path: "clock",
    summary: "The simulation's clock.",
    handle: ({ simulation }) => describeClock(simulation),
  }),
  route({
    method: "POST",
    path: "clock",
    summary: "Freezes or advances the clock, or lets it follow the system clock again.",
    body: clockBody,
    handle: ({ simulation }, { body }) => {
      if ("resume" in body) simulation.clock.resume();
      else if ("advanceMs" in body) simulation.clock.advance(body.advanceMs);
      else simulation.clock.freeze(body.freeze === true ? undefined : body.freeze);
      return describeClock(simulation);
    },
  }),
  route({
    method: "GET",
    path: "interface.json",
    summary: "The interface in the dialect of this mock, as an OpenAPI document.",
    handle: interfaceDocument,
  }),
];
