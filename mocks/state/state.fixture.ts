import { copyFileSync, existsSync } from "node:fs";
import { join } from "node:path";
import { openTemporaryDirectory } from "../../fixtures/files/temporary-directory.fixture.ts";
import { openTestCaller, type TestSetup } from "../simulation/caller.fixture.ts";
import { State } from "./state.ts";

/** A simulation that is kept in a file; the world demo, by default. */
export async function openTestState(path: string, setup: TestSetup = {}, reset = false) {
  const caller = await openTestCaller(setup);
  const { simulation } = caller;
  const state = await State.open({ path, simulation, reset });
  return {
    ...caller,
    state,
    /** Adds a user to the first account, and waits until it is on disk. */
    add: async (name: string) => {
      await caller.create({ email: `${name}@new.example`, name });
      await state.saved();
    },
    /** The whole state and the scenarios. */
    readAll: () => ({ ...simulation.snapshot(), scenarios: simulation.scenarios() }),
  };
}

export type TestState = Awaited<ReturnType<typeof openTestState>>;

/** What the next start reads from a file, which is closed again. */
export async function reopen(path: string, setup?: TestSetup) {
  const opened = await openTestState(path, setup);
  await opened.state.close();
  return opened;
}

export function openStateDirectory() {
  const { path } = openTemporaryDirectory();
  let count = 0;
  const newPath = (): string => join(path, `${(count += 1)}.state`);
  return {
    /** The path of a file that does not exist yet. */
    newPath,
    /** A copy of a file as if the process were killed now. */
    copyKilled: (file: string) => {
      const copy = newPath();
      for (const end of ["", "-wal"]) if (existsSync(file + end)) copyFileSync(file + end, copy + end);
      return copy;
    },
  };
}
