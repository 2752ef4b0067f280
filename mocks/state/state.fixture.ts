import { copyFileSync, existsSync } from "node:fs";
import { join } from "node:path";
import { openTemporaryDirectory } from "../../fixtures/files/temporary-directory.fixture.ts";
import { openTestCaller, type TestCaller, type TestSetup } from "../simulation/caller.fixture.ts";
import { State } from "./state.ts";

/** A simulation that is kept in a file. */
export interface TestState extends TestCaller {
  readonly state: State;
  /** Adds a user to the first account, and waits until it is on disk. */
  readonly add: (name: string) => Promise<void>;
  /** The whole state and the scenarios. */
  readonly readAll: () => unknown;
}

/** The world demo, by default. */
export async function openTestState(path: string, setup: TestSetup = {}, reset = false): Promise<TestState> {
  const caller = await openTestCaller(setup);
  const { simulation } = caller;
  const state = await State.open({ path, simulation, reset });
  return {
    ...caller,
    state,
    add: async (name) => {
      await caller.create({ email: `${name}@new.example`, name });
      await state.saved();
    },
    readAll: () => ({ ...simulation.snapshot(), scenarios: simulation.scenarios() }),
  };
}

/** What the next start reads from a file, which is closed again. */
export async function reopen(path: string, setup?: TestSetup): Promise<TestState> {
  const opened = await openTestState(path, setup);
  await opened.state.close();
  return opened;
}

export interface StateDirectory {
  /** The path of a file that does not exist yet. */
  newPath(): string;
  /** A copy of a file as if the process were killed now. */
  copyKilled(path: string): string;
}

export function openStateDirectory(): StateDirectory {
  const { path } = openTemporaryDirectory();
  let count = 0;
  const newPath = (): string => join(path, `${(count += 1)}.state`);
  return {
    newPath,
    copyKilled: (file) => {
      const copy = newPath();
      for (const end of ["", "-wal"]) if (existsSync(file + end)) copyFileSync(file + end, copy + end);
      return copy;
    },
  };
}
