import https from "node:https";
import { afterEach, describe, expect, test } from "vitest";
import { createSimulation } from "../simulation/simulation.ts";
import { setupServer } from "./node.ts";

const url = "https://api.example/api/v1/users";
const headers = { authorization: "Bearer aurora-token-4f7a91" };
let server: ReturnType<typeof setupServer> | undefined;

afterEach(() => server?.close());

async function listen(...scenarios: readonly string[]): Promise<void> {
  server = setupServer(await createSimulation({ scenarios }), { baseUrl: "https://api.example" });
  server.listen({ onUnhandledFrame: "error" });
}

/** How a request with `node:https` ends. */
function ask(): Promise<string> {
  return new Promise((resolve) => {
    const request = https.get(url, { headers }, (response) => {
      response.resume();
      response.on("end", () => resolve(`end ${response.headers["content-length"]}`));
      response.on("error", (error) => resolve(error.message));
    });
    request.on("error", (error) => resolve(error.message));
  });
}

test("a response has its length, so that no client waits for the end of the connection", async () => {
  await listen();
  const response = await fetch(url, { headers });
  const { byteLength } = await response.arrayBuffer();
  expect(response.headers.get("content-length")).toBe(String(byteLength));
  expect(await ask()).toMatch(/^end \d+$/);
});

test.each([
  ["reset", "ECONNRESET"],
  ["lost-response", "ECONNRESET"],
  ["refused", "ECONNREFUSED"],
])("%s fails as Node's own connections do: %s", async (scenario, code) => {
  await listen(scenario);
  const failure = await fetch(url, { headers }).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(TypeError);
  expect(failure).toMatchObject({ cause: { code } });
  // axios, too, passes on the code of node:http.
  const error = await new Promise((resolve) => https.get(url, { headers }).on("error", resolve));
  expect(error).toMatchObject({ code });
});

describe("a broken body", () => {
  test("is an error, not a short body", async () => {
    await listen("truncated-body");
    await expect((await fetch(url, { headers })).text()).rejects.toThrow("terminated");
    expect(await ask()).toBe("aborted");
  });

  test("that the client gives up leaves nothing behind", async () => {
    await listen("slow-body:ms=2000");
    const asked = fetch(url, { headers, signal: AbortSignal.timeout(100) });
    await expect(asked.then((response) => response.text())).rejects.toThrow("timeout");
    // An error of the connection that nobody handles would end the run.
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(server?.listHandlers().length).toBeGreaterThan(0);
  });
});
