import { spawn, type ChildProcess } from "node:child_process";
import { fileURLToPath } from "node:url";

const cli = fileURLToPath(new URL("./cli.ts", import.meta.url));

/** `orgkit mock --state` in a process of its own, as a user runs it. */
export interface MockProcess {
  readonly pid: number;
  /** Its base URL, once it is up; rejects where it ends before. */
  readonly up: Promise<string>;
  /** All it printed so far. */
  output(): string;
  /** How it ended: the exit code, `null` where a signal ended it. */
  readonly ended: Promise<number | null>;
  signal(name: "SIGKILL" | "SIGTERM"): void;
}

/**
 * @param world of the mock, by name
 * @param fileBlocks how large a file it may write, in blocks of 512 bytes; any by default
 */
export function startMock(stateFile: string, world: string, fileBlocks?: number): MockProcess {
  const args = [cli, "mock", "--port", "0", "--quiet", "--world", world, "--state", stateFile];
  const limit = fileBlocks === undefined ? "" : `ulimit -S -f ${fileBlocks}; `;
  const child = spawn("/bin/sh", ["-c", `${limit}exec "$0" "$@"`, process.execPath, ...args], {
    env: withoutSettings(),
    stdio: ["ignore", "pipe", "pipe"],
  });
  endWithUs(child);
  let output = "";
  const up = Promise.withResolvers<string>();
  // Nobody may wait for one that is killed as it starts.
  up.promise.catch(() => undefined);
  const read = (text: string): void => {
    output += text;
    const url = /Base URL {2}(\S+)/.exec(output)?.[1];
    if (url !== undefined && output.includes("Stop with")) up.resolve(url);
  };
  child.stdout.setEncoding("utf8").on("data", read);
  child.stderr.setEncoding("utf8").on("data", read);
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  void ended.then((code) => up.reject(new Error(`the mock ended with ${code}:\n${output}`)));
  return {
    pid: child.pid ?? 0,
    up: up.promise,
    output: () => output,
    ended,
    signal: (name) => void child.kill(name),
  };
}

/** A test that fails leaves no mock running. */
function endWithUs(child: ChildProcess): void {
  const end = (): void => void child.kill("SIGKILL");
  process.once("exit", end);
  child.once("exit", () => process.off("exit", end));
}

/** What the user has set for a mock is none of this one's business. */
function withoutSettings(): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(ORGKIT_|PORT$|FORCE_COLOR$)/.test(name)),
  );
}
