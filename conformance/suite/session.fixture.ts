import { test as base } from "@playwright/test";
import { openJudging, type Judging } from "../run/judging.ts";
import { exchangesFile, readRun, readSecrets, runFolderVariable } from "../run/run.ts";
import { openSession } from "../target/session.ts";

/** `test` with the target of its project, opened once a worker. */
export const test = base.extend<object, { judging: Judging }>({
  judging: [
    // Playwright reads the fixtures a fixture needs from the pattern of its first parameter.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use, { project }) => {
      const folder = process.env[runFolderVariable] ?? "";
      const run = readRun(folder);
      const target = run.targets.find(({ name }) => name === project.name);
      if (target === undefined) throw new Error(`the run has no target "${project.name}"`);
      const secrets = readSecrets(process.env, target.name);
      const session = openSession({ ...run, target, secrets, recordFile: exchangesFile(folder, target.name) });
      await use(await openJudging(session, run));
      await session.close();
    },
    { scope: "worker" },
  ],
});
