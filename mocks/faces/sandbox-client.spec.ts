import { createServer, type RequestListener } from "node:http";
import { expect, test } from "@playwright/test";
import { createSimulation } from "../simulation/simulation.ts";
import { startServer } from "./http-server.ts";
import { openSandbox } from "./sandbox-client.ts";

test("opens on a mock of this machine, and on one beyond it with its token", async () => {
  const simulation = await createSimulation();
  const server = await startServer(simulation, { host: "0.0.0.0", port: 0, control: { version: "test" } });
  const { controlToken = "" } = server;
  await expect(openSandbox(server.url)).rejects.toThrow("its control API needs the token it printed at its start");
  const sandbox = await openSandbox(`${server.url}/`, { account: "acct_cedar", controlToken });
  expect(sandbox.subscriptionIds).toStrictEqual(["sub_qcxwqbwj"]);
  await sandbox.close();
  await expect(sandbox.close()).rejects.toThrow("There is no sandbox");
  await server.close();
});

test("what it refuses is said", async () => {
  const server = await startServer(await createSimulation(), { port: 0, control: { version: "test", sandboxes: 1 } });
  await expect(openSandbox(server.url, { account: "acct_nobody" })).rejects.toThrow("expected acct_aurora, ");
  const sandbox = await openSandbox(server.url);
  await expect(sandbox.use(["rain"])).rejects.toThrow("there is none of this name; expected latency, ");
  await expect(openSandbox(server.url)).rejects.toThrow("1 sandbox is open");
  await server.close();
});

test("a place where no mock is is named", async () => {
  const server = await startServer(await createSimulation(), { port: 0 });
  await expect(openSandbox(server.url)).rejects.toThrow(`${server.url}/_orgkit: There is nothing at this path.`);
  await server.close();
  await expect(openSandbox(server.url)).rejects.toThrow(`${server.url}/_orgkit: no mock answers there`);
  const other = await listen((_, response) => response.end("<html>"));
  await expect(openSandbox(other.url)).rejects.toThrow("what answers there is no orgkit mock");
  other.close();
});

test("a place that points elsewhere gets no further, and elsewhere gets no token", async () => {
  const asked: unknown[] = [];
  const elsewhere = await listen((request, response) => {
    asked.push(request.headers.authorization);
    response.end("{}");
  });
  const place = await listen((_, response) => response.writeHead(307, { location: elsewhere.url }).end());
  await expect(openSandbox(place.url, { controlToken: "control-token" })).rejects.toThrow("no mock answers there");
  expect(asked).toStrictEqual([]);
  place.close();
  elsewhere.close();
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
