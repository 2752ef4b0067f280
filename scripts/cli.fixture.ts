import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { test as base } from "@playwright/test";
import { execa } from "execa";
import { reportSchema, type Report } from "../conformance/report/report.ts";

/** `npm test` sets the built one, which starts faster. */
export const cli = process.env["ORGKIT_TEST_CLI"] ?? fileURLToPath(new URL("cli.ts", import.meta.url));
export const checkout = fileURLToPath(new URL("..", import.meta.url));

/** The tokens of the first two accounts of the world demo. */
export const token = "aurora-token-4f7a91";
export const tokens = { ORGKIT_TOKEN: token, ORGKIT_TOKEN_B: "brightwater-token-c83d20" };
export const bearer = { authorization: `Bearer ${token}`, "content-type": "application/json" };

export type Environment = Readonly<Record<string, string>>;

export type RunningServer = Awaited<ReturnType<typeof startServer>>;

type Serve = (args?: readonly string[], environment?: Environment) => Promise<RunningServer>;

export interface Fixtures {
  /** An empty working directory for the commands, so that only the test's own config file counts. */
  directory: string;
  /** Writes files in the directory, by their paths. */
  write: (files: Readonly<Record<string, string>>) => void;
  /** Reads a file of the directory. */
  read: (path: string) => string;
  /** Reads `report.json` in a directory of the directory. */
  readReport: (path: string) => Report;
  orgkit: (args: readonly string[], environment?: Environment) => ReturnType<typeof run>;
  /** `orgkit mock` on a free port, until the test ends. */
  mock: Serve;
  /** `orgkit proxy`, likewise. */
  startProxy: Serve;
}

/** Without variables from Playwright, npm and the user's shell. */
function cleanEnvironment(environment: Environment): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^(ORGKIT_|PLAYWRIGHT_|PORT$|FORCE_COLOR$|NODE_ENV$|TEST_WORKER_INDEX$)/.test(name),
  );
  return { ...Object.fromEntries(inherited), ...environment };
}

async function serveDuring(command: string, directory: string, use: (serve: Serve) => Promise<void>): Promise<void> {
  const servers: RunningServer[] = [];
  await use(async (args = [], environment = {}) => {
    const all = [command, "--port", "0", ...args];
    const server = await startServer([process.execPath, cli], all, directory, environment);
    servers.push(server);
    return server;
  });
  for (const server of servers) await server.stop();
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
  write: ({ directory }, use) =>
    use((files) => {
      for (const [path, text] of Object.entries(files)) {
        mkdirSync(dirname(join(directory, path)), { recursive: true });
        writeFileSync(join(directory, path), text);
      }
    }),
  read: ({ directory }, use) => use((path) => readFileSync(join(directory, path), "utf8")),
  readReport: ({ read }, use) => use((path) => reportSchema.parse(JSON.parse(read(`${path}/report.json`)))),
  orgkit: ({ directory }, use) =>
    use((args, environment = {}) => run(process.execPath, [cli, ...args], directory, environment)),
  mock: ({ directory }, use) => serveDuring("mock", directory, use),
  startProxy: ({ directory }, use) => serveDuring("proxy", directory, use),
});

const options = { extendEnv: false, reject: false, stdin: "ignore", all: true, forceKillAfterDelay: false } as const;

export async function run(command: string, args: readonly string[], cwd: string, environment: Environment) {
  const ended = await execa(command, args, {
    ...options,
    stripFinalNewline: false,
    cwd,
    env: cleanEnvironment(environment),
  });
  return { code: ended.exitCode ?? null, out: ended.stdout, err: ended.stderr };
}

/** A server command that is ready. @param program that runs orgkit */
export async function startServer(
  [program, ...first]: readonly [string, ...string[]],
  args: readonly string[],
  cwd: string,
  environment: Environment,
) {
  const child = execa(program, [...first, ...args], { ...options, cwd, env: cleanEnvironment(environment) });
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
    signal: (name: NodeJS.Signals) => void child.kill(name),
    /** The exit code, or the signal that ended it. */
    ended,
  };
}
