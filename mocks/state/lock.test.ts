import { spawn, type ChildProcess } from "node:child_process";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, test } from "vitest";
import { InputError } from "../../fixtures/input-error.ts";
import { openTemporaryFolder } from "../../fixtures/temporary-folder.ts";
import { thisProcess, type Holder } from "./holder.ts";
import { takeLock } from "./lock.ts";

const folder = openTemporaryFolder();
let count = 0;

/** The path of a state file of its own for each test. */
function stateFile(): string {
  count += 1;
  return join(folder.path, `${count}.state`);
}

/** A process that has ended. */
let dead: Holder;

beforeAll(async () => {
  const child = spawn(process.execPath, ["--version"], { stdio: "ignore" });
  const pid = child.pid ?? 0;
  await ended(child);
  dead = { ...thisProcess("dead01"), pid };
});

function besides(path: string): readonly string[] {
  return readdirSync(folder.path).filter((name) => name.startsWith(`${basename(path)}.`));
}

function leave(path: string, holder: object | string): void {
  writeFileSync(path, typeof holder === "string" ? holder : JSON.stringify(holder));
}

describe("a lock", () => {
  test("is held by one, named to whoever comes next, and leaves nothing behind", async () => {
    const path = stateFile();
    const lock = await takeLock(path, "my.state");
    expect(besides(path)).toStrictEqual([`${basename(path)}.lock`]);
    const second = takeLock(path, "my.state");
    await expect(second).rejects.toThrow(InputError);
    await expect(second).rejects.toThrow(`my.state: process ${process.pid} uses it; stop it, or name another file`);
    await lock.release();
    expect(besides(path)).toStrictEqual([]);
    await (await takeLock(path, "my.state")).release();
  });

  test("whose holder has ended is taken over", async () => {
    const path = stateFile();
    const own = thisProcess("dead02");
    // Its number was used again since; only where the system tells when a process started.
    const reused = own.started === "" ? [] : [{ ...own, started: `${own.started}0` }];
    for (const holder of [dead, { ...dead, started: "" }, ...reused]) {
      leave(`${path}.lock`, holder);
      const lock = await takeLock(path, "my.state");
      expect(readFileSync(`${path}.lock`, "utf8")).toContain(`"pid":${process.pid}`);
      await lock.release();
      expect(besides(path)).toStrictEqual([]);
    }
  });

  test("that another took over is not released", async () => {
    const path = stateFile();
    const lock = await takeLock(path, "my.state");
    leave(`${path}.lock`, { ...dead, nonce: "07e4" });
    await lock.release();
    expect(existsSync(`${path}.lock`)).toBe(true);
  });

  test("of another machine is left to the user", async () => {
    const path = stateFile();
    leave(`${path}.lock`, { ...dead, pid: 7, host: `not-${hostname()}` });
    await expect(takeLock(path, "my.state")).rejects.toThrow(
      `process 7 on not-${hostname()} uses it, or did and was killed; stop it there, or if it has ended, delete ${path}.lock`,
    );
    expect(besides(path)).toStrictEqual([`${basename(path)}.lock`]);
  });

  test.each(["", "{", '{"pid":0}', "[]"])("that reads %j is left to the user", async (text) => {
    const path = stateFile();
    leave(`${path}.lock`, text);
    await expect(takeLock(path, "my.state")).rejects.toThrow(
      `my.state: its lock cannot be read; if no process uses it, delete ${path}.lock`,
    );
    expect(readFileSync(`${path}.lock`, "utf8")).toBe(text);
  });

  test("is taken over though processes died while they took it over", async () => {
    const path = stateFile();
    const [second, third] = [
      { ...dead, nonce: "dead02" },
      { ...dead, nonce: "dead03" },
    ];
    leave(`${path}.lock`, dead);
    leave(`${path}.lock.dead01`, second);
    leave(`${path}.lock.dead01.new`, second);
    leave(`${path}.lock.dead01.dead02`, third);
    leave(`${path}.lock.dead04.new`, third);
    const lock = await takeLock(path, "my.state");
    expect(besides(path)).toStrictEqual([`${basename(path)}.lock`]);
    await lock.release();
  });

  test("is not taken over by a process that saw it too late", async () => {
    const path = stateFile();
    // Whoever holds the right to take over the first dead lock finds another in its place.
    leave(`${path}.lock`, { ...dead, nonce: "dead05" });
    leave(`${path}.lock.dead05`, thisProcess("a11fe0"));
    await expect(takeLock(path, "my.state")).rejects.toThrow(`process ${process.pid} uses it`);
    expect(readFileSync(`${path}.lock`, "utf8")).toContain("dead05");
  });
});

describe("of many who want a lock, one gets it", () => {
  test.each([
    ["that is free", false],
    ["of a dead process", true],
  ])("within a process, %s", async (_, isLeft) => {
    for (let round = 0; round < 10; round += 1) {
      const path = stateFile();
      if (isLeft) leave(`${path}.lock`, dead);
      const taken = await Promise.allSettled(Array.from({ length: 12 }, () => takeLock(path, "my.state")));
      expect(taken.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
      expect(besides(path)).toStrictEqual([`${basename(path)}.lock`]);
    }
  });

  test("among processes, one that is left by a process that was killed", async () => {
    const path = stateFile();
    const taker = fileURLToPath(new URL("lock-taker.ts", import.meta.url));
    const start = (): ChildProcess => spawn(process.execPath, [taker, path], { stdio: ["pipe", "pipe", "inherit"] });
    const first = start();
    expect(await said(first)).toBe("taken");
    first.kill("SIGKILL");
    await ended(first);
    const takers = Array.from({ length: 5 }, start);
    const answers = await Promise.all(takers.map(said));
    const winner = takers[answers.indexOf("taken")];
    expect(answers.filter((answer) => answer === "taken")).toHaveLength(1);
    expect(answers.filter((answer) => answer.includes("test.state"))).toHaveLength(4);
    winner?.stdin?.end();
    await Promise.all(takers.map(ended));
    expect(besides(path)).toStrictEqual([]);
    rmSync(path, { force: true });
  });
});

function said({ stdout }: ChildProcess): Promise<string> {
  return new Promise((resolve) => stdout?.setEncoding("utf8").once("data", (text: string) => resolve(text.trim())));
}

function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => child.once("close", () => resolve()));
}
