import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { runProcess, type ProcessCost } from "../measure/run-process.ts";

/** A run of Playwright with one test that does nothing: what no suite can go below. */
export interface EmptyRun {
  readonly run: () => Promise<ProcessCost>;
  readonly close: () => void;
}

export function emptyRun(): EmptyRun {
  // Inside the project, where it finds the same Playwright.
  const folder = mkdtempSync(fileURLToPath(new URL("../../../node_modules/.orgkit-bench-", import.meta.url)));
  const config = join(folder, "playwright.config.mjs");
  const settings = { testMatch: "empty.mjs", workers: 1, reporter: "null", outputDir: "out", preserveOutput: "never" };
  writeFileSync(config, `export default ${JSON.stringify(settings)};\n`);
  writeFileSync(join(folder, "empty.mjs"), 'import { test } from "@playwright/test";\ntest("nothing", () => {});\n');
  const playwright = fileURLToPath(import.meta.resolve("@playwright/test/cli"));
  return {
    run: () => runProcess({ program: process.execPath, args: [playwright, "test", "--config", config] }),
    close: () => rmSync(folder, { recursive: true }),
  };
}
