import { readFileSync } from "node:fs";
import { hostname } from "node:os";
import { z } from "zod";

/** A process that holds a lock: told apart from a later one with the same number by when it started. */
export const holderSchema = z.object({
  pid: z.int().min(1),
  host: z.string(),
  /** Which start of the system, and when after it; empty where the system does not tell. */
  started: z.string(),
  /** Another one each time a lock is taken. */
  nonce: z.string().regex(/^[0-9a-f]+$/),
});

export type Holder = z.infer<typeof holderSchema>;

/** @param nonce hexadecimal digits */
export function thisProcess(nonce: string): Holder {
  return { pid: process.pid, host: hostname(), started: readStart(process.pid)?.started ?? "", nonce };
}

/** Whether it may run on a machine of which nothing can be told from here. */
export function isForeign({ host }: Holder): boolean {
  return host !== hostname();
}

/** Whether a process of this machine still runs. */
export function isAlive({ pid, started }: Holder): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // It runs as another user: whether it is the one meant is told below.
    if (!(error instanceof Error && "code" in error && error.code === "EPERM")) return false;
  }
  const found = readStart(pid);
  if (found === undefined) return true;
  return !found.hasEnded && (started === "" || found.started === started);
}

interface Start {
  readonly started: string;
  /** It has ended and waits for its parent to notice. */
  readonly hasEnded: boolean;
}

/** `undefined` where there is no /proc: not on Linux, or hidden. */
function readStart(pid: number): Start | undefined {
  try {
    const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name of the program comes before, in brackets, and may hold anything. proc(5): 3 state, 22 starttime.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return { started: `${boot} ${fields[19] ?? ""}`, hasEnded: fields[0] === "Z" || fields[0] === "X" };
  } catch {
    return undefined;
  }
}
