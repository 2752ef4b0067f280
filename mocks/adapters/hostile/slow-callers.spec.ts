import { creation, expect, test, token, wire } from "./hostile.fixture.ts";
import { openSocket } from "./raw-call.fixture.ts";

/** Of a server with short timeouts. */
const impatient = { patience: { headMs: 150, requestMs: 300, idleMs: 100, lookMs: 50, closingMs: 200 } };

const begun = creation("x".repeat(1000)).slice(0, -990);

for (const [what, first, more, expected] of [
  ["is silent", "", "", /^HTTP\/1\.1 408 /],
  ["sends the head byte by byte", "GET /api/v1/users HTTP/1.1\r\nhost: x\r\n", "x-more: a\r\n", /^HTTP\/1\.1 408 /],
  ["sends a body byte by byte", begun, "x", /^HTTP\/1\.1 408 /],
  [
    "sends a body byte by byte to the control API",
    begun.replace("/api/v1/users", "/_orgkit/clock"),
    "x",
    /^HTTP\/1\.1 408 /,
  ],
  ["is idle after a response", wire("HEAD /api/v1/users"), "", /^HTTP\/1\.1 200 (?![^]*408)/],
] as const) {
  test(`a client that ${what} is disconnected`, async ({ open }) => {
    const { server } = await open(impatient);
    const socket = openSocket(server.url);
    let text = "";
    socket.setEncoding("utf8").on("data", (part: string) => (text += part));
    socket.write(first);
    const trickle = setInterval(() => socket.write(more), 20);
    // Writing to a closed connection causes a reset, which `once` of node:events would throw.
    await new Promise((resolve) => socket.once("close", resolve));
    clearInterval(trickle);
    expect(text).toMatch(expected);
  });
}

test("a slow response is completed, however short the server's timeouts", async ({ open }) => {
  const { server } = await open(impatient);
  const headers = { authorization: `Bearer ${token}`, prefer: "scenario=latency:ms=400" };
  expect((await fetch(`${server.url}/api/v1/users`, { headers })).status).toBe(200);
});

const half = creation("x".repeat(3_000_000)).slice(0, -1_000_000);

for (const [what, bytes] of [
  ["does not send the rest of its body", begun],
  ["sends half of too large a body to the control API", half.replace("/api/v1/users", "/_orgkit/clock")],
  ["takes none of its replies", wire("GET /api/v1/users?per_page=100").repeat(3000)],
] as const) {
  test(`a closing server does not wait for a client that ${what}`, async ({ open }) => {
    const { server } = await open({ patience: { closingMs: 200 } });
    const socket = openSocket(server.url).pause();
    socket.write(bytes);
    // A response shows that the server has seen everything sent before it.
    await fetch(server.url);
    await server.close();
    await expect(fetch(server.url)).rejects.toThrow();
    socket.destroy();
  });
}

test("clients that disconnect early leave nothing behind", async ({ open }) => {
  const { server, isWell } = await open();
  for (const bytes of [
    "GET /api/v1/us",
    begun,
    wire("GET /api/v1/users", ["prefer: scenario=hang"]),
    wire("GET /api/v1/users", ["prefer: scenario=slow-body"]),
    wire("GET /_orgkit/events"),
  ]) {
    const sockets = Array.from({ length: 20 }, () => openSocket(server.url));
    await Promise.all(sockets.map((socket) => new Promise<void>((resolve) => socket.write(bytes, () => resolve()))));
    for (const socket of sockets) socket.resetAndDestroy();
    expect(await isWell()).toBe(true);
  }
});
