import { readdirSync, readFileSync } from "node:fs";

/** What a process and all it started have used. */
export interface ProcessUse {
  /** Of all their threads, in user and kernel mode. Milliseconds. */
  readonly cpuMs: number;
  /** Resident now; memory that two of them share counts twice. Bytes. */
  readonly memory: number;
  /** The most that was resident at any time; bytes. */
  readonly peakMemory: number;
}

/** Linux counts processor time in ticks of 10 ms, whatever its kernel's own tick is. */
const tickMs = 10;

/** What a process and its children have used so far; `undefined` where the system has no `/proc`. */
export function processUse(pid: number): ProcessUse | undefined {
  if (process.platform !== "linux") return undefined;
  const uses = tree(pid).map(({ cpuMs, status }) => ({
    cpuMs,
    memory: kibibytes(status, "VmRSS"),
    peakMemory: kibibytes(status, "VmHWM"),
  }));
  return uses.reduce(
    (sum, use) => ({
      cpuMs: sum.cpuMs + use.cpuMs,
      memory: sum.memory + use.memory,
      peakMemory: sum.peakMemory + use.peakMemory,
    }),
    { cpuMs: 0, memory: 0, peakMemory: 0 },
  );
}

interface ProcessEntry {
  readonly pid: number;
  readonly parent: number;
  readonly cpuMs: number;
}

function tree(pid: number): readonly (ProcessEntry & { readonly status: string })[] {
  const entries = readdirSync("/proc").flatMap((name) => (/^\d+$/.test(name) ? readEntry(Number(name)) : []));
  const byParent = Map.groupBy(entries, ({ parent }) => parent);
  const found = entries.filter((entry) => entry.pid === pid);
  for (const entry of found) found.push(...(byParent.get(entry.pid) ?? []));
  return found.map((entry) => ({ ...entry, status: readIfThere(`/proc/${entry.pid}/status`) }));
}

function readEntry(pid: number): readonly ProcessEntry[] {
  const stat = readIfThere(`/proc/${pid}/stat`);
  return stat === "" ? [] : [{ pid, ...parseStat(stat) }];
}

/**
 * Parent and processor time of a line of `/proc/PID/stat`. The name of the program, in brackets, may itself hold
 * spaces and brackets, so the fields count from the last one.
 */
export function parseStat(line: string): Omit<ProcessEntry, "pid"> {
  const fields = line.slice(line.lastIndexOf(")") + 2).split(" ");
  const [, parent, userTicks, kernelTicks] = [0, 1, 11, 12].map((index) => Number(fields[index]));
  return { parent: parent ?? 0, cpuMs: ((userTicks ?? 0) + (kernelTicks ?? 0)) * tickMs };
}

function kibibytes(status: string, field: string): number {
  return Number(new RegExp(`^${field}:\\s+(\\d+) kB`, "m").exec(status)?.[1] ?? 0) * 1024;
}

/** A process may end between two looks. */
function readIfThere(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
