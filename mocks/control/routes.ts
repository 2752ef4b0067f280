import { createRedactor, type Redactor } from "../../fixtures/secrets/redactor.ts";
import type { JournalEntry } from "../journal/entry.ts";
import type { Simulation } from "../simulation/simulation.ts";
import { type About, count, route, type Input, type ControlContext, type ControlRoute } from "./route.ts";
import { z } from "zod";
import {
  type JournalPart,
  type RecordPage,
  type ScenarioInfo,
  type ScenarioOption,
  type Scenarios,
  ControlProblem,
} from "./replies.ts";
import { expectationSchema } from "../journal/match.ts";
import { recordSchema } from "../../fixtures/worlds/world.ts";
import { fullText, type RecordCollection } from "../service/record-collection.ts";
import { givenData, parseWith } from "../../fixtures/input/parse-with.ts";
import { collections } from "../../fixtures/contract/record-kinds.ts";
import { scenarioKinds } from "../scenarios/catalogue.ts";
import { listScenarioKinds } from "../scenarios/parse.ts";
import { whenSchema, type ScenarioKind } from "../scenarios/scenario.ts";
import type { Snapshot } from "../service/snapshot.ts";
import { mapNames } from "../../fixtures/values/json.ts";
import { memoize } from "../../fixtures/values/memoize.ts";
import type { OpenApiDocument } from "../../fixtures/interface/openapi-document.ts";

/**
 * The journal as a HAR 1.2 file, which the developer tools of browsers open. Secrets are masked, and each token of the
 * world has its own placeholder, so that the requests of two accounts can be told apart. Requests that got no response
 * are left out.
 */
function* journalHar({ journal, accounts }: Pick<Simulation, "journal" | "accounts">, about: About) {
  const tokens = accounts.flatMap((account) => account.tokens.map(({ token }) => token));
  const redactor = createRedactor(tokens.map((value, index) => ({ value, name: `orgkit-token-${index + 1}` })));
  const entries: string[] = [];
  for (const entry of journal.steps.entries()) {
    yield;
    if (entry === undefined || entry.reply.status === 0) continue;
    const bodies = {
      request: yield* redactor.bodyInSteps(entry.request.body),
      reply: yield* redactor.bodyInSteps(entry.reply.body),
    };
    entries.push(JSON.stringify(harEntry(entry, bodies, about.url(), redactor)));
  }
  const creator = JSON.stringify({ name: "orgkit", version: about.version });
  return `{"log":{"version":"1.2","creator":${creator},"entries":[${entries.join(",\n")}]}}\n`;
}

function harEntry(
  { at, request, reply }: JournalEntry,
  bodies: { readonly request: string; readonly reply: string },
  baseUrl: string,
  redactor: Redactor,
) {
  const { method, path, query, headers } = request;
  const { delayMs = 0, bodyMs = 0 } = reply.delivery ?? {};
  const { request: body, reply: content } = bodies;
  const url = redactor.text(`${baseUrl}${path}${query === "" ? "" : `?${query}`}`);
  const common = { httpVersion: "HTTP/1.1", cookies: [], headersSize: -1 };
  return {
    startedDateTime: new Date(at).toISOString(),
    time: delayMs + bodyMs,
    request: {
      ...common,
      method,
      url,
      headers: namedValues(Object.entries(redactor.headers(headers))),
      queryString: namedValues(URL.parse(url)?.searchParams ?? []),
      ...(body === "" ? {} : { postData: { mimeType: headers["content-type"] ?? "", text: body } }),
      bodySize: byteLength(body),
    },
    response: {
      ...common,
      status: reply.status,
      statusText: "",
      headers: namedValues(Object.entries(redactor.headers(reply.headers))),
      content: { size: byteLength(content), mimeType: reply.headers["content-type"] ?? "", text: content },
      redirectURL: redactor.text(reply.headers["location"] ?? ""),
      bodySize: -1,
    },
    cache: {},
    timings: { send: 0, wait: delayMs + bodyMs, receive: 0 },
  };
}

function namedValues(pairs: Iterable<readonly [string, string]>) {
  return [...pairs].map(([name, value]) => ({ name, value }));
}

function byteLength(text: string): number {
  return new TextEncoder().encode(text).byteLength;
}

/** The text of a `JournalPart`. */
function* journalPart({ journal }: Pick<Simulation, "journal">, limit: number, after: number) {
  const texts: string[] = [];
  for (const entry of journal.steps.entries(limit, after)) {
    if (entry !== undefined) texts.push(JSON.stringify(entry, null, 2));
    yield;
  }
  const { total, size } = journal;
  const counts: Omit<JournalPart, "entries"> = { total, dropped: total - size };
  return `{"entries":[${texts.join(",\n")}],${JSON.stringify(counts).slice(1)}\n`;
}

const journalRoutes = [
  route(
    "GET journal",
    "The requests and responses, oldest first, with the reason for each response.",
    {
      query: z.object({
        after: count(0).describe("only requests with a higher number"),
        limit: count(100).describe("at most this many of the newest, 100 by default"),
      }),
    },
    ({ simulation }, { query: { after, limit } }) => journalPart(simulation, limit, after),
  ),
  route(
    "GET journal.har",
    "The journal as a HAR file, for browsers' developer tools.",
    { headers: { "content-disposition": 'attachment; filename="orgkit-journal.har"' } },
    ({ simulation, about }) => journalHar(simulation, about),
  ),
  route("DELETE journal", "Clears the journal.", {}, ({ simulation }) => simulation.journal.clear()),
  route(
    "POST verify",
    "Whether the expected requests were received; if too few were, the closest other requests.",
    { body: expectationSchema },
    ({ simulation }, { body }) => simulation.journal.steps.verify(body),
  ),
];

/** The list at a path, and the id of a record in it. */
function find(simulation: Simulation, { parameters }: Input): { readonly list: RecordCollection; readonly id: string } {
  const account = simulation.accounts.find(({ id }) => id === parameters["account"]);
  if (account === undefined) throw new ControlProblem(404, `There is no account "${parameters["account"]}".`);
  const kind = collections.find((name) => name === parameters["kind"]);
  if (kind === undefined)
    throw new ControlProblem(404, `There are no ${parameters["kind"]}: ${collections.join(", ")}.`);
  const { id } = parameters;
  if (id !== undefined && account[kind].find(id) === undefined) {
    throw new ControlProblem(404, `Unknown id "${id}" among the ${kind} of ${account.name}.`);
  }
  return { list: account[kind], id: id ?? "" };
}

const recordRoutes = [
  route(
    "GET accounts/{account}/{kind}",
    `Records of an account: ${collections.join(", ")}.`,
    {
      query: z.object({
        offset: count(0).describe("the index of the first record, 0 by default"),
        limit: count(50, 1000).describe("how many, 50 by default"),
        search: z.string().default("").describe("a text that the records contain"),
      }),
    },
    ({ simulation }, input): RecordPage => {
      const { offset, limit, search } = input.query;
      const searchText = search.toLowerCase();
      const all = find(simulation, input).list.records();
      const records =
        searchText === "" ? all : all.filter((record) => JSON.stringify(record).toLowerCase().includes(searchText));
      return { records: records.slice(offset, offset + limit), total: records.length };
    },
  ),
  route(
    "POST accounts/{account}/{kind}",
    "Adds a record. Without an id, it gets one.",
    { body: z.record(z.string(), z.json()), status: 201 },
    async ({ simulation }, input) => {
      const { list } = find(simulation, input);
      const value = "id" in input.body ? input.body : { id: list.newId(), ...input.body };
      const record = parseWith(recordSchema, givenData(list.kind, value), "the record for");
      if (list.isFull) throw new ControlProblem(507, fullText);
      await list.insert(record, "edit");
      return { record };
    },
  ),
  route(
    "PUT accounts/{account}/{kind}/{id}",
    "Replaces a record.",
    { body: recordSchema },
    async ({ simulation }, input) => {
      const { list, id } = find(simulation, input);
      await list.replace(id, input.body);
      return { record: input.body };
    },
  ),
  route("DELETE accounts/{account}/{kind}/{id}", "Removes a record.", {}, ({ simulation }, input) => {
    const { list, id } = find(simulation, input);
    list.remove(id);
  }),
];

function describe({ name, summary, options, examples }: ScenarioKind): ScenarioInfo {
  const { properties } = z.toJSONSchema(z.object({ ...options.shape, ...whenSchema.shape }), { io: "input" });
  return { name, summary, examples, options: z.record(z.string(), z.custom<ScenarioOption>()).parse(properties) };
}

const builtIn = scenarioKinds.map(describe);

const scenarioRoutes = [
  route("GET scenarios", "All scenarios with their options, and the active ones.", {}, ({ simulation }): Scenarios => {
    const own = listScenarioKinds(simulation.ownScenarios).slice(0, -builtIn.length);
    return { available: [...own.map(describe), ...builtIn], active: simulation.scenarios() };
  }),
  route(
    "PUT scenarios",
    "Activates these scenarios, the first outermost, and deactivates all others.",
    { body: z.strictObject({ active: z.array(z.string()).describe("As written: latency:ms=200,on=listUsers") }) },
    ({ simulation }, { body }) => {
      simulation.use(body.active);
      return { active: simulation.scenarios() };
    },
  ),
];

interface NamedSnapshot {
  /** ISO 8601, from the simulation's clock. */
  readonly takenAt: string;
  readonly snapshot: Snapshot;
}

/** The maximum number of snapshots per simulation. */
const maxSnapshots = 20;

/** The saved snapshots of a simulation by name, in memory: a name is never a path. */
const namedSnapshots = memoize(() => new Map<string, NamedSnapshot>());

function findSnapshot({ simulation }: ControlContext, name: string): NamedSnapshot {
  const snapshot = namedSnapshots(simulation).get(name);
  if (snapshot !== undefined) return snapshot;
  throw new ControlProblem(404, `There is no snapshot "${name}": save one with PUT /_orgkit/snapshots/${name}.`);
}

function readName({ parameters: { name = "" } }: Input): string {
  if (/^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,79}$/u.test(name)) return name;
  throw new ControlProblem(422, "A name has at most 80 letters, digits, spaces, dots, dashes and underscores.");
}

const snapshotRoutes = [
  route("GET snapshots", "The saved snapshots.", {}, ({ simulation }) => ({
    snapshots: [...namedSnapshots(simulation)].map(([name, { takenAt }]) => ({ name, takenAt })),
  })),
  route(
    "PUT snapshots/{name}",
    "Saves the current state; replaces a snapshot of the same name.",
    {},
    ({ simulation }, input) => {
      const name = readName(input);
      const saved = namedSnapshots(simulation);
      if (!saved.has(name) && saved.size >= maxSnapshots) {
        throw new ControlProblem(409, `At most ${maxSnapshots} snapshots are kept: delete one first.`);
      }
      const takenAt = new Date(simulation.clock.now()).toISOString();
      saved.set(name, { takenAt, snapshot: simulation.snapshot() });
    },
  ),
  route(
    "POST snapshots/{name}/restore",
    "Restores the records, the id generator and the clock of a snapshot.",
    {},
    (context, input) => context.simulation.restore(findSnapshot(context, readName(input)).snapshot),
  ),
  route("DELETE snapshots/{name}", "Deletes a snapshot.", {}, (context, input) => {
    const name = readName(input);
    findSnapshot(context, name);
    namedSnapshots(context.simulation).delete(name);
  }),
];

const sandboxRoutes = [
  route(
    "POST sandboxes",
    "Opens a sandbox: a copy of an account as it was at the start, with its own token.",
    {
      body: z.strictObject({
        account: z.string().optional().describe("The account to copy: the first by default."),
        seed: z.int().optional().describe("For ids and faults: that of the mock by default."),
        scenarios: z
          .array(z.string())
          .optional()
          .describe("Active from the start: by default those the mock started with."),
      }),
      status: 201,
    },
    async ({ sandboxes }, { body }) => {
      const { id, token, simulation, expiresAt } = await sandboxes.open(body);
      const [account] = simulation.accounts;
      return {
        id,
        token,
        account: { id: account?.id, name: account?.name },
        subscriptionIds: account?.subscriptions.records().map((record) => String(record.id)) ?? [],
        expiresAt: new Date(expiresAt).toISOString(),
      };
    },
  ),
  route("GET sandboxes", "The open sandboxes.", {}, ({ sandboxes }) => ({
    sandboxes: sandboxes.list().map(({ id, simulation, createdAt, expiresAt }) => ({
      id,
      account: simulation.accounts[0]?.id,
      createdAt: new Date(createdAt).toISOString(),
      expiresAt: new Date(expiresAt).toISOString(),
      calls: simulation.journal.total,
    })),
    capacity: sandboxes.capacity,
  })),
  route(
    "DELETE sandboxes/{id}",
    "Closes a sandbox: its token is no longer valid.",
    {},
    ({ sandboxes }, { parameters: { id = "" } }) => sandboxes.close(id),
  ),
];

/** An account in the state of a mock. */
export type AccountReply = ReturnType<typeof describeAccounts>[number];

function describeAccounts({ accounts, clock }: Simulation) {
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

function describeClock({ clock }: Simulation) {
  const { frozenAt, aheadMs } = clock.setting;
  return { now: new Date(clock.now()).toISOString(), frozen: frozenAt !== null, offsetMs: aheadMs };
}

export type StateReply = ReturnType<typeof describeState>;

function describeState({ simulation, sandboxes, about }: ControlContext) {
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
  const { exampleRecords, openApiDocument } = await import("../../fixtures/interface/openapi-document.ts");
  const { dialect, accounts } = simulation;
  return openApiDocument(dialect, { url: about.url(), examples: exampleRecords(accounts) });
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

const stateRoutes = [
  route("GET health", "Whether the mock is up.", {}, ({ about }) => ({ status: "pass", version: about.version })),
  route(
    "GET state",
    "The current world, dialect, clock, active scenarios and accounts, and how much of each limit is used.",
    {},
    describeState,
  ),
  route("POST reset", "Resets records, ids, clock, scenarios and journal to the start.", {}, ({ simulation }) =>
    simulation.reset(),
  ),
  route("GET clock", "The simulation's clock.", {}, ({ simulation }) => describeClock(simulation)),
  route(
    "POST clock",
    "Freezes or advances the clock, or lets it follow the system clock again.",
    { body: clockBody },
    ({ simulation }, { body }) => {
      if ("resume" in body) simulation.clock.resume();
      else if ("advanceMs" in body) simulation.clock.advance(body.advanceMs);
      else simulation.clock.freeze(body.freeze === true ? undefined : body.freeze);
      return describeClock(simulation);
    },
  ),
  route(
    "GET interface.json",
    "The interface in the dialect of this mock, as an OpenAPI document.",
    {},
    interfaceDocument,
  ),
];

export const controlRoutes: readonly ControlRoute[] = [
  ...stateRoutes,
  ...scenarioRoutes,
  ...recordRoutes,
  ...journalRoutes,
  ...snapshotRoutes,
  ...sandboxRoutes,
];
