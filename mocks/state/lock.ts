import { randomBytes } from "node:crypto";
import { link, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { errorCode, stateProblem } from "./file-problem.ts";
import { holderSchema, isAlive, isForeign, thisProcess, type Holder } from "./holder.ts";

/** A state file is held: nobody else uses it. */
export interface Lock {
  /** Whether nobody took it away, by hand. */
  isHeld(): Promise<boolean>;
  release(): Promise<void>;
}

interface Claim {
  /** A file that names the process that wants the lock; linked into place, so that no lock is ever half-written. */
  readonly draft: string;
  /** Of the state file, for messages. */
  readonly name: string;
}

/**
 * Takes the lock beside a state file; one whose process has ended is taken over.
 * @param path of the state file
 * @param name of the state file, as the user wrote it
 * @throws InputError where a running process, or one of another machine, holds it
 */
export async function takeLock(path: string, name: string): Promise<Lock> {
  const lock = `${path}.lock`;
  const nonce = randomBytes(6).toString("hex");
  const draft = `${lock}.${nonce}.new`;
  try {
    await writeFile(draft, `${JSON.stringify(thisProcess(nonce))}\n`, { flag: "wx", flush: true });
    await take(lock, { draft, name });
  } finally {
    await rm(draft, { force: true });
  }
  await removeLeftovers(lock);
  const isHeld = async (): Promise<boolean> => (await readHolder(lock, name))?.nonce === nonce;
  return {
    isHeld,
    release: async () => {
      if (await isHeld()) await rm(lock, { force: true });
    },
  };
}

async function take(lock: string, claim: Claim): Promise<void> {
  for (;;) {
    if (await isLinked(claim.draft, lock)) return;
    const holder = await readHolder(lock, claim.name);
    // Released since.
    if (holder === undefined) continue;
    if (isForeign(holder)) throw foreign(holder, lock, claim.name);
    if (isAlive(holder)) throw busy(holder, claim.name);
    if (await isTakenOver(lock, holder, claim)) return;
  }
}

/**
 * Only one process may replace the lock of a dead one: the one that holds a lock of its own on doing so, named after
 * the nonce of the dead one's. Without, a slow process would replace the lock of a faster one.
 */
async function isTakenOver(lock: string, dead: Holder, claim: Claim): Promise<boolean> {
  const right = `${lock}.${dead.nonce}`;
  await take(right, claim);
  try {
    const current = await readHolder(lock, claim.name);
    if (current?.nonce !== dead.nonce) return false;
    await rm(`${right}.new`, { force: true });
    await link(claim.draft, `${right}.new`);
    await rename(`${right}.new`, lock);
    return true;
  } finally {
    await rm(right, { force: true });
  }
}

/** Whether the lock was free, and is this process's now. */
async function isLinked(draft: string, lock: string): Promise<boolean> {
  try {
    await link(draft, lock);
    return true;
  } catch (error) {
    if (errorCode(error) === "EEXIST") return false;
    throw error;
  }
}

/** @returns `undefined` where there is no lock */
async function readHolder(lock: string, name: string): Promise<Holder | undefined> {
  let text;
  try {
    text = await readFile(lock, "utf8");
  } catch (error) {
    if (errorCode(error) === "ENOENT") return undefined;
    throw error;
  }
  const holder = holderSchema.safeParse(parseJson(text));
  if (holder.success) return holder.data;
  throw stateProblem(name, `its lock cannot be read; if no process uses it, delete ${lock}`);
}

/** What processes left that were killed while they took the lock. */
async function removeLeftovers(lock: string): Promise<void> {
  const folder = dirname(lock);
  const beginning = `${basename(lock)}.`;
  for (const name of await readdir(folder)) {
    if (!name.startsWith(beginning)) continue;
    const path = join(folder, name);
    const holder = await readHolder(path, name).catch(() => undefined);
    if (holder !== undefined && !isForeign(holder) && !isAlive(holder)) await rm(path, { force: true });
  }
}

function busy({ pid }: Holder, name: string): Error {
  return stateProblem(name, `process ${pid} uses it; stop it, or name another file`);
}

function foreign({ pid, host }: Holder, lock: string, name: string): Error {
  return stateProblem(
    name,
    `process ${pid} on ${host} uses it, or did and was killed; stop it there, or if it has ended, delete ${lock}`,
  );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
