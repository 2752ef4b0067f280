import { join } from "node:path";
import { defineConfig } from "@playwright/test";
import { packagedModule } from "../../fixtures/packaged.ts";
import { readRun, runFolderVariable } from "../run/run.ts";

/** Run by `orgkit conform`, which prepares the folder of the run and names it in the environment. */
const folder = process.env[runFolderVariable];
if (folder === undefined) throw new Error("This suite is run by: orgkit conform BASE_URL");
const run = readRun(folder);

export default defineConfig({
  testDir: ".",
  testMatch: /conformance\.suite\.m?[jt]s$/,
  outputDir: join(folder, "playwright"),
  reporter: [
    [packagedModule("conformance/suite/collect.reporter.ts")],
    ...(run.blobFolder === undefined ? [] : [["blob", { outputDir: run.blobFolder }] as const]),
  ],
  // A target is one project, judged by one worker at a time: its calls come one after the other.
  projects: run.targets.map(({ name }) => ({ name })),
  workers: run.workers,
  retries: 0,
  // Every wait of a check has a bound of its own; this one only ends a fault of orgkit.
  timeout: 600_000,
  preserveOutput: "never",
});
