import { createServer } from "node:http";
import { afterEach, expect, test } from "vitest";
import { startServer, type RunningServer } from "../../mocks/adapters/http-server.ts";
import { createSimulation } from "../../mocks/simulation/simulation.ts";
import { composeReport, type Report } from "../report/report.ts";
import { listen } from "../test-servers/serve.ts";
import { judgeTarget } from "./judge-target.ts";

const tokens = { first: "aurora-token-4f7a91", second: "brightwater-token-c83d20" };
let server: RunningServer | undefined;

afterEach(() => server?.close());

/** Judges a mock that ends after this many requests. */
async function judgeMortal(lifetime: number): Promise<Report> {
  const simulation = await createSimulation();
  let count = 0;
  server = await startServer(simulation, {
    port: 0,
    onAnswer: () => {
      count += 1;
      if (count === lifetime) void server?.close();
    },
  });
  const target = { baseUrl: server.url, allowWrites: false };
  return composeReport("1.0.0", await judgeTarget({ target, secrets: { ...tokens, headers: {} } }, { connection }));
}

/** Waits a short time for a target to come back. */
const connection = { patience: 800 };

test.each([30, 120])("a target that stops responding after %d requests is never conforming", async (lifetime) => {
  const { problem, verdict, complete } = await judgeMortal(lifetime);
  expect(problem).toMatch(/stopped responding after \d+ requests, so the rest cannot be judged\.\n {2}First without/);
  expect([verdict, complete]).toStrictEqual(["inconclusive", false]);
});

test("a target that responds to the end has no problem", async () => {
  const { problem, verdict } = await judgeMortal(1_000_000);
  expect([problem, verdict]).toStrictEqual([undefined, "conforming"]);
});

test("a target that dies at a request, is started again, and dies at it again, fails PATH-01", async () => {
  const body = JSON.stringify({ data: [], meta: { page: 1, total: 0 } });
  const fragile = createServer(({ headers: { authorization = "" } }, response) => {
    if (authorization === "Bearer constructor") {
      fragile.close(() => setTimeout(() => fragile.listen(port, "127.0.0.1"), 200));
      fragile.closeAllConnections();
    } else if (authorization !== `Bearer ${tokens.first}`) response.writeHead(401).end();
    else response.writeHead(200, { "content-type": "application/json" }).end(body);
  });
  const { baseUrl, stop } = await listen(fragile);
  const port = Number(new URL(baseUrl).port);
  try {
    const found = await judgeTarget(
      { target: { baseUrl, allowWrites: false }, secrets: { first: tokens.first } },
      { connection },
    );
    const { verdict, problem, results } = composeReport("1.0.0", found);
    expect([verdict, problem]).toStrictEqual(["non-conforming", undefined]);
    const failures = results.filter(({ status }) => status === "failed");
    expect(failures.map(({ id, message }) => `${id}: ${message}`)).toStrictEqual([
      "PATH-01: GET /api/v1/users with `constructor` instead of the token ended the service; it came back, and the same request ended it again",
    ]);
  } finally {
    await stop();
  }
});
