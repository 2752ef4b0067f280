import { expect, test } from "@playwright/test";
import { request } from "undici";
import { openPrism, type Validate } from "../conformance/proxy/prism.ts";
import { TrafficJudge } from "../conformance/proxy/traffic-judge.ts";
import { optionsFor, type IndependentServer, type Running } from "../conformance/test-servers/independent-server.ts";
import { conformingServers } from "../conformance/test-servers/servers.ts";
import { hasId, operationIds, operationPath, operations } from "../fixtures/contract/operations.ts";
import { fillDialect } from "../fixtures/dialect/read-dialect.ts";
import { startProxy } from "./proxy/proxy.ts";

/** A usual run tries one in eight. */
const oneIn = process.env["ORGKIT_ALL"] === "1" ? 1 : 8;

let contractOnly: Promise<Validate> | undefined;

/** The traffic of a frontend through the proxy, in front of an independent server: `service ENV-04 listUsers`. */
async function watch(server: IndependentServer, withDialect: boolean): Promise<readonly string[]> {
  const { stop, ...running } = await server.start();
  const { baseUrl } = running;
  contractOnly ??= openPrism();
  const validate = await (withDialect ? openPrism(fillDialect(server.dialect ?? {})) : contractOnly);
  const judge = new TrafficJudge(baseUrl, validate);
  const listening = { host: "127.0.0.1", port: 0, allowedHosts: [], allowedOrigins: [] };
  const proxy = await startProxy({ ...listening, baseUrl, judge, timeout: 15_000, insecure: true });
  const used = useAsFrontend({ ...running, baseUrl: proxy.url }, server);
  await used.catch(() => undefined);
  await proxy.close();
  await stop();
  await used;
  return judge
    .report()
    .violations.map(({ by, rule, operation, message }) =>
      `${by} ${rule} ${operation} ${by === "service" ? message : ""}`.trim(),
    );
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

test("unusual conforming servers: no response violates the contract, or their declared dialect", async () => {
  const tried = conformingServers.flatMap((server) =>
    (server.dialect === undefined ? [false] : [false, true]).map((withDialect) => ({ server, withDialect })),
  );
  const sample = tried.filter((_, index) => index % oneIn === 0);
  await Promise.all(
    sample.map(async ({ server, withDialect }) => {
      const name = `${server.id}${withDialect ? " with its dialect" : ""}`;
      // Missing tokens are the client's fault; all other requests are valid.
      expect.soft(await watch(server, withDialect), name).toEqual(["client §5 listUsers"]);
    }),
  );
});
