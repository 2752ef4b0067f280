import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { execa } from "execa";

/**
 * Given gigabytes, V8 lets garbage lie, and the C library keeps what it was given back for each thread: what grows
 * would not be told from what is not in use.
 */
const environment = { MALLOC_ARENA_MAX: "1" };
const heapBounds = ["--max-old-space-size=128", "--max-semi-space-size=16"];

const cli = fileURLToPath(new URL("../cli.ts", import.meta.url));

/** `orgkit mock` in a process of its own, as a user runs it. */
export interface SoakedMock {
  readonly url: string;
  readonly pid: number;
  /** Rejects where it ends by itself. */
  readonly crash: Promise<never>;
  /** @returns its exit code, or the signal that ended it */
  stop(): Promise<number | string | null>;
}

export async function startSoakedMock(): Promise<SoakedMock> {
  const folder = mkdtempSync(join(tmpdir(), "orgkit-soak-"));
  const args = [...heapBounds, cli, "mock", "--port", "0", "--quiet", "--world", "crowd:1000"];
  const child = execa(process.execPath, args, {
    cwd: folder,
    env: environment,
    reject: false,
    buffer: false,
    stdio: ["ignore", "pipe", "inherit"],
  });
  let isAsked = false;
  const ended = child.then(({ exitCode, signal }) => {
    rmSync(folder, { recursive: true });
    return exitCode ?? signal ?? null;
  });
  const crash = ended.then((exit): never | Promise<never> => {
    if (isAsked) return new Promise(() => undefined);
    throw new Error(`the mock ended by itself: ${exit}`);
  });
  crash.catch(() => undefined);
  const url = new Promise<string>((resolve) => {
    let output = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      output += text;
      const found = /Base URL {2}(\S+)/.exec(output)?.[1];
      if (found !== undefined && output.includes("Stop with")) resolve(found);
    });
  });
  return {
    url: await Promise.race([url, crash]),
    pid: child.pid ?? 0,
    crash,
    stop: () => {
      isAsked = true;
      child.kill("SIGTERM");
      return ended;
    },
  };
}
