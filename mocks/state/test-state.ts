import { readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { openTemporaryFolder } from "../../fixtures/temporary-folder.ts";
import { loadWorld } from "../../fixtures/worlds/load.ts";
import type { World } from "../../fixtures/worlds/world.ts";
import { openTestCaller, type TestCaller, type TestSetup } from "../simulation/test-caller.ts";
import { openState, type OpenState } from "./open-state.ts";

/** A simulation that is kept in a file, and short ways to call it. */
export interface TestState {
  readonly caller: TestCaller;
  readonly state: OpenState;
  /** Creates a user; resolves once it is on disk. */
  create(name: string): Promise<void>;
}

/** Of the world demo, unless told otherwise. */
export async function openTestState(path: string, setup: TestSetup = {}): Promise<TestState> {
  const world: World = setup.world ?? loadWorld("demo", 1);
  const caller = await openTestCaller({ ...setup, world });
  const { simulation } = caller;
  const state = await openState({ path, simulation, world, dialect: simulation.dialect });
  return {
    caller,
    state,
    create: async (name) => {
      await caller.create({ email: `${name}@new.example`, name });
      await state.saved();
    },
  };
}

/** The names of the users that demo's first account had not from the start. */
export async function addedNames({ caller }: TestState): Promise<readonly unknown[]> {
  return (await caller.users()).slice(47).map(({ name }) => name);
}

/** What the next start makes of a file; it is closed again. */
export async function reopen(path: string, setup?: TestSetup): Promise<TestState> {
  const opened = await openTestState(path, setup);
  await opened.state.close();
  return opened;
}

/** Why a file is not opened, in words. */
export async function refusal(path: string, setup?: TestSetup): Promise<string> {
  const error: unknown = await reopen(path, setup).then(
    () => new Error("it was opened"),
    (reason: unknown) => reason,
  );
  return error instanceof Error ? error.message : String(error);
}

/** A folder of state files. */
export interface StateFolder {
  readonly path: string;
  /** The path of a file that nobody else has; it does not exist yet. */
  newPath(): string;
  /** The names of a file, if it exists, and of what else begins like it. */
  namesLike(path: string): readonly string[];
}

export function openStateFolder(): StateFolder {
  const { path } = openTemporaryFolder();
  let count = 0;
  return {
    path,
    newPath: () => {
      count += 1;
      return join(path, `state-${count}.`);
    },
    namesLike: (file) => readdirSync(path).filter((name) => name.startsWith(basename(file))),
  };
}
