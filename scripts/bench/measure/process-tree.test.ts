import { spawn } from "node:child_process";
import { once } from "node:events";
import { describe, expect, test } from "vitest";
import { parseStat, processUse } from "./process-tree.ts";

test("the name of a program may hold spaces and brackets", () => {
  const line = "4242 (a) b (c) S 17 4242 4242 0 -1 4194560 2000 0 0 0 250 50 7 8 20 0 11 0 100 1000 500";
  expect(parseStat(line)).toStrictEqual({ parent: 17, cpuMs: 3000 });
});

describe.runIf(process.platform === "linux")("on Linux", () => {
  test("memory counts what a process started, too", async () => {
    const child = spawn(process.execPath, ["-e", 'console.log("up"); process.stdin.resume()'], {
      stdio: ["pipe", "pipe", "ignore"],
    });
    await once(child.stdout, "data");
    const alone = processUse(child.pid ?? 0);
    const together = processUse(process.pid);
    child.stdin.end();
    await once(child, "exit");
    expect(alone?.memory).toBeGreaterThan(1e6);
    expect(together?.memory).toBeGreaterThan(process.memoryUsage().rss + (alone?.memory ?? 0) / 2);
    expect(alone?.peakMemory).toBeGreaterThanOrEqual(alone?.memory ?? Number.POSITIVE_INFINITY);
  });

  test("a process that ended uses nothing", () => {
    // Greater than any process id Linux gives.
    expect(processUse(2 ** 22 + 1)).toStrictEqual({ cpuMs: 0, memory: 0, peakMemory: 0 });
  });
});
