import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { loadDialect } from "../../fixtures/dialect/load.ts";
import { loadWorld } from "../../fixtures/worlds/load.ts";
import { startServer } from "../../mocks/faces/http-server.ts";
import { createSimulation } from "../../mocks/simulation/simulation.ts";

/**
 * How long `orgkit conform` takes on the demo mock with everything on, next to an empty run of the same
 * Playwright, in alternating rounds on the same machine.
 */
const rounds = 7;
const cli = fileURLToPath(new URL("../cli.ts", import.meta.url));
const playwright = fileURLToPath(import.meta.resolve("@playwright/test/cli"));
// Inside the project, where the empty run finds the same Playwright.
const folder = mkdtempSync(fileURLToPath(new URL("../../node_modules/.orgkit-bench-", import.meta.url)));

const simulation = await createSimulation({ world: loadWorld("demo", 1), dialect: loadDialect("reference") });
const server = await startServer(simulation, { port: 0 });
const [first, second] = simulation.accounts;
const ids = (first?.subscriptions.all() ?? []).slice(0, 2).flatMap(({ id }) => ["--subscription-id", String(id)]);
const everything = [
  "conform",
  server.url,
  ...ids,
  "--allow-writes",
  "--dialect",
  "reference",
  "--out",
  join(folder, "out"),
];
const environment = {
  ...process.env,
  ORGKIT_TOKEN: first?.tokens[0]?.token,
  ORGKIT_TOKEN_B: second?.tokens[0]?.token,
};

writeFileSync(
  join(folder, "playwright.config.mjs"),
  'export default { testMatch: "empty.mjs", workers: 1, reporter: "null", outputDir: "out-empty", preserveOutput: "never" };\n',
);
writeFileSync(join(folder, "empty.mjs"), 'import { test } from "@playwright/test";\ntest("nothing", () => {});\n');
const empty = [playwright, "test", "--config", join(folder, "playwright.config.mjs")];

/** Milliseconds until a process ended; it must end well. */
function time(args: readonly string[]): Promise<number> {
  const started = performance.now();
  const child = spawn(process.execPath, args, { env: environment, stdio: ["ignore", "ignore", "pipe"] });
  let errors = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (errors += text));
  return new Promise((resolve, reject) => {
    child.once("close", (code) =>
      code === 0
        ? resolve(performance.now() - started)
        : reject(new Error(`${args.join(" ")} ended with ${code}\n${errors}`)),
    );
  });
}

function median(values: readonly number[]): number {
  return values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? Number.NaN;
}

const times: { empty: number[]; conform: number[] } = { empty: [], conform: [] };
for (let round = 0; round < rounds; round += 1) {
  times.empty.push(await time(empty));
  times.conform.push(await time([cli, ...everything]));
}
await server.close();
rmSync(folder, { recursive: true });

const ratio = median(times.conform) / median(times.empty);
process.stdout.write(
  [
    `| run | median ms of ${rounds} | ratio |`,
    "| --- | ---: | ---: |",
    `| empty Playwright run | ${median(times.empty).toFixed(0)} | 1.0 |`,
    `| orgkit conform, everything on | ${median(times.conform).toFixed(0)} | ${ratio.toFixed(1)} |`,
    "",
  ].join("\n"),
);
