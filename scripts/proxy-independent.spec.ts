import { expect, test } from "@playwright/test";
import { request } from "undici";
import { openRequestJudge, type RequestJudge } from "../conformance/proxy/judge-request.ts";
import { TrafficJudge } from "../conformance/proxy/traffic-judge.ts";
import type { Report } from "../conformance/report/report.ts";
import { targetSchema } from "../conformance/target/target.ts";
import { optionsFor, type IndependentServer, type Running } from "../conformance/test-servers/independent-server.ts";
import { conformingServers } from "../conformance/test-servers/servers.ts";
import { hasId, operationIds, operationPath, operations } from "../fixtures/contract/operations.ts";
import { dialectSchema } from "../fixtures/dialect/dialect.ts";
import { startProxy } from "./proxy/proxy.ts";

/** A usual run tries one in eight. */
const oneIn = process.env["ORGKIT_ALL"] === "1" ? 1 : 8;

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

test("unusual conforming servers: no response violates the contract, or their declared dialect", async () => {
  const tried = conformingServers.flatMap((server) =>
    (server.dialect === undefined ? [false] : [false, true]).map((withDialect) => ({ server, withDialect })),
  );
  const sample = tried.filter((_, index) => index % oneIn === 0);
  await Promise.all(
    sample.map(async ({ server, withDialect }) => {
      const report = await watch(server, withDialect);
      const name = `${server.id}${withDialect ? " with its dialect" : ""}`;
      expect.soft(failuresIn(report), name).toEqual([]);
      // Missing tokens are the client's fault; all other requests are valid.
      const rules = report.traffic?.clientViolations?.map(({ rule, operation }) => `${rule} ${operation}`);
      expect.soft(rules, name).toEqual(["#/security listUsers"]);
    }),
  );
});
