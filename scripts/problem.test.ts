import { writeFileSync } from "node:fs";
import { expect, test, vi } from "vitest";
import { reportProblem } from "./problem.ts";

test("missing generated code is reported with the command to run", async () => {
  const write = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  const name: string = "./nowhere.generated.ts";
  const error: unknown = await import(new URL(name, import.meta.url).href).catch((problem: unknown) => problem);
  const missing = new Error(`Cannot find module '/x/nowhere.generated.ts' imported from /x/y.ts`);
  expect([reportProblem(missing), reportProblem(error)]).toStrictEqual([2, 2]);
  expect(write.mock.lastCall?.[0]).toMatch(/nowhere\.generated\.ts is missing: run npm ci or npm run generate/);
});

test("an error of the operating system is one line, and never the exit code of a verdict", () => {
  const write = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  let problem: unknown;
  try {
    writeFileSync("/dev/full", "a report");
  } catch (error) {
    problem = error;
  }
  expect(reportProblem(problem)).toBe(3);
  expect(write.mock.lastCall?.[0]).toMatch(/^\S*Failed to write: no space left on the device \(ENOSPC\)\.\S*\n$/);
});
