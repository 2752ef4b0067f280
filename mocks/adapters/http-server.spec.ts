import { createServer } from "node:http";
import { InputError } from "../../fixtures/input-error.ts";
import { createSimulation, type Simulation } from "../simulation/simulation.ts";
import { expect, test, token } from "./hostile/hostile.fixture.ts";
import { startServer } from "./http-server.ts";

const authorization = `Bearer ${token}`;
const json = { authorization, "content-type": "application/json" };

test("a port in use is reported with what to do", async ({ open }) => {
  const { server, simulation } = await open();
  const { port, host } = new URL(server.url);
  const second = startServer(simulation, { port: Number(port) });
  await expect(second).rejects.toThrow(InputError);
  await expect(second).rejects.toThrow(`${host}: the port is taken by another program; choose another with --port`);
});

test("an address of another machine is reported", async ({ open }) => {
  await expect(open({ host: "192.0.2.1" })).rejects.toThrow("this machine does not have this address");
});

test("a request in flight is finished when the server closes", async ({ open }) => {
  const held = Promise.withResolvers<void>();
  const inFlight = Promise.withResolvers<void>();
  const saved = (): Promise<void> => {
    inFlight.resolve();
    return held.promise;
  };
  const { server } = await open({ saved });
  const reply = fetch(`${server.url}/api/v1/users`, { headers: { authorization } });
  await inFlight.promise;
  const closed = server.close();
  held.resolve();
  expect((await reply).status).toBe(200);
  await closed;
  await expect(fetch(server.url)).rejects.toThrow();
});

test("an error of the mock itself is reported as such, and the server keeps running", async () => {
  const simulation = await createSimulation();
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
  expect(await reply.text()).toContain("This is an error of the mock, not of your request.");
  expect((await fetch(`${server.url}/api/v1/users`)).status).toBe(401);
  await server.close();
});

test("a page of another origin can read and create with its token, and credentials are not allowed", async ({
  page,
  open,
}) => {
  const { server } = await open();
  const frontend = createServer((_, response) =>
    response.setHeader("content-type", "text/html").end("<!doctype html>"),
  );
  await new Promise<void>((resolve) => frontend.listen(0, "127.0.0.1", resolve));
  const address = frontend.address();
  await page.goto(`http://localhost:${typeof address === "object" ? address?.port : ""}/`);

  const outcome = await page.evaluate(
    async ({ url, headers }) => {
      const created = await fetch(`${url}/api/v1/users`, {
        method: "POST",
        headers,
        body: JSON.stringify({ email: "cors@aurora.example", name: "Cors" }),
      });
      const listed = await fetch(`${url}/api/v1/users?per_page=100`, { headers });
      const rejected = await fetch(`${url}/api/v1/users`);
      const withCookies = await fetch(`${url}/api/v1/users`, { headers, credentials: "include" }).then(
        () => "allowed",
        () => "blocked",
      );
      const list: { data: { email: string }[] } = await listed.json();
      return {
        created: created.status,
        emails: list.data.map(({ email }) => email),
        challenge: rejected.headers.get("www-authenticate"),
        withCookies,
      };
    },
    { url: server.url, headers: { ...json, "x-request-id": "1" } },
  );

  expect(outcome).toStrictEqual({
    created: 201,
    emails: expect.arrayContaining(["cors@aurora.example"]),
    challenge: 'Bearer realm="organization"',
    withCookies: "blocked",
  });
  frontend.close();
});

test("the log has the real response, also if it cannot be saved, is slow, or is not sent at all", async ({ open }) => {
  const logged: (number | string)[] = [];
  let failure: Error | undefined;
  const delay = Promise.withResolvers<void>();
  const { server, simulation } = await open({
    wait: () => delay.promise,
    saved: () => (failure === undefined ? undefined : Promise.reject(failure)),
    onAnswer: ({ method }, { status, delivery, why }) => void logged.push(method, delivery?.end ?? status, why.rule),
  });
  const create = (email: string): Promise<number> =>
    fetch(`${server.url}/api/v1/users`, {
      method: "POST",
      headers: json,
      body: JSON.stringify({ email, name: email }),
    }).then(({ status }) => status);
  expect(await create("a@b.example")).toBe(201);
  failure = new InputError("the state file", [{ at: "x", problem: "the disk is full; make room" }]);
  expect(await create("c@b.example")).toBe(500);
  failure = new Error("a fault");
  expect(await create("d@b.example")).toBe(500);
  failure = undefined;
  simulation.use("latency:ms=50");
  const slow = create("e@b.example");
  await expect.poll(() => simulation.journal.total).toBe(4);
  expect(logged).toHaveLength(9);
  delay.resolve();
  expect(await slow).toBe(201);
  simulation.use("reset");
  await create("f@b.example").catch(() => undefined);
  await server.close();
  const created = ["POST", 201, "statuses.success.createUser"];
  expect(logged.slice(0, 3)).toEqual(created);
  expect(logged.slice(3, 9)).toEqual(["POST", 500, "not saved", "POST", 500, "orgkit failed"]);
  expect(logged.slice(9, 12)).toEqual(created);
  expect(logged.slice(12)).toEqual(["POST", "reset", expect.any(String)]);
});
