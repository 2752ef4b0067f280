import { http, HttpResponse, passthrough } from "msw";
import { once } from "node:events";
import { get } from "node:http";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test, vi } from "vitest";
import { z } from "zod";
import { createSimulation, type HandlersSource, type Simulation } from "../simulation/simulation.ts";
import { startServer } from "./http-server.ts";
import { setupServer } from "./node.ts";

const token = "aurora-token-4f7a91";
const headers = { authorization: `Bearer ${token}` };
const service = "https://api.example/tenant/x";

const cookies = [
  ["set-cookie", "a=1"],
  ["set-cookie", "b=2"],
] as [string, string][];

const handlers: HandlersSource = [
  http.post("/session", () => new HttpResponse(null, { status: 201, headers: cookies })),
  http.get("/events", () => new HttpResponse(endless(), { headers: { "content-type": "text/event-stream" } })),
  http.get("/logo", () => new HttpResponse(Uint8Array.of(0, 255), { headers: { "content-type": "image/png" } })),
  http.get(`${service}/api/v1/invoices`, () => HttpResponse.json([], { status: 418 })),
  http.get("/api/v1/users", () => passthrough()),
  http.get("/broken", () => HttpResponse.error()),
];

/** A stream that never ends. */
function endless(): ReadableStream<Uint8Array> {
  return new ReadableStream({ start: (controller) => controller.enqueue(new TextEncoder().encode("data: 1\n\n")) });
}

type Open = (simulation: Simulation) => Promise<string>;

/** Serves a simulation until the end of the test. @returns where the service is */
const adapters: readonly (readonly [name: string, open: Open])[] = [
  [
    "HTTP",
    async (simulation) => {
      const server = await startServer(simulation, { port: 0 });
      onTestFinished(() => server.close());
      return server.url;
    },
  ],
  [
    "msw in Node",
    async (simulation) => {
      const server = setupServer(simulation);
      server.listen({ onUnhandledFrame: "error" });
      onTestFinished(() => server.close());
      return service;
    },
  ],
];

test.each(adapters)("%s: handlers win over the interface, and show in the journal", async (_, open) => {
  const simulation = await createSimulation({ handlers, baseUrl: service });
  const url = await open(simulation);
  const session = await fetch(`${url}/session`, { method: "POST", body: '{"password":"hunter2!"}' });
  expect([session.status, session.headers.getSetCookie()]).toEqual([201, ["a=1", "b=2"]]);
  const abort = new AbortController();
  const events = await fetch(`${url}/events`, { signal: abort.signal });
  expect((await events.body?.getReader().read())?.value?.length).toBe(9);
  abort.abort();
  expect(await (await fetch(`${url}/logo`)).bytes()).toEqual(Uint8Array.of(0, 255));
  expect((await fetch(`${url}/api/v1/invoices`, { headers })).status).toBe(418);
  await expect(fetch(`${url}/broken`)).rejects.toThrow();
  simulation.handlers(http.get("/logo", () => HttpResponse.text("new", { status: 203 }), { once: true }));
  expect([(await fetch(`${url}/logo`)).status, (await fetch(`${url}/logo`)).status]).toEqual([203, 200]);
  const entries = simulation.journal.entries();
  expect(entries.map(({ request: { path }, reply: { status }, why }) => [path, status, why.rule])).toEqual([
    ["/session", 201, "handler POST /session"],
    ["/events", 200, "handler GET /events"],
    ["/logo", 200, "handler GET /logo"],
    ["/api/v1/invoices", 418, `handler GET ${service}/api/v1/invoices`],
    ["/broken", 0, "handler GET /broken"],
    ["/logo", 203, "handler GET /logo"],
    ["/logo", 200, "handler GET /logo"],
  ]);
  expect(entries.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  expect([entries[3]?.why.operation, entries[2]?.reply.body]).toEqual(["listInvoices", "[image/png]"]);
  expect(JSON.stringify(entries)).not.toContain("hunter2!");
});

test.each(adapters)("%s: a handler gets bodies that the interface rejects as too large", async (_, open) => {
  const simulation = await createSimulation({
    handlers: [http.post("/files", async ({ request }) => HttpResponse.json((await request.arrayBuffer()).byteLength))],
    baseUrl: service,
    dialect: { limits: { bodyBytes: 64 } },
  });
  const url = await open(simulation);
  const sent = { method: "POST", headers: { ...headers, "content-type": "application/json" }, body: "x".repeat(3e6) };
  expect(await (await fetch(`${url}/files`, sent)).json()).toBe(3e6);
  expect((await fetch(`${url}/api/v1/users`, sent)).status).toBe(413);
});

test.each(adapters)(
  "%s: a handler that fails is a 500 that the journal shows, and may throw a response",
  async (_, open) => {
    const log = vi.spyOn(console, "error").mockReturnValue();
    const simulation = await createSimulation({
      handlers: [
        http.get("/bug", () => Promise.reject(new TypeError("no such key"))),
        http.get("/gone", () => Promise.reject(HttpResponse.json("gone", { status: 410 }))),
      ],
      baseUrl: service,
    });
    const url = await open(simulation);
    const bug = await fetch(`${url}/bug`);
    expect([bug.status, await bug.json()]).toMatchObject([500, { name: "TypeError", message: "no such key" }]);
    expect((await fetch(`${url}/gone`)).status).toBe(410);
    const rules = simulation.journal.entries().map(({ reply, why }) => [reply.status, why.rule]);
    expect(rules).toEqual([
      [500, "handler GET /bug"],
      [410, "handler GET /gone"],
    ]);
    expect(log.mock.calls).toEqual([
      [expect.stringContaining("[orgkit] The handler GET /bug failed: TypeError: no such key\n")],
    ]);
  },
);

test("of a request for a whole URL, as proxies send it, handlers see the path", async () => {
  const simulation = await createSimulation({ handlers: [http.get("/mine", () => HttpResponse.text("mine"))] });
  const server = await startServer(simulation, { port: 0 });
  onTestFinished(() => server.close());
  const [response] = await once(get(server.url, { path: `${server.url}/mine` }), "response");
  expect(await text(response)).toBe("mine");
});

test("a handler may wait, and use the interface meanwhile", async () => {
  const simulation: Simulation = await createSimulation({
    baseUrl: service,
    handlers: [
      http.get("/slow", async () => {
        await sleep(20);
        const inner = await fetch(`${service}/api/v1/users`, { headers });
        return HttpResponse.json((await inner.json()).meta);
      }),
    ],
  });
  const server = setupServer(simulation);
  server.listen({ onUnhandledFrame: "error" });
  onTestFinished(() => server.close());
  const slow = fetch(`${service}/slow`);
  expect((await fetch(`${service}/api/v1/users`, { headers })).status).toBe(200);
  expect(await (await slow).json()).toEqual({ page: 1, total: 47 });
});

test("handlers of a test are gone after a reset, and those of the world see its records", async () => {
  const simulation = await createSimulation({
    handlers: (mock) => [http.get("/count", () => HttpResponse.json(mock.collections().users.count()))],
  });
  const base = "https://a.example";
  const count = async (): Promise<unknown> => (await simulation.handle(new Request(`${base}/count`), base))?.json();
  simulation.handlers(http.get("/count", () => HttpResponse.json("mine")));
  expect(await count()).toBe("mine");
  await simulation.reset();
  expect(await count()).toBe(47);
  const fork = await simulation.fork("acct_aurora", "t-1");
  fork.collections().users.clear();
  expect([await count(), await (await fork.handle(new Request(`${base}/count`), base))?.json()]).toEqual([47, 0]);
});

test("what is no handler is rejected", async () => {
  const add = z.custom<(...given: readonly unknown[]) => void>().parse((await createSimulation()).handlers.bind(null));
  expect(() =>
    add(
      http.get("/x", () => undefined),
      () => undefined,
    ),
  ).toThrow("handlers[1]: expected a request handler of MSW");
});

test("a function that makes no handlers is rejected with its place, and created users stay", async () => {
  const simulation = await createSimulation();
  simulation.collections().users.clear();
  await simulation.collections().users.create({ id: "new", email: "new@x.example", name: "New" });
  const fail = (): never => {
    throw new TypeError("no such key");
  };
  await expect(simulation.adopt({ handlers: fail })).rejects.toThrow(
    /the function that makes them failed: TypeError: no such key\n +at fail .*handlers\.test\.ts/,
  );
  expect(simulation.collections().users.findFirst((q) => q.where({ id: "new" }))?.name).toBe("New");
  const asynchronous = z.custom<HandlersSource>().parse(() => Promise.resolve([]));
  await expect(createSimulation({ handlers: asynchronous })).rejects.toThrow(
    "expected a list of MSW's request handlers, got a promise: it must not be async",
  );
});
