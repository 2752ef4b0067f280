import { InputError } from "../../fixtures/input/input-error.ts";
import { expect, test, token, wire } from "./hostile/hostile.fixture.ts";
import { startServer } from "./http-server.ts";

const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
const list = wire("GET /api/v1/users");

test("an address that cannot be used is reported with what to do", async ({ open }) => {
  const { server, simulation } = await open();
  const second = startServer(simulation, { port: Number(new URL(server.url).port) });
  await expect(second).rejects.toThrow("the port is taken by another program; choose another with --port");
  await expect(second).rejects.toThrow(InputError);
  await expect(open({ host: "192.0.2.1" })).rejects.toThrow("this machine does not have this address");
});

test("a page of another origin can read and create with its token, and credentials are not allowed", async ({
  page,
  open,
}) => {
  const { server } = await open();
  await page.goto((await open({ hasControl: false })).server.url);
  const outcome = await page.evaluate(
    async ({ url, init }) => {
      const created = await fetch(url, { ...init, method: "POST", body: '{"email":"ada@new.example","name":"Ada"}' });
      const rejected = await fetch(url);
      const withCookies = fetch(url, { ...init, credentials: "include" });
      return {
        created: created.status,
        text: await (await fetch(`${url}?per_page=100`, init)).text(),
        challenge: rejected.headers.get("www-authenticate"),
        withCookies: await withCookies.catch(() => "blocked"),
      };
    },
    { url: `${server.url}/api/v1/users`, init: { headers: { ...headers, "x-request-id": "1" } } },
  );
  expect(outcome).toStrictEqual({
    created: 201,
    text: expect.stringContaining("ada@new.example"),
    challenge: 'Bearer realm="organization"',
    withCookies: "blocked",
  });
});

for (const [scenario, expected] of [
  ["latency:ms=250", [250]],
  ["slow-body:ms=100", Array.from({ length: 10 }, () => 10)],
] as const) {
  test(`${scenario} waits for ${expected.join(" + ")} ms, then the response is complete`, async ({ open }) => {
    const waits: number[] = [];
    const wait = (milliseconds: number): Promise<void> => Promise.resolve(void waits.push(milliseconds));
    const { server, simulation } = await open({ wait });
    simulation.use(scenario);
    const reply = await fetch(`${server.url}/api/v1/users`, { headers });
    expect(await reply.json()).toMatchObject({ meta: { total: 47 } });
    expect(waits).toStrictEqual(expected);
  });
}

for (const [scenario, text, error] of [
  ["reset", /^$/, "ECONNRESET"],
  ["refused", /^$/, "ECONNRESET"],
  // A reset would discard what the client has not read yet.
  ["truncated-body", /^HTTP\/1\.1 200 [^]*\r\n\r\n\{"data":\[[^]*[^}]$/, undefined],
] as const) {
  test(`${scenario} ends the connection with ${error ?? "its end"}`, async ({ open }) => {
    const { raw, simulation } = await open();
    simulation.use(scenario);
    expect(await raw(list)).toMatchObject({ text: expect.stringMatching(text), error });
  });
}

test("the log has the real response, also if the mock fails, it cannot be saved, or is not sent at all", async ({
  open,
}) => {
  const logged: unknown[] = [];
  let isFull = true;
  const fullDisk = new InputError("the state file", [{ at: "x", problem: "the disk is full; make room" }]);
  const { server, simulation } = await open({
    saved: () => (isFull ? Promise.reject(fullDisk) : undefined),
    onAnswer: ({ method }, { status, delivery, why }) => void logged.push([method, delivery?.end ?? status, why.rule]),
  });
  const send = async (init: RequestInit = {}): Promise<string> =>
    (await fetch(`${server.url}/api/v1/users`, { ...init, headers })).text();
  expect(await send()).toContain("the disk is full");
  isFull = false;
  await send();
  simulation.collections().users.hooks.on("create", () => {
    throw new Error("broken inside");
  });
  const create = { method: "POST", body: '{"email":"ada@new.example","name":"Ada"}' };
  expect(await send(create)).toContain("This is an error of the mock, not of your request.");
  simulation.use("reset");
  await expect(send()).rejects.toThrow();
  expect(logged).toStrictEqual([
    ["GET", 500, "not saved"],
    ["GET", 200, "statuses.success.listUsers"],
    ["POST", 500, "orgkit failed"],
    ["GET", "reset", "scenario"],
  ]);
});

test("responses of the control API are never cached, and never rendered as a page", async ({ open }) => {
  const { server } = await open();
  const reply = await fetch(`${server.url}/_orgkit/health`);
  expect(await reply.json()).toStrictEqual({ status: "pass", version: "1.2.3" });
  expect(Object.fromEntries(reply.headers)).toMatchObject({
    "cache-control": "no-store",
    "content-type": "application/json",
    "x-content-type-options": "nosniff",
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  });
});

test("a browser that opens the base URL is redirected to the console, other clients are not", async ({
  open,
  page,
}) => {
  const { server, simulation } = await open();
  for (const path of ["", "/_orgkit", "/?from=mail"]) {
    await page.goto(server.url + path);
    expect(page.url()).toBe(`${server.url}/_orgkit/`);
  }
  expect(simulation.journal.entries()).toStrictEqual([]);

  const html = "text/html,application/xhtml+xml,*/*;q=0.8";
  for (const [method, path, accept] of [
    ["GET", "/", "*/*"],
    ["POST", "/", html],
    ["GET", "/index.html", html],
  ] as const) {
    const reply = await fetch(server.url + path, { method, headers: { accept }, redirect: "manual" });
    expect(reply.status, `${method} ${path} ${accept}`).toBe(404);
  }
});

test("events report changes as they happen, and do not keep the server from closing", async ({ open }) => {
  const { server, simulation } = await open();
  const events = await fetch(`${server.url}/_orgkit/events`);
  expect(events.headers.get("content-type")).toBe("text/event-stream");
  const reader = events.body?.pipeThrough(new TextDecoderStream()).getReader();
  let seen = "";
  const readUntil = async (text: string): Promise<void> => {
    while (!seen.includes(text)) seen += (await reader?.read())?.value ?? "";
  };
  await readUntil("event: hello\ndata: {}\n\n");
  const change = "event: change\ndata: {}\n\n";
  await fetch(`${server.url}/api/v1/users`);
  await readUntil(change);
  simulation.use("latency");
  await readUntil(change + change);
  await server.close();
  await expect(reader?.read()).rejects.toThrow();
});
