import { createHash } from "node:crypto";
import { lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { reportSchema } from "../report/report.ts";

/*
 * Playwright starts a new worker after each failure, and workers do not know their run. So the workers of a run share a
 * directory named by the process that runs them. `startRun` empties it whenever tests are loaded for a run, in that
 * process or (UI mode) in its child.
 */

const stateSchema = z.strictObject({
  /** The reports, by the number of the retry and what was judged. */
  reports: z.record(z.string(), reportSchema),
  /** How orgkit itself failed. */
  fault: z.string().optional(),
  /** The test that reports why the target cannot be judged. */
  failedTest: z.string().optional(),
});

type RunState = z.infer<typeof stateSchema>;

export interface RunStateFile {
  read(): RunState;
  write(changes: Partial<RunState>): void;
}

/** The state that the workers of a run share for one target; one worker at a time uses it. */
export function openRunState(key: string): RunStateFile {
  const name = createHash("sha256").update(key).digest("hex").slice(0, 32);
  const path = join(openDirectory(process.ppid), name);
  const read = (): RunState => stateSchema.parse(JSON.parse(readFileSync(path, "utf8")));
  const save = (state: RunState, flag = "w"): void => writeFileSync(path, JSON.stringify(state), { mode: 0o600, flag });
  if (!exists(path)) save({ reports: {} }, "wx");
  return { read, write: (changes) => save({ ...read(), ...changes }) };
}

/** Removes the state of an earlier run in this process, except in workers. */
export function startRun(): void {
  if (process.env["TEST_WORKER_INDEX"] !== undefined) return;
  const parent = openParent();
  // Tests are loaded in the runner, or in its child with an IPC channel.
  const runner = process.send === undefined ? process.pid : process.ppid;
  for (const name of readdirSync(parent)) {
    const pid = Number(name);
    if (pid === runner || pid === process.pid || !isAlive(pid)) remove(join(parent, name));
  }
  if (runner === process.pid) process.once("exit", () => removeRun(parent, runner));
}

/** Leaves nothing behind, unless another run needs the directory. */
function removeRun(parent: string, runner: number): void {
  remove(join(parent, String(runner)));
  if (exists(parent) && readdirSync(parent).length === 0) remove(parent);
}

function openDirectory(pid: number): string {
  const path = join(openParent(), String(pid));
  mkdirSync(path, { recursive: true, mode: 0o700 });
  return path;
}

/** @throws if another user could read or change its content */
function openParent(): string {
  const user = process.getuid?.();
  const path = join(tmpdir(), `orgkit-suite${user === undefined ? "" : `-${user}`}`);
  mkdirSync(path, { recursive: true, mode: 0o700 });
  const { uid, mode } = lstatSync(path);
  const isOurs = user === undefined || (uid === user && (mode & 0o077) === 0);
  if (!isOurs || !lstatSync(path).isDirectory()) {
    throw new Error(`${path} belongs to another user. Remove it, or set TMPDIR to a directory of your own.`);
  }
  return path;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

function exists(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

function remove(path: string): void {
  rmSync(path, { recursive: true, force: true });
}
