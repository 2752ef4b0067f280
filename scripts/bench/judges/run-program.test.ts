import { expect, test } from "vitest";
import { openTemporaryFolder } from "../../../fixtures/temporary-folder.ts";
import { childTime, runProgram } from "./run-program.ts";

const folder = openTemporaryFolder();

function script(text: string): { readonly program: string; readonly args: readonly string[] } {
  return { program: process.execPath, args: ["-e", text] };
}

test("a program ends as it wants, and what it says and takes is told", async () => {
  const run = await runProgram(script("console.log(process.env.JUDGE, process.cwd()); process.exitCode = 7"), {
    folder: folder.path,
    environment: { JUDGE: "fair" },
    limitMs: 60_000,
  });
  expect(run.exitCode).toBe(7);
  expect(run.said).toContain(`fair ${folder.path}`);
  if (process.platform !== "win32") expect(run.cpuMs).toBeGreaterThan(0);
});

test("a program that takes too long is ended, with all it started", async () => {
  const inner = "setInterval(() => {}, 1e6)";
  const outer = `require("node:child_process").spawnSync(process.execPath, ["-e", ${JSON.stringify(inner)}])`;
  const run = await runProgram(script(outer), { folder: folder.path, limitMs: 1 });
  expect(run.exitCode).toBeNull();
  expect(run.cpuMs).toBeUndefined();
});

test.each([
  ["0m0.00s 0m0.00s\n0m1.25s 0m0.05s\n", 1300],
  ["0m0.001s 0m0.002s\n1m2.500s 0m0.250s\n", 62_750],
])("processor time is that of the children, user and system", (times, expected) => {
  expect(childTime(times)).toBeCloseTo(expected);
});

test("without a shell no processor time is known", () => {
  expect(childTime("")).toBeUndefined();
});
