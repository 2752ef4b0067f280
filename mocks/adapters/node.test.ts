import type { ScenarioText } from "../scenarios/catalogue.ts";
import https from "node:https";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, expect, test } from "vitest";
import { createSimulation } from "../simulation/simulation.ts";
import { startServer } from "./http-server.ts";
import { createHandlers } from "./msw-handlers.ts";
import { setupServer } from "./node.ts";

const url = "https://api.example/api/v1/users";
const headers = { authorization: "Bearer aurora-token-4f7a91" };
let server: ReturnType<typeof setupServer> | undefined;

afterEach(() => server?.close());

async function listen(...scenarios: readonly ScenarioText[]): Promise<void> {
  server = setupServer(await createSimulation({ scenarios }), { baseUrl: "https://api.example" });
  server.listen({ onUnhandledFrame: "error" });
}

/** How a request with `node:https` ends: with a response of this length, or the code of an error. axios passes it on. */
function endByHttps(): Promise<string | undefined> {
  return new Promise((resolve) => {
    const fail = ({ code }: NodeJS.ErrnoException): void => resolve(code);
    const request = https.get(url, { headers }, (response) => {
      response.resume().on("end", () => resolve(response.headers["content-length"]));
      response.on("error", fail);
    });
    request.on("error", fail);
  });
}

test("a response has its length, so that no client waits for the end of the connection", async () => {
  await listen();
  const response = await fetch(url, { headers });
  const { byteLength } = await response.arrayBuffer();
  expect(response.headers.get("content-length")).toBe(String(byteLength));
  expect(await endByHttps()).toBe(String(byteLength));
});

test.each<[scenario: ScenarioText, code: string]>([
  ["reset", "ECONNRESET"],
  ["lost-response", "ECONNRESET"],
  ["refused", "ECONNREFUSED"],
])("%s fails as Node's own connections do: %s", async (scenario, code) => {
  await listen(scenario);
  const failure: unknown = await fetch(url, { headers }).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(TypeError);
  expect(failure).toMatchObject({ cause: { code } });
  expect(await endByHttps()).toBe(code);
});

test("a cut body is an error, not a short body", async () => {
  await listen("truncated-body");
  await expect((await fetch(url, { headers })).text()).rejects.toThrow("terminated");
  expect(await endByHttps()).toBe("ECONNRESET");
});

test("a body that the client does not wait for leaves nothing behind", async () => {
  await listen("slow-body:ms=2000");
  const response = fetch(url, { headers, signal: AbortSignal.timeout(100) });
  await expect(response.then((begun) => begun.text())).rejects.toThrow("timeout");
  // An error of the connection that nobody handles would end the run.
  await sleep(100);
  expect(server?.listHandlers().length).toBeGreaterThan(0);
});

test("an unknown option is an error with the nearest name", async () => {
  await listen();
  const simulation = await createSimulation();
  // @ts-expect-error: misspelled
  expect(() => setupServer(simulation, { baseURL: "/" })).toThrow("baseURL: unknown option; did you mean baseUrl?");
  // @ts-expect-error: misspelled
  expect(() => createHandlers(simulation, { timeout: 5 })).toThrow(
    "timeout: unknown option; expected one of baseUrl, wait, signal",
  );
  // @ts-expect-error: misspelled
  await expect(startServer(simulation, { prot: 0 })).rejects.toThrow("prot: unknown option; did you mean port?");
  // @ts-expect-error: misspelled
  await expect(simulation.adopt({ wrld: "demo" })).rejects.toThrow("wrld: unknown key; did you mean world?");
  // @ts-expect-error: no scenario
  expect(() => simulation.use(5)).toThrow("[0]: expected a scenario, for instance latency:ms=200, or a function");
});

test.each(["https://api.example/api/v1", "/tenant/x/api/v1/", "https://api.example/x?y=1"])(
  "a base URL that no request could be below is an error: %s",
  async (baseUrl) => {
    await listen();
    const simulation = await createSimulation();
    expect(() => setupServer(simulation, { baseUrl })).toThrow(
      /baseUrl: expected a base URL without (?:\/api\/v1|\?y=1), got/,
    );
  },
);
