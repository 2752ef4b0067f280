import { expect, test, token, wire, type HostileMock } from "./hostile/hostile.fixture.ts";

const headers = { authorization: `Bearer ${token}` };
const list = wire("GET /api/v1/users");

async function get({ server }: HostileMock): Promise<Response> {
  return fetch(`${server.url}/api/v1/users`, { headers });
}

for (const [what, scenario, expected] of [
  ["a reply waits as long as it is late", "latency:ms=250", [250]],
  ["a slow body comes in ten parts, spread over its time", "slow-body:ms=1000", Array.from({ length: 10 }, () => 100)],
] as const) {
  test(what, async ({ open }) => {
    const waits: number[] = [];
    const mock = await open({ wait: (milliseconds) => Promise.resolve(void waits.push(milliseconds)) });
    mock.simulation.use(scenario);
    expect(await (await get(mock)).json()).toMatchObject({ meta: { total: 47 } });
    expect(waits).toStrictEqual(expected);
  });
}

test("the head of a slow body arrives at once", async ({ open }) => {
  const mock = await open();
  mock.simulation.use("slow-body:ms=600000");
  const reply = await get(mock);
  expect(reply.status).toBe(200);
  // Waiting ends, but the response is complete.
  const closed = mock.server.close();
  expect(await reply.json()).toMatchObject({ meta: { total: 47 } });
  await closed;
});

test("a cut body is shorter than its announced length", async ({ open }) => {
  const { raw, simulation } = await open();
  simulation.use("truncated-body");
  const { text, error } = await raw(list);
  const [head = "", body = ""] = text.split("\r\n\r\n");
  expect(body.length).toBe(Math.floor(Number(/content-length: (\d+)/i.exec(head)?.[1]) / 2));
  expect(error).toBeUndefined();
});

for (const scenario of ["reset", "refused", "lost-response"] as const) {
  test(`${scenario} resets the connection before the first byte`, async ({ open }) => {
    const { raw, simulation } = await open();
    simulation.use(scenario);
    expect(await raw(list)).toMatchObject({ text: "", error: "ECONNRESET" });
  });
}

for (const scenario of ["hang", "latency:ms=600000"] as const) {
  test(`${scenario} does not keep the server from closing`, async ({ open }) => {
    const { raw, simulation, server } = await open();
    simulation.use(scenario);
    const answered = new Promise<void>((resolve) => simulation.journal.subscribe(() => resolve()));
    const ended = raw(list);
    await answered;
    await server.close();
    expect((await ended).statuses).toStrictEqual(scenario === "hang" ? [] : [200]);
  });
}
