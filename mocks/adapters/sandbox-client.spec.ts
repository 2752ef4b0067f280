import { createServer, type RequestListener } from "node:http";
import { z } from "zod";
import { expect, test } from "./hostile/hostile.fixture.ts";
import { openSandbox } from "./sandbox-client.ts";

test("opens on a mock of this machine, and with its token on one beyond", async ({ open }) => {
  const { server } = await open({ host: "0.0.0.0" });
  const { controlToken = "" } = server;
  await expect(openSandbox(server.url)).rejects.toThrow("its control API needs the token it printed at its start");
  const sandbox = await openSandbox(`${server.url}/`, { account: "acct_cedar", controlToken });
  expect(sandbox.subscriptionIds).toStrictEqual(["sub_qcxwqbwj"]);
  await sandbox.close();
  await expect(sandbox.close()).rejects.toThrow("There is no sandbox");
});

test("an error response is reported", async ({ open }) => {
  const { server } = await open({ control: { version: "test", sandboxes: 1 } });
  await expect(openSandbox(server.url, { account: "acct_nobody" })).rejects.toThrow(
    "unknown account; expected one of acct_aurora, ",
  );
  const sandbox = await openSandbox(server.url);
  await expect(sandbox.use(["rain"])).rejects.toThrow("unknown scenario; expected one of latency, ");
  await expect(openSandbox(server.url)).rejects.toThrow("The maximum of open sandboxes is 1: close some");
});

test("an address without a mock is reported", async ({ open }) => {
  const { server } = await open({ hasControl: false });
  await expect(openSandbox(server.url)).rejects.toThrow(`${server.url}/_orgkit: There is nothing at this path.`);
  await server.close();
  await expect(openSandbox(server.url)).rejects.toThrow(`${server.url}/_orgkit: no mock is running there`);
  const other = await listen((_, response) => response.end("<html>"));
  await expect(openSandbox(other.url)).rejects.toThrow("this is not an orgkit mock");
  other.close();
});

test("a redirect is not followed, and its target gets no token", async () => {
  const asked: unknown[] = [];
  const elsewhere = await listen((request, response) => {
    asked.push(request.headers.authorization);
    response.end("{}");
  });
  const place = await listen((_, response) => response.writeHead(307, { location: elsewhere.url }).end());
  await expect(openSandbox(place.url, { controlToken: "control-token" })).rejects.toThrow("no mock is running there");
  expect(asked).toStrictEqual([]);
  place.close();
  elsewhere.close();
});

const envelopeSchema = z.object({
  data: z.array(z.looseObject({ email: z.string() })),
  meta: z.object({ total: z.int() }),
});
const emails = ["one@sandbox.example", "two@sandbox.example", "three@sandbox.example"];

/**
 * A test that would break all others in a shared world: it creates the same users, counts them, and disturbs its own
 * requests.
 */
async function useSandbox(mock: string, index: number): Promise<void> {
  const sandbox = await openSandbox(mock, index % 2 === 0 ? {} : { account: "acct_brightwater" });
  const headers = { authorization: `Bearer ${sandbox.token}`, "content-type": "application/json" };
  const users = `${mock}/api/v1/users?per_page=100`;
  const list = async () => envelopeSchema.parse(await (await fetch(users, { headers })).json());
  const create = async (email: string): Promise<number> =>
    (await fetch(users, { method: "POST", headers, body: JSON.stringify({ email, name: "Sandbox" }) })).status;
  const before = await list();
  expect(before.meta.total).toBe(index % 2 === 0 ? 47 : 12);

  const own = [...emails.slice(0, (index % 3) + 1), `only-${index}@sandbox.example`];
  for (const email of own) expect(await create(email)).toBe(201);
  expect(await create(emails[0] ?? "")).toBe(409);
  expect((await list()).data.map(({ email }) => email).slice(before.meta.total)).toStrictEqual(own);
  expect(await sandbox.verify({ operation: "createUser", status: 201 }, own.length)).toMatchObject({ ok: true });

  await sandbox.use("lost-response:on=createUser,times=1");
  await expect(create("lost@sandbox.example")).rejects.toThrow();
  expect((await list()).meta.total).toBe(before.meta.total + own.length + 1);

  await sandbox.reset();
  expect(await list()).toStrictEqual(before);
  await sandbox.close();
  expect((await fetch(users, { headers })).status).toBe(401);
}

test("20 concurrent tests, each in a sandbox of one server, do not affect each other", async ({ open }) => {
  const { server, simulation } = await open();
  const before = simulation.snapshot();
  await Promise.all(Array.from({ length: 20 }, (_, index) => useSandbox(server.url, index)));
  // The world that they copy does not change either. Its journal has the requests with expired sandbox tokens.
  expect(simulation.snapshot()).toStrictEqual(before);
  expect([simulation.journal.count({ status: 401 }), simulation.journal.total]).toStrictEqual([20, 20]);
});

async function listen(listener: RequestListener): Promise<{ readonly url: string; readonly close: () => void }> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`,
    close: () => void server.close(),
  };
}
