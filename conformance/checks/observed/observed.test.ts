import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { obligationName, obligations } from "../catalogue.ts";
import { operationIds } from "../../../fixtures/contract/operations.ts";
import type { Dialect } from "../../../fixtures/dialect/dialect.ts";
import { dialectNames, loadDialect } from "../../../fixtures/dialect/load.ts";
import { loadWorld } from "../../../fixtures/worlds/load.ts";
import { startServer, type RunningServer } from "../../../mocks/faces/http-server.ts";
import { createSimulation, type Simulation } from "../../../mocks/simulation/simulation.ts";
import { choicesOf } from "../../report/choices.ts";
import { connectionSchema } from "../../target/connection.ts";
import { openSession } from "../../target/open-session.ts";
import { type Session } from "../../target/session.ts";
import { secretsSchema, targetSchema } from "../../target/target.ts";
import { unknownId } from "../../discovery/unknown-id.ts";
import { judge } from "../judge.ts";

const all = obligations(["observed"]);
const folder = mkdtempSync(join(tmpdir(), "observed-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** What targets that differ are seen to do: the same words for the same ways. */
const said: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  reference: {
    "OBS-04 listInvoices": "status (paid, void)",
    "OBS-05 listUsers": "page and per_page",
    "OBS-08 createUser": "a body with email: text (e-mail), name: text is accepted",
    "OBS-09 getSubscription": "`sub_` and 8 characters (digits and lower-case letters), an unknown one gets 404",
    "OBS-10 createUser": "a success is 201",
    "OBS-12 listUsers":
      "the challenge Bearer (realm) for no token, the challenge Bearer (realm, error) for a token never issued, `bearer` in lower case is accepted",
    "OBS-14 getSubscription": "401 for no token and a token never issued, 404 for an unknown id",
    "OBS-15 listUsers": "problem details {code, detail, status, title, type} as application/problem+json",
    "OBS-17 listUsers": "20 records where no size is asked for, a smaller size is kept",
  },
  enveloped: {
    "OBS-14 listUsers": "401 for no token, 404 for a token never issued",
    "OBS-15 listInvoices": "an empty envelope with {error: {code, message}} as application/json",
  },
  "login-page": {
    "OBS-05 listUsers": "no common parameter name changes the reply",
    "OBS-05 listInvoices": "skip and take",
    "OBS-14 createUser": "302 for no token and a token never issued",
    "OBS-15 createUser": "an HTML page as text/html",
    "OBS-17 listInvoices": "7 records where no size is asked for, a greater size is kept",
  },
  offset: {
    "OBS-05 listInvoices": "offset and limit",
    "OBS-16 listUsers": "replies carry x-ratelimit-limit (600), x-ratelimit-remaining, x-ratelimit-reset",
  },
  plaintext: {
    "OBS-05 listUsers": "pageSize, and no common name for the page",
    "OBS-09 getSubscription": "an integer, an unknown one gets 404",
    "OBS-12 listUsers": "no challenge for no token and a token never issued, `bearer` in lower case is refused",
    "OBS-15 createUser": "a text as text/plain",
  },
  terse: { "OBS-11 createUser": "`data` is empty after a creation" },
};

/** What an observation found, without its evidence. */
interface Found {
  readonly name: string;
  readonly status: string;
  readonly message: string;
}

function open(
  server: RunningServer,
  { accounts }: Simulation,
  run: string,
  dialect?: Dialect,
  allowWrites = true,
): Session {
  const [first, second] = accounts;
  return openSession({
    target: targetSchema.parse({
      baseUrl: server.url,
      ids: { subscription: (first?.subscriptions.all() ?? []).map(({ id }) => String(id)) },
      allowWrites,
      ...(dialect === undefined ? {} : { dialect }),
    }),
    secrets: secretsSchema.parse({ first: first?.tokens[0]?.token, second: second?.tokens[0]?.token }),
    connection: connectionSchema.parse({}),
    runId: run,
    recordFile: join(folder, `${run}.jsonl`),
  });
}

/** The calls that the checks before these make: the plain ones, and refusals. */
async function callAround(session: Session): Promise<void> {
  for (const operation of operationIds) {
    await session.call({ operation });
    for (const as of ["none", "never-issued", "other-case"] as const) await session.call({ operation, as });
  }
  await session.call({ operation: "getSubscription", id: unknownId(session.target, "getSubscription") });
  await session.call({ operation: "getSubscription", id: session.target.ids.subscription?.[1] ?? "" });
}

async function observe(session: Session): Promise<readonly Found[]> {
  const found: Found[] = [];
  for (const obligation of all) {
    const { status, message } = await judge(session, obligation);
    found.push({ name: obligationName(obligation), status, message });
  }
  return found;
}

describe.each(dialectNames())("on a target in the dialect %s, none declared", (name) => {
  let simulation: Simulation;
  let server: RunningServer;
  let session: Session;
  let found: readonly Found[];
  let requests: number;

  beforeAll(async () => {
    simulation = await createSimulation({ world: loadWorld("demo", 1), dialect: loadDialect(name) });
    server = await startServer(simulation, { port: 0 });
    session = open(server, simulation, name);
    await callAround(session);
    const before = session.entries.length;
    found = await observe(session);
    requests = session.entries.length - before;
  });

  afterAll(async () => {
    await session.close();
    await server.close();
  });

  test("all is observed, or skipped for a reason", () => {
    expect(found.filter(({ status }) => status !== "observed" && status !== "skipped")).toStrictEqual([]);
    expect(found.filter(({ message }) => message === "")).toStrictEqual([]);
  });

  test("a few further requests suffice, and they only read", () => {
    expect(requests).toBeLessThanOrEqual(8);
    expect(session.entries.filter(({ exchange }) => exchange.request.method === "POST")).toHaveLength(4);
  });

  test("what is said does not change, neither in this run nor in another", async () => {
    expect(await observe(session)).toStrictEqual(found);
    const other = open(server, simulation, `${name}-again`);
    await callAround(other);
    expect(await observe(other)).toStrictEqual(found);
    await other.close();
  });

  test("no token, address, id or moment is said", () => {
    const text = found.map(({ message }) => message).join("\n");
    const tokens = simulation.accounts.flatMap(({ tokens: held }) => held.map(({ token }) => token));
    const ids = simulation.accounts.flatMap(({ subscriptions }) => subscriptions.all().map(({ id }) => String(id)));
    for (const value of [...tokens, ...ids.filter((id) => id.length > 3)]) expect(text).not.toContain(value);
    expect(text).not.toMatch(/@|\d{4}-\d{2}|[0-9a-f]{8}-[0-9a-f]{4}|;/);
  });

  test("the sheet has it all", () => {
    const results = all.map(({ requirement, operation }, index) => {
      const { status = "", message = "" } = found[index] ?? {};
      return { id: requirement.id, operation, level: requirement.level, status, message };
    });
    const choices = choicesOf(results).flatMap((point) => point.choices);
    expect(choices).toHaveLength(found.filter(({ status }) => status === "observed").length);
  });

  test.each(Object.entries(said[name] ?? {}))("%s: %s", (obligation, message) => {
    expect(found.find((one) => one.name === obligation)?.message).toBe(message);
  });
});

test("a dialect that is declared says what would else be tried", async () => {
  const dialect = loadDialect("offset");
  const simulation = await createSimulation({ world: loadWorld("demo", 1), dialect });
  const server = await startServer(simulation, { port: 0 });
  const session = open(server, simulation, "declared", dialect);
  await callAround(session);
  const before = session.entries.length;
  const found = await observe(session);
  expect(session.entries).toHaveLength(before);
  expect(found).toEqual(
    expect.arrayContaining([
      { name: "OBS-05 listUsers", status: "observed", message: "offset and limit" },
      { name: "OBS-06 listUsers", status: "observed", message: "by status and role, as `filter[status]=…`" },
      {
        name: "OBS-07 listInvoices",
        status: "observed",
        message: "by issuedAt, amountDue and number, as `sort_by=issuedAt&sort_dir=desc`",
      },
      { name: "OBS-17 listUsers", status: "observed", message: "25 records where no size is asked for" },
    ]),
  );
  await session.close();
  await server.close();
});

test("with writes off nothing is sent that writes, and the reason is given", async () => {
  const simulation = await createSimulation({ world: loadWorld("demo", 1), dialect: loadDialect("reference") });
  const server = await startServer(simulation, { port: 0 });
  const session = open(server, simulation, "read-only", undefined, false);
  const found = await observe(session);
  expect(session.entries.filter(({ exchange }) => exchange.request.method !== "GET")).toStrictEqual([]);
  const creations = found.filter(({ name }) => name.endsWith("createUser"));
  expect(new Set(creations.map(({ status, message }) => `${status}: ${message}`))).toStrictEqual(
    new Set(["skipped: writes are off (--allow-writes)"]),
  );
  await session.close();
  await server.close();
});
