import { connect } from "node:net";
import { createServer } from "node:http";
import { expect, test } from "@playwright/test";
import { loadDialect } from "../../fixtures/dialect/load.ts";
import { InputError } from "../../fixtures/input-error.ts";
import { loadWorld } from "../../fixtures/worlds/load.ts";
import { createSimulation, type Simulation } from "../simulation/simulation.ts";
import { startServer } from "./http-server.ts";

const token = "aurora-token-4f7a91";

function demo(): Promise<Simulation> {
  return createSimulation({ world: loadWorld("demo", 1), dialect: loadDialect("reference") });
}

test("a taken port is named with what to do", async () => {
  const first = await startServer(await demo(), { port: 0 });
  const { port } = new URL(first.url);
  const second = startServer(await demo(), { port: Number(port) });
  await expect(second).rejects.toThrow(InputError);
  await expect(second).rejects.toThrow(
    `127.0.0.1:${port}: the port is taken by another program; choose another with --port`,
  );
  await first.close();
});

test("an address of another machine is named", async () => {
  const server = startServer(await demo(), { host: "192.0.2.1", port: 0 });
  await expect(server).rejects.toThrow("this machine has no such address");
});

test("an oversized body is refused before it has been read", async () => {
  const server = await startServer(await demo(), { port: 0 });
  const { hostname, port } = new URL(server.url);
  const reply = await new Promise<string>((resolve) => {
    const socket = connect(Number(port), hostname);
    let text = "";
    socket.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
    socket.on("close", () => resolve(text));
    socket.on("error", () => undefined);
    socket.write(
      `POST /api/v1/users HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\ncontent-type: application/json\r\ncontent-length: 999999999\r\n\r\n`,
    );
    socket.write("x".repeat(1024 * 1024 + 1));
  });
  expect(reply).toMatch(/^HTTP\/1\.1 413 /);
  expect(reply.toLowerCase()).toContain("connection: close");
  await server.close();
});

test("a call in flight is finished when the server closes", async () => {
  const held = Promise.withResolvers<void>();
  const inFlight = Promise.withResolvers<void>();
  const saved = (): Promise<void> => {
    inFlight.resolve();
    return held.promise;
  };
  const server = await startServer(await demo(), { port: 0, saved });
  const reply = fetch(`${server.url}/api/v1/users`, { headers: { authorization: `Bearer ${token}` } });
  await inFlight.promise;
  const closed = server.close();
  held.resolve();
  expect((await reply).status).toBe(200);
  await closed;
  await expect(fetch(server.url)).rejects.toThrow();
});

test("a connection on which nothing was asked does not keep the server from closing", async () => {
  const server = await startServer(await demo(), { port: 0 });
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  const ended = new Promise<void>((resolve) => socket.on("close", () => resolve()));
  await new Promise<void>((resolve) => socket.on("connect", () => resolve()));
  // An answered call tells that the server has taken the connection made before it, too.
  expect((await fetch(server.url)).status).toBe(404);
  await server.close();
  await ended;
});

test("a fault of the mock itself is said to be one, and the server lives on", async () => {
  const simulation = await demo();
  let calls = 0;
  const faulty: Simulation = {
    ...simulation,
    answer: (call) => {
      calls += 1;
      if (calls === 1) throw new Error("broken inside");
      return simulation.answer(call);
    },
  };
  const server = await startServer(faulty, { port: 0 });
  const reply = await fetch(`${server.url}/api/v1/users`);
  expect(reply.status).toBe(500);
  expect(await reply.text()).toContain("This is a fault of the mock, not of your call.");
  expect((await fetch(`${server.url}/api/v1/users`)).status).toBe(401);
  await server.close();
});

test("a page of another origin can read and create with its token, and no credentials are allowed", async ({
  page,
}) => {
  const server = await startServer(await demo(), { port: 0 });
  const frontend = createServer((_, response) =>
    response.setHeader("content-type", "text/html").end("<!doctype html>"),
  );
  await new Promise<void>((resolve) => frontend.listen(0, "127.0.0.1", resolve));
  const address = frontend.address();
  await page.goto(`http://localhost:${typeof address === "object" ? address?.port : ""}/`);

  const outcome = await page.evaluate(
    async ({ url, bearer }) => {
      const headers = { authorization: `Bearer ${bearer}`, "content-type": "application/json", "x-request-id": "1" };
      const created = await fetch(`${url}/api/v1/users`, {
        method: "POST",
        headers,
        body: JSON.stringify({ email: "cors@aurora.example", name: "Cors" }),
      });
      const listed = await fetch(`${url}/api/v1/users?per_page=100`, { headers });
      const refused = await fetch(`${url}/api/v1/users`);
      const withCookies = await fetch(`${url}/api/v1/users`, { headers, credentials: "include" }).then(
        () => "allowed",
        () => "blocked",
      );
      const list: { data: { email: string }[] } = await listed.json();
      return {
        created: created.status,
        emails: list.data.map(({ email }) => email),
        challenge: refused.headers.get("www-authenticate"),
        withCookies,
      };
    },
    { url: server.url, bearer: token },
  );

  expect(outcome.created).toBe(201);
  expect(outcome.emails).toContain("cors@aurora.example");
  expect(outcome.challenge).toBe('Bearer realm="organization"');
  expect(outcome.withCookies).toBe("blocked");
  frontend.close();
  await server.close();
});

test("told is what was answered, once it was: also where it cannot be saved, is slow, or is not sent at all", async () => {
  const simulation = await demo();
  const told: (number | string)[] = [];
  let failure: Error | undefined;
  const delay = Promise.withResolvers<void>();
  const server = await startServer(simulation, {
    port: 0,
    wait: () => delay.promise,
    saved: () => (failure === undefined ? undefined : Promise.reject(failure)),
    onAnswer: ({ method }, { status, delivery, why }) => void told.push(method, delivery?.end ?? status, why.rule),
  });
  const create = (email: string): Promise<number> =>
    fetch(`${server.url}/api/v1/users`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify({ email, name: email }),
    }).then(({ status }) => status);
  expect(await create("a@b.example")).toBe(201);
  failure = new InputError("State file", [{ at: "x", problem: "the disk is full; make room" }]);
  expect(await create("c@b.example")).toBe(500);
  failure = new Error("a fault");
  expect(await create("d@b.example")).toBe(500);
  failure = undefined;
  simulation.use("latency:ms=50");
  const slow = create("e@b.example");
  await expect.poll(() => simulation.journal.total).toBe(4);
  expect(told).toHaveLength(9);
  delay.resolve();
  expect(await slow).toBe(201);
  simulation.use("reset");
  await create("f@b.example").catch(() => undefined);
  await server.close();
  const created = ["POST", 201, "statuses.success.createUser"];
  expect(told.slice(0, 3)).toEqual(created);
  expect(told.slice(3, 9)).toEqual(["POST", 500, "not saved", "POST", 500, "orgkit failed"]);
  expect(told.slice(9, 12)).toEqual(created);
  expect(told.slice(12)).toEqual(["POST", "reset", expect.any(String)]);
});
