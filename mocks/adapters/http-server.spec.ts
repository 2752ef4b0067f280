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
