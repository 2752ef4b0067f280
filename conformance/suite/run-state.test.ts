import { chmodSync, existsSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test, vi } from "vitest";
import { openTemporaryDirectory } from "../../fixtures/files/temporary-directory.fixture.ts";
import { openRunState, startRun } from "./open-target.ts";

const directory = openTemporaryDirectory();
const parent = join(directory.path, `orgkit-suite-${process.getuid?.()}`);

beforeEach(() => {
  rmSync(parent, { recursive: true, force: true });
  vi.stubEnv("TMPDIR", directory.path);
  vi.stubEnv("TEST_WORKER_INDEX", undefined);
  // Like in a child of the runner, which loads the tests for UI mode.
  const own = Object.getOwnPropertyDescriptor(process, "send") ?? { value: undefined };
  Object.defineProperty(process, "send", { configurable: true, value: () => true });
  return () => {
    Object.defineProperty(process, "send", own);
    // The runner does so before the next test, when the next file has been loaded, maybe with this directory.
    vi.unstubAllEnvs();
  };
});

test("workers of a run share the state of a target; the next run starts again, and a worker does not", () => {
  const empty = { reports: {} };
  startRun();
  const first = openRunState("staging");
  expect(first.read()).toEqual(empty);
  first.write({ fault: "a bug" });
  first.write({ failedTest: "PATH-01 listUsers" });
  const changed = { ...empty, fault: "a bug", failedTest: "PATH-01 listUsers" };
  expect(openRunState("staging").read()).toEqual(changed);
  expect(openRunState("production").read()).toEqual(empty);

  vi.stubEnv("TEST_WORKER_INDEX", "1");
  startRun();
  expect(openRunState("staging").read()).toEqual(changed);

  vi.stubEnv("TEST_WORKER_INDEX", undefined);
  startRun();
  expect(openRunState("staging").read()).toEqual(empty);
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
