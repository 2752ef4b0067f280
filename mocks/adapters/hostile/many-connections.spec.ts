import { once } from "node:events";
import { expect, test, wire } from "./hostile.fixture.ts";
import { openSocket } from "./raw-call.fixture.ts";

test("2,000 idle connections delay neither other clients nor closing", async ({ open }) => {
  const { server, isWell } = await open();
  const sockets = Array.from({ length: 2000 }, () => openSocket(server.url));
  await Promise.all(sockets.map((socket) => once(socket, "connect")));
  expect(await isWell()).toBe(true);
  // Half of them have had a response, like the idle ones of a browser or a pool.
  const answered = sockets.slice(0, 1000).map(async (socket) => {
    socket.write(wire("HEAD /api/v1/users"));
    const [reply] = await once(socket, "data");
    return String(reply).slice(0, 15);
  });
  expect(new Set(await Promise.all(answered))).toStrictEqual(new Set(["HTTP/1.1 200 OK"]));
  expect(await isWell()).toBe(true);
  const ended = Promise.all(sockets.map((socket) => once(socket.resume(), "close")));
  await server.close();
  await ended;
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
