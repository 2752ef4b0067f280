import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { test as base } from "@playwright/test";

export const cli = fileURLToPath(new URL("cli.ts", import.meta.url));
export const checkout = fileURLToPath(new URL("..", import.meta.url));

export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

export interface RunningServer {
  readonly url: string;
  readonly output: () => string;
  readonly stop: () => Promise<number | null>;
  readonly pid: number;
  readonly signal: (name: NodeJS.Signals) => void;
  /** The exit code, or the signal that ended it. */
  readonly ended: Promise<number | string | null>;
}

export interface Fixtures {
  /** An empty folder: where the commands run, so that no config file but the test's own counts. */
  folder: string;
  orgkit: (args: readonly string[], environment?: Readonly<Record<string, string>>) => Promise<Ended>;
  mock: (args?: readonly string[], environment?: Readonly<Record<string, string>>) => Promise<RunningServer>;
  /** `orgkit proxy`, with its arguments. */
  startProxy: (args: readonly string[], environment?: Readonly<Record<string, string>>) => Promise<RunningServer>;
}

/** The environment of a user who has set nothing. */
function clean(environment: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^(ORGKIT_|PLAYWRIGHT_|PORT$|FORCE_COLOR$|NODE_ENV$|TEST_WORKER_INDEX$)/.test(name),
  );
  return { ...Object.fromEntries(inherited), ...environment };
}

/** `test` with the command line, run as a user runs it: in a process of its own. */
export const test = base.extend<Fixtures>({
  // Playwright reads the fixtures a fixture needs from the pattern of its first parameter.
  // oxlint-disable-next-line no-empty-pattern
  folder: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), "orgkit-cli-"));
    await use(folder);
    rmSync(folder, { recursive: true });
  },
  orgkit: async ({ folder }, use) => {
    await use((args, environment = {}) => run(process.execPath, [cli, ...args], folder, environment));
  },
  mock: async ({ folder }, use) => {
    await useServers("mock", folder, (start) => use((args = [], environment = {}) => start(args, environment)));
  },
  startProxy: async ({ folder }, use) => {
    await useServers("proxy", folder, (start) => use((args, environment = {}) => start(args, environment)));
  },
});

type Start = (args: readonly string[], environment: Readonly<Record<string, string>>) => Promise<RunningServer>;

/** Servers of one command, each on a free port, for as long as they are used. */
async function useServers(
  command: "mock" | "proxy",
  folder: string,
  use: (start: Start) => Promise<void>,
): Promise<void> {
  const servers: RunningServer[] = [];
  await use(async (args, environment) => {
    const server = await startServer([process.execPath, cli], [command, "--port", "0", ...args], folder, environment);
    servers.push(server);
    return server;
  });
  for (const server of servers) await server.stop();
}

export function run(
  command: string,
  args: readonly string[],
  cwd: string,
  environment: Readonly<Record<string, string>>,
): Promise<Ended> {
  const child = spawn(command, args, { cwd, env: clean(environment), stdio: ["ignore", "pipe", "pipe"] });
  let out = "";
  let err = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (out += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (err += text));
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => resolve({ code, out, err }));
  });
}

/** A command that serves, up and ready. @param program what runs orgkit */
export function startServer(
  [program, ...first]: readonly [string, ...string[]],
  args: readonly string[],
  cwd: string,
  environment: Readonly<Record<string, string>>,
): Promise<RunningServer> {
  const child = spawn(program, [...first, ...args], { cwd, env: clean(environment) });
  let output = "";
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  const endedBy = new Promise<number | string | null>((resolve) =>
    child.once("close", (code, signal) => resolve(code ?? signal)),
  );
  return new Promise((resolve, reject) => {
    const read = (text: string): void => {
      output += text;
      const url = /Base URL {2}(\S+)/.exec(output)?.[1];
      if (url === undefined || !output.includes("Stop with")) return;
      resolve({
        url,
        output: () => output,
        stop: () => (child.kill("SIGTERM"), ended),
        pid: child.pid ?? 0,
        signal: (name) => void child.kill(name),
        ended: endedBy,
      });
    };
    child.stdout.setEncoding("utf8").on("data", read);
    child.stderr.setEncoding("utf8").on("data", read);
    void ended.then((code) => reject(new Error(`${args[0]} ended with ${code}:\n${output}`)));
  });
}
