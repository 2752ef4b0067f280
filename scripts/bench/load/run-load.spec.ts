import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import { expect, test } from "@playwright/test";
import { oneCall } from "./one-call.ts";
import { cycle } from "./request.ts";
import { runLoad } from "./run-load.ts";

const load = cycle([{ method: "GET", path: "/users", token: "t" }]);
const window = { load, warmUpMs: 10, durationMs: 40, staysAwake: false };

let server: Server | undefined;

async function serve(listener: RequestListener): Promise<number> {
  server = createServer(listener).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return address.port;
}

test.afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

test("counts the calls of the window, and leaves none waiting", async () => {
  let asked = 0;
  let answered = 0;
  const port = await serve((_, response) => {
    asked += 1;
    setImmediate(() => response.end("[]", () => (answered += 1)));
  });
  const { latenciesMs, elapsedMs } = await runLoad({ port, ...window });
  expect(latenciesMs.length).toBeGreaterThan(0);
  expect(latenciesMs.length).toBeLessThanOrEqual(asked);
  expect(elapsedMs).toBeGreaterThan(0);
  expect(answered).toBe(asked);
});

test("at a rate makes no more calls than are due", async () => {
  let asked = 0;
  const port = await serve((_, response) => {
    asked += 1;
    response.end("[]");
  });
  const started = performance.now();
  const { latenciesMs } = await runLoad({ port, ...window, durationMs: 100, rate: 200 });
  expect(latenciesMs.length).toBeGreaterThan(0);
  expect(asked).toBeLessThanOrEqual((performance.now() - started) / 5 + 1);
});

test("waits for the first answer, though the window is over", async () => {
  const waiting: (() => void)[] = [];
  const port = await serve((_, response) => {
    waiting.push(() => response.end("[]"));
    if (waiting.length === 32) setTimeout(() => waiting.forEach((answer) => answer()), 60);
    if (waiting.length > 32) response.end("[]");
  });
  const { latenciesMs } = await runLoad({ port, ...window, warmUpMs: 1, durationMs: 10 });
  expect(latenciesMs.length).toBeGreaterThan(0);
});

test("an answer without success is no measurement", async () => {
  const port = await serve((_, response) => response.writeHead(503).end("[]"));
  await expect(runLoad({ port, ...window })).rejects.toThrow("a call was answered with 503");
  await expect(oneCall(port, load)).rejects.toThrow("a call was answered with 503");
});

test("a connection that breaks is no measurement", async () => {
  const port = await serve((request) => request.socket.end());
  await expect(runLoad({ port, ...window })).rejects.toThrow("the server closed the connection");
});

test("one call is timed", async () => {
  const port = await serve((request, response) => response.end(String(request.url)));
  expect(await oneCall(port, load)).toBeGreaterThan(0);
});
