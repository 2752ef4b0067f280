import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { test as base } from "@playwright/test";
import { execa } from "execa";

/** `npm test` sets the built one, which starts faster. */
export const cli = process.env["ORGKIT_TEST_CLI"] ?? fileURLToPath(new URL("cli.ts", import.meta.url));
export const checkout = fileURLToPath(new URL("..", import.meta.url));

type Environment = Readonly<Record<string, string>>;

export interface CommandResult {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

export interface RunningServer {
  readonly url: string;
  readonly output: () => string;
  readonly stop: () => Promise<number | string | null>;
  readonly pid: number;
  readonly signal: (name: NodeJS.Signals) => void;
  /** The exit code, or the signal that ended it. */
  readonly ended: Promise<number | string | null>;
}

export interface Fixtures {
  /** An empty working directory for the commands, so that only the test's own config file counts. */
  directory: string;
  orgkit: (args: readonly string[], environment?: Environment) => Promise<CommandResult>;
  mock: (args?: readonly string[], environment?: Environment) => Promise<RunningServer>;
  /** `orgkit proxy`, with its arguments. */
  startProxy: (args: readonly string[], environment?: Environment) => Promise<RunningServer>;
  /** The servers of a command, each on a free port, for the duration of the test. */
  serve: (command: string, args: readonly string[], environment: Environment) => Promise<RunningServer>;
}

/** Without variables from Playwright, npm and the user's shell: a clean environment. */
function clean(environment: Environment): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^(ORGKIT_|PLAYWRIGHT_|PORT$|FORCE_COLOR$|NODE_ENV$|TEST_WORKER_INDEX$)/.test(name),
  );
  return { ...Object.fromEntries(inherited), ...environment };
}

/** `test` with the command line, run like a user does: in a separate process. */
export const test = base.extend<Fixtures>({
  // Playwright reads the fixtures a fixture needs from the pattern of its first parameter.
  // oxlint-disable-next-line no-empty-pattern
  directory: async ({}, use) => {
    const directory = mkdtempSync(join(tmpdir(), "orgkit-cli-"));
    await use(directory);
    rmSync(directory, { recursive: true });
  },
  orgkit: ({ directory }, use) =>
    use((args, environment = {}) => run(process.execPath, [cli, ...args], directory, environment)),
  serve: async ({ directory }, use) => {
    const servers: RunningServer[] = [];
    await use(async (command, args, environment) => {
      const full = [command, "--port", "0", ...args];
      const server = await startServer([process.execPath, cli], full, directory, environment);
      servers.push(server);
      return server;
    });
    for (const server of servers) await server.stop();
  },
  mock: ({ serve }, use) => use((args = [], environment = {}) => serve("mock", args, environment)),
  startProxy: ({ serve }, use) => use((args, environment = {}) => serve("proxy", args, environment)),
});

const options = { extendEnv: false, reject: false, stdin: "ignore", all: true, forceKillAfterDelay: false } as const;

export async function run(
  command: string,
  args: readonly string[],
  cwd: string,
  environment: Environment,
): Promise<CommandResult> {
  const ended = await execa(command, args, { ...options, stripFinalNewline: false, cwd, env: clean(environment) });
  return { code: ended.exitCode ?? null, out: ended.stdout, err: ended.stderr };
}

/** A server command that is ready. @param program that runs orgkit */
export async function startServer(
  [program, ...first]: readonly [string, ...string[]],
  args: readonly string[],
  cwd: string,
  environment: Environment,
): Promise<RunningServer> {
  const child = execa(program, [...first, ...args], { ...options, cwd, env: clean(environment) });
  const ended = child.then(({ exitCode, signal }) => exitCode ?? signal ?? null);
  let output = "";
  const url = await new Promise<string>((resolve, reject) => {
    child.all.setEncoding("utf8").on("data", (text: string) => {
      output += text;
      const found = /Base URL {2}(\S+)/.exec(output)?.[1];
      if (found !== undefined && output.includes("Stop with")) resolve(found);
    });
    void ended.then((code) => reject(new Error(`${args[0]} ended with ${code}:\n${output}`)));
  });
  return {
    url,
    output: () => output,
    stop: () => (child.kill(), ended),
    pid: child.pid ?? 0,
    signal: (name) => void child.kill(name),
    ended,
  };
}
