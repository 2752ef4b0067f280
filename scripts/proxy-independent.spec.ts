import { expect, test } from "@playwright/test";
import { request } from "undici";
import { obligationName, obligations, requirementSet } from "../conformance/checks/catalogue.ts";
import { levels, firstCountingSet } from "../conformance/checks/requirement.ts";
import { openRequestJudge, type RequestJudge } from "../conformance/proxy/judge-request.ts";
import { TrafficJudge } from "../conformance/proxy/traffic-judge.ts";
import type { Report } from "../conformance/report/report.ts";
import { targetSchema } from "../conformance/target/target.ts";
import { optionsFor, type IndependentServer, type Running } from "../conformance/test-servers/independent-server.ts";
import { brokenServers, conformingServers } from "../conformance/test-servers/servers.ts";
import { hasId, operationIds, operationPath, operations, recordKinds } from "../fixtures/contract/operations.ts";
import { builtInDialectNames } from "../fixtures/dialect/built-in.ts";
import { dialectSchema } from "../fixtures/dialect/dialect.ts";
import { openDialect } from "../fixtures/dialect/open.ts";
import { openWorld } from "../fixtures/worlds/open.ts";
import { startServer } from "../mocks/adapters/http-server.ts";
import { createSimulation } from "../mocks/simulation/simulation.ts";
import { startProxy } from "./proxy/proxy.ts";

/** A usual run tries one in eight. */
const oneIn = process.env["ORGKIT_ALL"] === "1" ? 1 : 8;

// One worker for all: Prism takes most of a second to load.
test.describe.configure({ mode: "default" });

let contractOnly: Promise<RequestJudge> | undefined;

/** The traffic of a frontend through the proxy, in front of an independent server. */
async function watch(server: IndependentServer, withDialect: boolean): Promise<Report> {
  const { stop, ...running } = await server.start();
  const { baseUrl } = running;
  const dialect = withDialect ? dialectSchema.parse(server.dialect) : undefined;
  contractOnly ??= openRequestJudge();
  const judge = new TrafficJudge({
    target: targetSchema.parse({ baseUrl, allowWrites: false, ...(withDialect ? { dialect: server.dialect } : {}) }),
    judgeRequest: await (withDialect ? openRequestJudge(dialect) : contractOnly),
  });
  const listening = { host: "127.0.0.1", port: 0, allowedHosts: [], allowedOrigins: [] };
  const proxy = await startProxy({ ...listening, baseUrl, judge, timeout: 15_000, insecure: true });
  const used = useAsFrontend({ ...running, baseUrl: proxy.url }, server);
  await used.catch(() => undefined);
  const report = await proxy.close();
  await stop();
  await used;
  return report;
}

async function useAsFrontend(running: Pick<Running, "baseUrl" | "ids">, server: IndependentServer): Promise<void> {
  const { baseUrl: url, token, ids, headers = {}, createBody } = optionsFor(server, running);
  const own = { ...headers, accept: "application/json", authorization: `Bearer ${token}` };
  const ask = async (path: string, sent: Record<string, string> = own, more: object = {}): Promise<void> => {
    const { body } = await request(`${url}/api/v1/${path}`, { headers: sent, ...more });
    await body.dump();
  };
  const ones = operationIds.filter(hasId).flatMap((operation) => {
    const known = ids[operations[operation].record] ?? [];
    return [...known, "no-such-id"].map((id) => operationPath(operation, id).replace("/api/v1/", ""));
  });
  await Promise.all(["users", "users?page=2&per_page=2", "invoices", ...ones].map((path) => ask(path)));
  const body = JSON.stringify(createBody ?? { name: "Ada", email: "ada.{{unique}}@proxy.example" });
  const json = { ...own, "content-type": "application/json" };
  await ask("users", json, { method: "POST", body: body.replaceAll("{{unique}}", "orgkit7") });
  await Promise.all([
    ask("invoices", { ...own, authorization: "Bearer a-token-that-was-never-issued" }),
    ask("users", { ...headers, accept: "application/json" }),
  ]);
}

/** The requirements that failed: `ENV-04 listUsers`. */
function failuresIn({ results }: Report): readonly string[] {
  return results.filter(({ status }) => status === "failed").map(({ id, operation }) => `${id} ${operation}`);
}

async function inGroups<Item>(items: readonly Item[], task: (item: Item) => Promise<void>): Promise<void> {
  for (let at = 0; at < items.length; at += 24) await Promise.all(items.slice(at, at + 24).map(task));
}

const idIn = ({ id }: { readonly id: string | number }): string => String(id);

/** The mock as an independent server. */
async function mockAs(name: string, world: string): Promise<IndependentServer> {
  const dialect = await openDialect(name);
  const open = async () => createSimulation({ world: await openWorld(world, 1), dialect });
  const [account] = (await open()).accounts;
  return {
    id: `the mock in ${name} with ${world}`,
    breaks: [],
    dialect,
    subscriptionIds: account?.subscriptions.all().map(idIn) ?? [],
    tokens: { first: account?.tokens[0]?.token ?? "", second: "" },
    async start() {
      const server = await startServer(await open(), { port: 0 });
      const known = recordKinds.map((kind) => [kind, account?.[`${kind}s`].all().slice(0, 2).map(idIn) ?? []] as const);
      return { baseUrl: server.url, ids: Object.fromEntries(known), stop: () => server.close() };
    },
  };
}

test("unusual conforming servers and the mock: no response violates the contract, or their declared dialect", async () => {
  const mocks = builtInDialectNames.flatMap((name) => ["demo", "edge"].map((world) => mockAs(name, world)));
  const tried = [...conformingServers, ...(await Promise.all(mocks))].flatMap((server) =>
    (server.dialect === undefined ? [false] : [false, true]).map((withDialect) => ({ server, withDialect })),
  );
  await inGroups(
    tried.filter((_, index) => index % oneIn === 0),
    async ({ server, withDialect }) => {
      const report = await watch(server, withDialect);
      const name = `${server.id}${withDialect ? " with its dialect" : ""}`;
      expect.soft(failuresIn(report), name).toEqual([]);
      // Missing tokens are the client's fault; all other requests are valid.
      const rules = report.traffic?.clientViolations?.map(({ rule, operation }) => `${rule} ${operation}`);
      expect.soft(rules, name).toEqual(["#/security listUsers"]);
    },
  );
});

test("servers with a broken envelope: exactly that requirement is reported", async () => {
  // Rules that a schema checks, on the frontend's requests.
  const broken = brokenServers.filter(
    ({ id, breaks }) =>
      breaks.every((name) => /^ENV-0[1-7]/.test(name)) &&
      !/^env-|-(?:when-filtered|with-a-limit|in-another-language|for-browsers)@/.test(id),
  );
  expect(broken.length).toBeGreaterThan(50);
  // The proxy reports nothing that is not scored yet.
  const scored = new Set(
    obligations(levels)
      .filter(({ requirement, operation }) => firstCountingSet(requirement, operation) <= requirementSet)
      .map(obligationName),
  );
  await inGroups(
    broken.filter((_, index) => index % oneIn === 0),
    async (server) => {
      const report = await watch(server, false);
      const expected = server.breaks.filter((name) => scored.has(name));
      expect.soft(failuresIn(report).toSorted(), server.id).toEqual(expected.toSorted());
    },
  );
});
