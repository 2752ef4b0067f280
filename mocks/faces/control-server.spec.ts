import { request as httpRequest } from "node:http";
import { expect, test as base } from "@playwright/test";
import { loadDialect } from "../../fixtures/dialect/load.ts";
import { loadWorld } from "../../fixtures/worlds/load.ts";
import { createSimulation, type Simulation } from "../simulation/simulation.ts";
import { startServer, type RunningServer } from "./http-server.ts";

interface Mock {
  readonly simulation: Simulation;
  readonly server: RunningServer;
}

/** A mock with its control API, on a free port; closed at the end of the test. */
const test = base.extend<{ open: (host?: string) => Promise<Mock> }>({
  // oxlint-disable-next-line no-empty-pattern
  open: async ({}, use) => {
    const servers: RunningServer[] = [];
    await use(async (host = "127.0.0.1") => {
      const simulation = await createSimulation({ world: loadWorld("demo", 1), dialect: loadDialect("reference") });
      const control = { version: "1.2.3", allowedHosts: ["mock.team.example"] };
      const server = await startServer(simulation, { host, port: 0, control });
      servers.push(server);
      return { simulation, server };
    });
    for (const server of servers) await server.close();
  },
});

/** Through `node:http`, which lets a caller name any host. */
function ask(url: string, headers: Readonly<Record<string, string>>, method = "GET", body = ""): Promise<number> {
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest(url, { method, headers }, (reply) => {
      reply.resume();
      resolve(reply.statusCode ?? 0);
    });
    outgoing.on("error", reject);
    outgoing.end(body);
  });
}

test("health is told, and nothing of it may be kept", async ({ open }) => {
  const { server } = await open();
  const reply = await fetch(`${server.url}/_orgkit/health`);
  expect(await reply.json()).toStrictEqual({ status: "pass", version: "1.2.3" });
  expect(reply.headers.get("cache-control")).toBe("no-store");
  expect(reply.headers.get("access-control-allow-origin")).toBeNull();
});

test("a server without the control API has nothing below /_orgkit/", async () => {
  const simulation = await createSimulation({ world: loadWorld("demo", 1), dialect: loadDialect("reference") });
  const server = await startServer(simulation, { port: 0 });
  const reply = await fetch(`${server.url}/_orgkit/health`);
  expect(await reply.json()).toMatchObject({ status: 404, code: "unknownPath" });
  await server.close();
});

test("a browser that opens the base URL is led to the console, and nobody else", async ({ open, page }) => {
  const { server, simulation } = await open();
  await page.goto(server.url);
  expect(page.url()).toBe(`${server.url}/_orgkit/`);
  expect(simulation.journal.entries()).toStrictEqual([]);

  const html = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" };
  expect(await ask(`${server.url}/?from=mail`, html)).toBe(302);
  expect(await ask(`${server.url}/`, { accept: "application/json" })).toBe(404);
  expect(await ask(`${server.url}/`, {})).toBe(404);
  expect(await ask(`${server.url}/`, html, "POST")).toBe(404);
  expect(await ask(`${server.url}/index.html`, html)).toBe(404);
});

const own = { "content-type": "application/json" };

for (const [who, headers, status] of [
  ["a command line", {}, 204],
  ["the console", { origin: "http://HOST", "sec-fetch-site": "same-origin" }, 204],
  ["a name that was allowed", { host: "mock.team.example" }, 204],
  ["localhost by another name", { host: "app.localhost:4010" }, 204],
  ["a page whose own name leads here", { host: "rebound.example" }, 403],
  ["a page of another site", { origin: "https://evil.example" }, 403],
  ["a page of another port", { origin: "http://127.0.0.1:1" }, 403],
  ["a page without an origin", { origin: "null" }, 403],
  ["a form of another site", { "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate" }, 403],
  ["a page of the same site", { "sec-fetch-site": "same-site" }, 403],
] as const) {
  test(`${who} may reset the mock: ${status}`, async ({ open }) => {
    const { server, simulation } = await open();
    simulation.use("latency:ms=0");
    const { host } = new URL(server.url);
    const sent = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, value.replace("HOST", host)]),
    );
    expect(await ask(`${server.url}/_orgkit/reset`, sent, "POST")).toBe(status);
    expect(simulation.scenarios()).toStrictEqual(status === 204 ? [] : ["latency:ms=0"]);
  });
}

test("a body must be sent as JSON, which a form cannot", async ({ open }) => {
  const { server } = await open();
  const url = `${server.url}/_orgkit/scenarios`;
  const body = '{"active":[]}';
  expect(await ask(url, { "content-type": "text/plain" }, "PUT", body)).toBe(415);
  expect(await ask(url, own, "PUT", body)).toBe(200);
  expect(await ask(url, own, "PUT", `{"active":["${"x".repeat(1024 * 1024)}"]}`)).toBe(413);
});

test("beyond loopback the API needs the token of this start, the page does not", async ({ open }) => {
  const { server } = await open("0.0.0.0");
  expect(server.controlToken).toMatch(/^[\w-]{32}$/);
  const state = `${server.url}/_orgkit/state`;
  expect(await ask(state, {})).toBe(401);
  expect(await ask(state, { authorization: "Bearer aurora-token-4f7a91" })).toBe(401);
  expect(await ask(state, { authorization: `Bearer ${server.controlToken?.slice(1)}` })).toBe(401);
  expect(await ask(state, { authorization: `Bearer ${server.controlToken}` })).toBe(200);
  expect(await ask(`${server.url}/_orgkit/events`, {})).toBe(401);
  expect(await ask(`${server.url}/_orgkit/`, {})).toBe(200);
  const other = await open("0.0.0.0");
  expect(other.server.controlToken).not.toBe(server.controlToken);
});

test("the console allows nothing from elsewhere and nothing inline", async ({ open }) => {
  const { server } = await open();
  expect((await fetch(`${server.url}/_orgkit`, { redirect: "manual" })).headers.get("location")).toBe("/_orgkit/");
  const page = await fetch(`${server.url}/_orgkit/`);
  expect(page.headers.get("content-type")).toBe("text/html; charset=utf-8");
  expect(page.headers.get("content-security-policy")).toContain(
    "default-src 'none'; script-src 'self'; style-src 'self';",
  );
  expect((await fetch(`${server.url}/_orgkit/assets/..%2f..%2fpackage.json`)).status).toBe(404);
  expect((await fetch(`${server.url}/_orgkit/assets/none.js`)).status).toBe(404);
});

test("events tell of calls and changes as they happen", async ({ open }) => {
  const { server, simulation } = await open();
  const reply = await fetch(`${server.url}/_orgkit/events`);
  expect(reply.headers.get("content-type")).toBe("text/event-stream");
  const reader = reply.body?.pipeThrough(new TextDecoderStream()).getReader();
  let seen = "";
  const readUntil = async (text: string): Promise<void> => {
    while (!seen.includes(text)) {
      const part = await reader?.read();
      if (part?.value === undefined) throw new Error(`ended before ${text}`);
      seen += part.value;
    }
  };
  await readUntil("event: hello\ndata: {}\n\n");
  await fetch(`${server.url}/api/v1/users`);
  await readUntil('"rule":"AUTH-02"');
  simulation.use("latency");
  await readUntil("event: change\ndata: {}\n\n");
  await reader?.cancel();
});

test("a reader of events does not keep the server from closing", async ({ open }) => {
  const { server } = await open();
  const reply = await fetch(`${server.url}/_orgkit/events`);
  await server.close();
  await expect(reply.text()).rejects.toThrow();
});

test("what a caller writes stays text in the journal", async ({ open }) => {
  const { server } = await open();
  const name = "<script>alert(1)</script>";
  await fetch(`${server.url}/api/v1/users`, {
    method: "POST",
    headers: { ...own, authorization: "Bearer aurora-token-4f7a91" },
    body: JSON.stringify({ email: "x@new.example", name }),
  });
  const journal = await fetch(`${server.url}/_orgkit/journal`);
  expect(journal.headers.get("content-type")).toBe("application/json");
  expect(journal.headers.get("x-content-type-options")).toBe("nosniff");
  expect(journal.headers.get("content-security-policy")).toBe("default-src 'none'; frame-ancestors 'none'");
});
