import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "@playwright/test";
import { z } from "zod";
import { loadDialect } from "../../../fixtures/dialect/load.ts";
import { loadWorld } from "../../../fixtures/worlds/load.ts";
import { createSimulation } from "../../simulation/simulation.ts";
import { startServer } from "../http-server.ts";

const cli = fileURLToPath(new URL("../../../node_modules/@playwright/test/cli.js", import.meta.url));
const config = fileURLToPath(new URL("playwright.config.ts", import.meta.url));

const resultSchema = z.object({
  config: z.object({ workers: z.int() }),
  stats: z.object({ expected: z.int(), unexpected: z.int(), flaky: z.int(), skipped: z.int() }),
});

/** Playwright's JSON report of a run of its own. */
function runSuite(mock: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const { TEST_WORKER_INDEX: _, PLAYWRIGHT_JSON_OUTPUT_FILE: __, ...environment } = process.env;
    const run = spawn(process.execPath, [cli, "test", "--config", config], {
      env: { ...environment, ORGKIT_MOCK: mock },
      stdio: ["ignore", "pipe", "inherit"],
    });
    let output = "";
    run.stdout.setEncoding("utf8").on("data", (chunk: string) => (output += chunk));
    run.once("error", reject);
    run.once("close", () => resolve(output));
  });
}

test("8 workers and 200 tests on one server do not see each other", async () => {
  const simulation = await createSimulation({ world: loadWorld("demo", 1), dialect: loadDialect("reference") });
  const server = await startServer(simulation, { port: 0, control: { version: "test" } });
  const before = simulation.snapshot();
  const { config: used, stats } = resultSchema.parse(JSON.parse(await runSuite(server.url)));
  expect(used.workers).toBe(8);
  expect(stats).toMatchObject({ expected: 200, unexpected: 0, flaky: 0, skipped: 0 });
  // Nor does the world they are copies of change. Its journal has the calls with tokens no longer good.
  expect(simulation.snapshot()).toStrictEqual(before);
  expect(simulation.journal.count({ status: 401 })).toBe(200);
  expect(simulation.journal.total).toBe(200);
  await server.close();
});
