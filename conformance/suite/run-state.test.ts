import { chmodSync, existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test, vi } from "vitest";
import { openTemporaryDirectory } from "../../fixtures/temporary-directory.fixture.ts";
import { openRunState, startRun } from "./run-state.ts";

const directory = openTemporaryDirectory();
const parent = join(directory.path, `orgkit-suite-${process.getuid?.()}`);

beforeEach(() => {
  vi.stubEnv("TMPDIR", directory.path);
  vi.stubEnv("TEST_WORKER_INDEX", undefined);
  // Like in a child of the runner, which loads the tests for UI mode.
  const own = Object.getOwnPropertyDescriptor(process, "send") ?? { value: undefined };
  Object.defineProperty(process, "send", { configurable: true, value: () => true });
  return () => {
    vi.unstubAllEnvs();
    Object.defineProperty(process, "send", own);
  };
});

test("workers of a run share the state of a target; the next run starts again, and a worker does not", () => {
  startRun();
  const first = openRunState("staging");
  const { runId } = first.read();
  first.write({ judged: 3 });
  expect(openRunState("staging").read()).toEqual({ runId, judged: 3, verified: 0 });
  expect(openRunState("production").read().runId).not.toBe(runId);

  vi.stubEnv("TEST_WORKER_INDEX", "1");
  startRun();
  expect(openRunState("staging").read().runId).toBe(runId);

  vi.stubEnv("TEST_WORKER_INDEX", undefined);
  startRun();
  expect(openRunState("staging").read()).toMatchObject({ judged: 0, runId: expect.not.stringMatching(runId) });
});

test("the state of ended runs is removed, and a directory that others could write to is not used", () => {
  startRun();
  const [ended, running] = [join(parent, "2147483647"), join(parent, "1")];
  for (const path of [ended, running]) mkdirSync(path);
  startRun();
  expect([existsSync(ended), existsSync(running)]).toEqual([false, true]);
  chmodSync(parent, 0o777);
  expect(() => openRunState("staging")).toThrow("belongs to another user");
});
