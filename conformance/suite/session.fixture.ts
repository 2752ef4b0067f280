import { join } from "node:path";
import { test as base } from "@playwright/test";
import { readRun, readTokens, runFiles, runFolderVariable } from "../run/run.ts";
import { openSession, type Session } from "../target/session.ts";

/** `test` with the session of the run's target, one a worker. */
export const test = base.extend<object, { session: Session }>({
  session: [
    // Playwright reads the fixtures a fixture needs from the pattern of its first parameter.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const folder = process.env[runFolderVariable] ?? "";
      const { target } = readRun(folder);
      const session = openSession(target, readTokens(process.env), join(folder, runFiles.exchanges));
      await use(session);
      await session.close();
    },
    { scope: "worker" },
  ],
});
