import { recordIds } from "../../mocks/simulation/caller.fixture.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { obligationName, obligations } from "../checks/catalogue.ts";
import { operationIds } from "../../fixtures/contract/operations.ts";
import type { Json } from "../../fixtures/json.ts";
import type { Dialect } from "../../fixtures/dialect/dialect.ts";
import { dialectNames, loadDialect } from "../../fixtures/dialect/load.ts";
import { loadWorld } from "../../fixtures/worlds/load.ts";
import { startServer, type RunningServer } from "../../mocks/adapters/http-server.ts";
import { createSimulation, type Simulation } from "../../mocks/simulation/simulation.ts";
import { listChoices } from "../report/report.ts";
import type { Outcome } from "../checks/check.ts";
import { openReader, type OpenReader } from "./reader.fixture.ts";

const all = obligations(["observed"]).filter(({ requirement }) => requirement.id.startsWith("OBS-"));

/** The observations of different targets at some open points. */
const seen: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, Json>>>>>> = {
  reference: {
    "OBS-04 listInvoices": { "observed.states": { status: ["paid", "void"] } },
    "OBS-05 listUsers": { "paging.users.style": "page", "paging.users.parameters": { page: "page", size: "per_page" } },
    "OBS-09 getSubscription": {
      "subscriptionId.format": { kind: "prefixed", prefix: "sub_", alphabet: "base36", length: 8 },
      "statuses.failure.notFound": 404,
    },
    "OBS-10 createUser": { "statuses.success.createUser": 201 },
    "OBS-12 listUsers": {
      "auth.challenge": 'Bearer realm="organization"',
      "auth.schemeCase": "any",
    },
    "OBS-14 getSubscription": {
      "statuses.failure.missingToken": 401,
      "statuses.failure.refusedToken": 401,
      "statuses.failure.notFound": 404,
    },
    "OBS-15 listUsers": {
      errors: { format: "problem", kinds: { missingToken: expect.anything() } },
    },
    "OBS-17 listUsers": { "paging.users.defaultSize": 20 },
  },
  enveloped: {
    "OBS-14 listUsers": { "statuses.failure.missingToken": 401, "statuses.failure.refusedToken": 404 },
  },
  "login-page": {
    "OBS-05 listUsers": {},
    "OBS-05 listInvoices": {
      "paging.invoices.style": "offset",
      "paging.invoices.parameters": { offset: "skip", limit: "take" },
    },
    "OBS-14 createUser": { "statuses.failure.missingToken": 302, "statuses.failure.refusedToken": 302 },
    "OBS-15 createUser": {
      errors: {
        format: "template",
        contentType: "text/html; charset=utf-8",
        body: expect.stringContaining("{{title}}"),
      },
    },
    "OBS-17 listInvoices": { "paging.invoices.defaultSize": 7 },
  },
  offset: {
    "OBS-16 listUsers": {
      "limits.rate": { requests: 600, seconds: 60, headers: "x-ratelimit" },
    },
  },
  plaintext: {
    "OBS-05 listUsers": {
      "paging.users.style": "page",
      "paging.users.parameters": { page: "pageNumber", size: "pageSize" },
    },
    "OBS-09 getSubscription": { "subscriptionId.format": { kind: "integer" }, "statuses.failure.notFound": 404 },
    "OBS-12 listUsers": {
      "auth.challenge": null,
      "auth.schemeCase": "exact",
    },
  },
};

/** An observation without its evidence. */
type Found = Omit<Outcome, "evidence"> & { readonly name: string };

function open(
  server: RunningServer,
  { accounts }: Simulation,
  dialect?: Dialect,
  allowWrites = true,
): Promise<OpenReader> {
  const [first, second] = accounts;
  return openReader(
    { baseUrl: server.url, ids: recordIds(first), allowWrites, ...(dialect === undefined ? {} : { dialect }) },
    { first: first?.tokens[0]?.token, second: second?.tokens[0]?.token },
    { operations: operationIds },
  );
}

async function observe({ judge }: OpenReader): Promise<readonly Found[]> {
  const found: Found[] = [];
  for (const obligation of all) {
    const { evidence: _, ...outcome } = await judge(obligation);
    found.push({ name: obligationName(obligation), ...outcome });
  }
  return found;
}

describe.each(dialectNames())("on a target with the dialect %s, without declaring it", (name) => {
  let simulation: Simulation;
  let server: RunningServer;
  let opened: OpenReader;
  let found: readonly Found[];
  let requests: number;

  beforeAll(async () => {
    simulation = await createSimulation({ world: loadWorld("demo", 1), dialect: loadDialect(name) });
    server = await startServer(simulation, { port: 0 });
    opened = await open(server, simulation);
    const before = opened.stage.log.length;
    found = await observe(opened);
    requests = opened.stage.log.length - before;
  });

  afterAll(async () => {
    await opened.stage.close();
    await server.close();
  });

  test("everything is observed, or skipped with a reason", () => {
    expect(found.filter(({ status }) => status !== "observed" && status !== "skipped")).toStrictEqual([]);
    expect(found.filter(({ message }) => message === "")).toStrictEqual([]);
  });

  test("a few additional requests are enough, and they only read", () => {
    expect(requests).toBeLessThanOrEqual(24);
    const posts = opened.stage.log.filter(({ request }) => request.method === "POST");
    // The creation, and two rejected tokens.
    expect(posts).toHaveLength(3);
  });

  test("messages do not change, neither in this run nor in another", async () => {
    expect(await observe(opened)).toStrictEqual(found);
    const other = await open(server, simulation);
    expect(await observe(other)).toStrictEqual(found);
    await other.stage.close();
  });

  test("messages contain no token, address, id or timestamp", () => {
    const text = found.map(({ message }) => message).join("\n");
    const tokens = simulation.accounts.flatMap(({ tokens: held }) => held.map(({ token }) => token));
    const ids = simulation.accounts.flatMap(({ subscriptions }) => subscriptions.all().map(({ id }) => String(id)));
    for (const value of [...tokens, ...ids.filter((id) => id.length > 3)]) expect(text).not.toContain(value);
    expect(text).not.toMatch(/@|\d{4}-\d{2}|[0-9a-f]{8}-[0-9a-f]{4}|;/);
  });

  test("the sheet has all observations", () => {
    const results = all.map(({ requirement, operation }, index) => {
      const { status = "", message = "" } = found[index] ?? {};
      return { id: requirement.id, operation, level: requirement.level, status, message };
    });
    const choices = listChoices(results).flatMap((point) => point.choices);
    expect(choices).toHaveLength(found.filter(({ status }) => status === "observed").length);
  });

  test.each(Object.entries(seen[name] ?? {}))("%s", (obligation, expected) => {
    const { observations = [] } = found.find((one) => one.name === obligation) ?? {};
    expect(Object.fromEntries(observations.map(({ key, value }) => [key, value]))).toEqual(expected);
  });
});

test("without writes no write is sent, and the reason is given", async () => {
  const simulation = await createSimulation({ world: loadWorld("demo", 1), dialect: loadDialect("reference") });
  const server = await startServer(simulation, { port: 0 });
  const opened = await open(server, simulation, undefined, false);
  const found = await observe(opened);
  expect(opened.stage.log.filter(({ request }) => request.method !== "GET")).toStrictEqual([]);
  const creations = found.filter(({ name }) => name.endsWith("createUser"));
  expect(new Set(creations.map(({ status, message }) => `${status}: ${message}`))).toStrictEqual(
    new Set(["skipped: writes are off (--allow-writes)"]),
  );
  await opened.stage.close();
  await server.close();
});
