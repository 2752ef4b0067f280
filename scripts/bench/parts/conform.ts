import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { execa } from "execa";
import { openSandbox } from "orgkit";
import { loadWorld } from "../../../fixtures/worlds/load.ts";
import { orgkitArguments, startServer, temporaryDirectory } from "../server.ts";
import { atMost, ratio, type Figures, type Benchmark } from "../report.ts";
import { orgkitMock } from "../servers.ts";

const [empty, one, ten] = ["an empty run of Playwright", "one target", "ten targets, 10 workers"];

/**
 * `conform`: the duration of a run of `orgkit conform`, compared with an empty run of Playwright and with its own
 * requests.
 */
export function conform(): Benchmark {
  return {
    title: "A run of orgkit conform",
    method: "On sandboxes of one mock, with everything on. Requests: how long at least one was under way.",
    subjects: { [empty]: runEmpty, [one]: () => runConform(1), [ten]: () => runConform(10) },
    goals: [
      atMost(1, ratio("ms", one, empty)),
      atMost(500, {
        name: `ms, ${one} above 1.5 × its requests`,
        value: (at) => at(one, "ms") - 1.5 * at(one, "requests ms"),
      }),
      atMost(3, ratio("ms", ten, one)),
    ],
  };
}

async function runEmpty(): Promise<Figures> {
  const cli = fileURLToPath(import.meta.resolve("@playwright/test/cli"));
  const config = fileURLToPath(new URL("../empty-run/playwright.config.mjs", import.meta.url));
  const { durationMs } = await execa(process.execPath, [cli, "test", "--config", config]);
  return { ms: durationMs };
}

/** @throws Error if a target is not conforming, since that would be another run */
async function runConform(count: number): Promise<Figures> {
  using directory = temporaryDirectory();
  const [token, TOKEN_B] = loadWorld("demo", 1).accounts.map(({ tokens }) => tokens[0]?.token);
  await using mock = await startServer(orgkitMock("orgkit, demo", "demo", token));
  const sandboxes = await Promise.all(Array.from({ length: count }, () => openSandbox(mock.url)));
  const targets = sandboxes.map(({ subscriptionIds }, index) => {
    const target = { baseUrl: mock.url, token: `TOKEN_${index}`, tokenB: "TOKEN_B", dialect: "reference" };
    return [`target-${index}`, { ...target, subscriptionId: subscriptionIds.slice(0, 2) }];
  });
  // JSON is YAML.
  writeFileSync(join(directory.path, "targets.yaml"), JSON.stringify({ targets: Object.fromEntries(targets) }));
  const flags = ["--targets", "targets.yaml", "--workers", String(count), "--allow-writes", "--out", "reports"];
  const args = [
    "--import",
    new URL("../request-time.mjs", import.meta.url).href,
    ...orgkitArguments("conform", ...flags),
  ];
  const tokens = Object.fromEntries(sandboxes.map((sandbox, index) => [`TOKEN_${index}`, sandbox.token]));
  const { durationMs } = await execa(process.execPath, args, { cwd: directory.path, env: { ...tokens, TOKEN_B } });
  return { ms: durationMs, "requests ms": Number(readFileSync(join(directory.path, "request-time"), "utf8")) };
}
