import { spawn, type ChildProcess } from "node:child_process";
import type { Launch } from "../servers/contender.ts";
import { endWithUs } from "../servers/end-with-us.ts";

/** What a program took from its start to its end. Milliseconds. */
export interface RunCost {
  readonly ms: number;
  /** Processor time of it and all it started; not where the system does not tell. */
  readonly cpuMs?: number;
}

/** A program that came to its end, or was ended. */
export interface Run extends RunCost {
  /** `null` where it did not end by itself. */
  readonly exitCode: number | null;
  /** The end of what it wrote. */
  readonly said: string;
}

interface Surroundings {
  readonly folder: string;
  readonly environment?: Readonly<Record<string, string>>;
  /** After which it is ended. */
  readonly limitMs: number;
}

/** A POSIX shell tells what all it waited for has used: more than Node does of a child. */
const hasShell = process.platform !== "win32";
const timed = '"$@"; code=$?; times >&3; exit $code';

/** Runs a program to its end, whatever its exit code, and at most for so long. */
export function runProgram(
  { program, args }: Launch,
  { folder, environment = {}, limitMs }: Surroundings,
): Promise<Run> {
  const started = performance.now();
  const [command, ...rest] = hasShell ? ["sh", "-c", timed, "sh", program, ...args] : [program, ...args];
  const child = spawn(command ?? program, rest, {
    cwd: folder,
    env: { ...process.env, ...environment },
    stdio: ["ignore", "pipe", "pipe", "pipe"],
    // A group of its own, so that what it started ends with it.
    detached: hasShell,
  });
  const end = (): void => endGroup(child);
  endWithUs(child, end);
  const [output, errors, times] = [1, 2, 3].map((stream) => collected(child, stream));
  const timer = setTimeout(end, limitMs);
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (exitCode) => {
      clearTimeout(timer);
      const cpuMs = childTime(times?.() ?? "");
      resolve({
        exitCode,
        ms: performance.now() - started,
        said: `${output?.() ?? ""}${errors?.() ?? ""}`.slice(-2000),
        ...(cpuMs === undefined ? {} : { cpuMs }),
      });
    });
  });
}

function collected(child: ChildProcess, stream: number): () => string {
  let text = "";
  const source = child.stdio[stream];
  if (source !== null && source !== undefined && "read" in source) {
    source.setEncoding("utf8").on("data", (part: string) => (text = (text + part).slice(-2000)));
  }
  return () => text;
}

function endGroup(child: ChildProcess): void {
  if (child.pid === undefined || !hasShell) {
    child.kill("SIGKILL");
    return;
  }
  try {
    process.kill(-child.pid, "SIGKILL");
  } catch {
    // It came to its end just now.
  }
}

/** What the children of a shell have used, from what its `times` prints: the second line, as `0m1.23s 0m0.45s`. */
export function childTime(times: string): number | undefined {
  const spent = [...(times.split("\n")[1] ?? "").matchAll(/(\d+)m([\d.]+)s/g)];
  if (spent.length !== 2) return undefined;
  return spent.reduce((sum, [, minutes, seconds]) => sum + Number(minutes) * 60_000 + Number(seconds) * 1000, 0);
}
