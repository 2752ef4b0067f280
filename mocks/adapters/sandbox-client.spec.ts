import { listen } from "../../fixtures/network/listen.fixture.ts";
import { createServer } from "node:http";
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

test("an address without a mock, or its error response, is reported", async ({ open }) => {
  const mock = await open();
  const account = "acct_nobody";
  await expect(openSandbox(mock.server.url, { account })).rejects.toThrow("unknown account; expected one of ");
  const { server } = await open({ hasControl: false });
  await expect(openSandbox(server.url)).rejects.toThrow(`${server.url}/_orgkit: There is nothing at this path.`);
  await server.close();
  await expect(openSandbox(server.url)).rejects.toThrow(`${server.url}/_orgkit: no mock is running there`);
  const other = await listen(createServer((_, response) => response.end("<html>")));
  await expect(openSandbox(other.baseUrl)).rejects.toThrow("this is not an orgkit mock");
  await other.stop();
});

test("a redirect is not followed, and its target gets no token", async () => {
  const requests: unknown[] = [];
  const target = await listen(
    createServer(({ headers }, response) => {
      requests.push(headers.authorization);
      response.end("{}");
    }),
  );
  const redirecting = await listen(
    createServer((_, response) => response.writeHead(307, { location: target.baseUrl }).end()),
  );
  const opened = openSandbox(redirecting.baseUrl, { controlToken: "control-token" });
  await expect(opened).rejects.toThrow("no mock is running there");
  expect(requests).toStrictEqual([]);
  await Promise.all([target.stop(), redirecting.stop()]);
});

/** A test that would break all others in a shared world: it creates the same user, and disturbs its own requests. */
async function useSandbox(mock: string, account: string): Promise<void> {
  const sandbox = await openSandbox(mock, { account });
  const headers = { authorization: `Bearer ${sandbox.token}`, "content-type": "application/json" };
  const users = `${mock}/api/v1/users?per_page=100`;
  const list = async (): Promise<string> => (await fetch(users, { headers })).text();
  const create = async (email: string): Promise<number> =>
    (await fetch(users, { method: "POST", headers, body: JSON.stringify({ email, name: "Ada" }) })).status;
  const before = await list();
  expect([await create("ada@new.example"), await create("ada@new.example")]).toStrictEqual([201, 409]);
  expect(await sandbox.verify({ operation: "createUser", status: 201 }, 1)).toMatchObject({ ok: true });
  // @ts-expect-error -- misspelled
  await expect(sandbox.verify({ operatoin: "createUser" })).rejects.toThrow("did you mean operation?");
  await expect(sandbox.verify({ body: { name: expect.anything() } })).rejects.toThrow("name: expected JSON");

  await sandbox.use("lost-response:on=createUser,times=1");
  await expect(create("lost@new.example")).rejects.toThrow();
  expect(await list()).toContain("lost@new.example");

  await sandbox.reset();
  expect(await list()).toBe(before);
  await sandbox.close();
  expect((await fetch(users, { headers })).status).toBe(401);
}

test("concurrent tests, each in a sandbox of one server, do not affect each other", async ({ open }) => {
  const { server, simulation } = await open();
  const before = simulation.snapshot();
  const accounts = Array.from({ length: 10 }, () => ["acct_aurora", "acct_brightwater"]).flat();
  await Promise.all(accounts.map((account) => useSandbox(server.url, account)));
  // The world that they copy does not change either. Its journal has the requests with tokens of closed sandboxes.
  expect(simulation.snapshot()).toStrictEqual(before);
  expect([simulation.journal.count({ status: 401 }), simulation.journal.total]).toStrictEqual([20, 20]);
});
