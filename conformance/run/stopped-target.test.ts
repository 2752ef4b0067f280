import { afterEach, expect, test } from "vitest";
import { startServer, type RunningServer } from "../../mocks/adapters/http-server.ts";
import { createSimulation } from "../../mocks/simulation/simulation.ts";
import { composeReport, type Report } from "../report/report.ts";
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
  return composeReport("1.0.0", await judgeTarget({ target, secrets: { ...tokens, headers: {} } }));
}

test.each([30, 120])("a target that stops responding after %d requests is never conforming", async (lifetime) => {
  const { problem, verdict, complete } = await judgeMortal(lifetime);
  expect(problem).toMatch(/stopped responding after \d+ requests, so the rest cannot be judged\.\n {2}First without/);
  expect([verdict, complete]).toStrictEqual(["inconclusive", false]);
});

test("a target that responds to the end has no problem", async () => {
  const { problem, verdict } = await judgeMortal(1_000_000);
  expect([problem, verdict]).toStrictEqual([undefined, "conforming"]);
});
