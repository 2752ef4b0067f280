import { connect } from "node:net";
import { expect, test } from "@playwright/test";
import { createSimulation } from "../simulation/simulation.ts";
import { startServer, type RunningServer } from "./http-server.ts";
import { wait as realWait, type Wait } from "./wait.ts";

const headers = { authorization: "Bearer aurora-token-4f7a91" };

async function serve(scenario: string, wait: Wait): Promise<RunningServer> {
  return startServer(await createSimulation({ scenarios: [scenario] }), { port: 0, wait });
}

/** All that comes over a connection until it ends, and how it ended. */
function overSocket(url: string): Promise<{ readonly received: string; readonly ended: string }> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    let received = "";
    let ended = "closed";
    const socket = connect(Number(port), hostname);
    socket.setEncoding("utf8").on("data", (text: string) => (received += text));
    socket.on("error", (error: NodeJS.ErrnoException) => (ended = error.code ?? ""));
    socket.on("close", () => resolve({ received, ended }));
    socket.write(`GET /api/v1/users HTTP/1.1\r\nhost: x\r\nauthorization: ${headers.authorization}\r\n\r\n`);
  });
}

test("a reply waits as long as it is late", async () => {
  const waits: number[] = [];
  const server = await serve("latency:ms=250", (milliseconds) => {
    waits.push(milliseconds);
    return Promise.resolve();
  });
  expect((await fetch(`${server.url}/api/v1/users`, { headers })).status).toBe(200);
  expect(waits).toStrictEqual([250]);
  await server.close();
});

test("a slow body comes in ten parts, spread over its time", async () => {
  const waits: number[] = [];
  const server = await serve("slow-body:ms=1000", (milliseconds) => {
    waits.push(milliseconds);
    return Promise.resolve();
  });
  const reply = await fetch(`${server.url}/api/v1/users`, { headers });
  expect(await reply.json()).toMatchObject({ meta: { total: 47 } });
  expect(waits).toStrictEqual(Array.from({ length: 10 }, () => 100));
  await server.close();
});

test("the head of a slow body comes at once", async () => {
  const server = await serve("slow-body:ms=600000", realWait);
  const reply = await fetch(`${server.url}/api/v1/users`, { headers });
  expect(reply.status).toBe(200);
  // Nothing is waited for any more, and the reply is whole all the same.
  const closed = server.close();
  expect(await reply.json()).toMatchObject({ meta: { total: 47 } });
  await closed;
});

test("a body that is cut ends in the middle, as its length tells", async () => {
  const server = await serve("truncated-body", realWait);
  const { received, ended } = await overSocket(server.url);
  const [head = "", body = ""] = received.split("\r\n\r\n");
  const length = Number(/content-length: (\d+)/i.exec(head)?.[1]);
  expect(Buffer.byteLength(body)).toBe(Math.floor(length / 2));
  expect(ended).toBe("closed");
  await server.close();
});

for (const scenario of ["reset", "refused", "lost-response"]) {
  test(`${scenario} resets the connection before the first byte`, async () => {
    const server = await serve(scenario, realWait);
    expect(await overSocket(server.url)).toStrictEqual({ received: "", ended: "ECONNRESET" });
    await server.close();
  });
}

for (const scenario of ["hang", "latency:ms=600000"]) {
  test(`${scenario} does not keep the server from closing`, async () => {
    const simulation = await createSimulation({ scenarios: [scenario] });
    const server = await startServer(simulation, { port: 0 });
    const answered = new Promise<void>((resolve) => simulation.journal.subscribe(() => resolve()));
    const ended = overSocket(server.url);
    await answered;
    await server.close();
    expect((await ended).received.split(" ")[1] ?? "none").toBe(scenario === "hang" ? "none" : "200");
  });
}
