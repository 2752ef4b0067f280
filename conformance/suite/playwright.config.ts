import { join } from "node:path";
import { defineConfig } from "@playwright/test";
import { runFolderVariable } from "../run/run.ts";

/** Run by `orgkit conform`, which prepares the folder of the run and names it in the environment. */
const folder = process.env[runFolderVariable];
if (folder === undefined) throw new Error("This suite is run by: orgkit conform BASE_URL");

export default defineConfig({
  testDir: ".",
  testMatch: /conformance\.suite\.[jt]s$/,
  outputDir: join(folder, "playwright"),
  reporter: [["./collect.reporter.ts"]],
  // One worker: the target's calls come one after the other, and each is made once.
  workers: 1,
  retries: 0,
  timeout: 120_000,
  preserveOutput: "never",
});
