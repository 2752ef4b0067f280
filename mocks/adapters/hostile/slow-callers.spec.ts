import type { Socket } from "node:net";
import { creation, expect, test, token, wire } from "./hostile.fixture.ts";
import { openSocket } from "./raw-call.fixture.ts";

/** Of a server with short timeouts. */
const impatient = { patience: { headMs: 150, requestMs: 300, idleMs: 100, lookMs: 50, closingMs: 200 } };

/** The bytes received on a connection until the server closes it. */
async function heard(socket: Socket): Promise<string> {
  let text = "";
  socket.setEncoding("utf8").on("data", (part: string) => (text += part));
  // Writing to a closed connection causes a reset, which `once` would throw.
  await new Promise((resolve) => socket.once("close", resolve));
  return text;
}

test("a silent client is disconnected", async ({ open }) => {
  const { server } = await open(impatient);
  expect(await heard(openSocket(server.url))).toMatch(/^HTTP\/1\.1 408 /);
});

test("a client that sends the head byte by byte is disconnected", async ({ open }) => {
  const { server, simulation } = await open(impatient);
  const socket = openSocket(server.url);
  socket.write("GET /api/v1/users HTTP/1.1\r\nhost: x\r\n");
  const trickle = setInterval(() => socket.write("x-more: a\r\n"), 20);
  expect(await heard(socket)).toMatch(/^HTTP\/1\.1 408 /);
  clearInterval(trickle);
  expect(simulation.journal.total).toBe(0);
});

test("a client that sends a body byte by byte is disconnected", async ({ open }) => {
  const { server, simulation } = await open(impatient);
  for (const path of ["/api/v1/users", "/_orgkit/clock"]) {
    const socket = openSocket(server.url);
    socket.write(creation("x".repeat(1000)).replace("/api/v1/users", path).slice(0, -990));
    const trickle = setInterval(() => socket.write("x"), 20);
    expect(await heard(socket)).toMatch(/^HTTP\/1\.1 408 /);
    clearInterval(trickle);
  }
  expect(simulation.journal.total).toBe(0);
});

test("an idle client is disconnected without a response", async ({ open }) => {
  const { server } = await open(impatient);
  const socket = openSocket(server.url);
  socket.write(wire("HEAD /api/v1/users"));
  const text = await heard(socket);
  expect(text).toMatch(/^HTTP\/1\.1 200 /);
  expect(text).not.toContain("408");
});

test("a slow response is completed, however short the server's timeouts", async ({ open }) => {
  const { server } = await open(impatient);
  const headers = { authorization: `Bearer ${token}`, prefer: "scenario=latency:ms=400" };
  expect((await fetch(`${server.url}/api/v1/users`, { headers })).status).toBe(200);
});

test.describe("a closing server", () => {
  for (const [what, bytes] of [
    ["does not send the rest of its body", creation("x".repeat(1000)).slice(0, -10)],
    [
      "sends half of too large a body to the control API",
      creation("x".repeat(3_000_000)).replace("/api/v1/users", "/_orgkit/clock").slice(0, -1_000_000),
    ],
    ["takes none of its replies", wire("GET /api/v1/users?per_page=100").repeat(3000)],
  ] as const) {
    test(`does not wait forever for a client that ${what}`, async ({ open }) => {
      const { server } = await open({ patience: { closingMs: 200 } });
      const socket = openSocket(server.url).pause();
      socket.write(bytes);
      // A response shows that the server has seen everything sent before it.
      await fetch(server.url);
      await server.close();
      socket.destroy();
    });
  }

  test("does not wait for a client that disconnected during an oversized body", async ({ open }) => {
    const { server, raw } = await open();
    const body = creation("x".repeat(3_000_000)).replace("/api/v1/users", "/_orgkit/clock").slice(0, -1_000_000);
    expect((await raw(body, { replies: 1 })).statuses).toStrictEqual([413]);
    await server.close();
  });
});

test("clients that disconnect early leave nothing behind", async ({ open }) => {
  const { server, isWell } = await open();
  for (const bytes of [
    "GET /api/v1/us",
    wire("POST /api/v1/users", ["content-length: 100", "content-type: application/json"], "{"),
    wire("GET /api/v1/users", ["prefer: scenario=hang"]),
    wire("GET /api/v1/users", ["prefer: scenario=slow-body"]),
    "GET /_orgkit/events HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n",
  ]) {
    const sockets = Array.from({ length: 20 }, () => openSocket(server.url));
    await Promise.all(sockets.map((socket) => new Promise<void>((resolve) => socket.write(bytes, () => resolve()))));
    expect(await isWell()).toBe(true);
    for (const socket of sockets) socket.resetAndDestroy();
  }
  expect(await isWell()).toBe(true);
  await server.close();
});
