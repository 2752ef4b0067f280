import { defineConfig } from "@playwright/test";
import { writeData } from "../generate/code.ts";
import { findChromium } from "../test/chromium.ts";
import "./property-seed.ts";

writeData();
const executablePath = findChromium();

/** Tests of what crosses a network or a browser: `*.spec.ts`, beside what they test. */
export default defineConfig({
  testDir: "../..",
  testMatch: /\.spec\.ts$/,
  outputDir: "../../test-results",
  preserveOutput: "failures-only",
  fullyParallel: true,
  // One more than the processors of a small machine: much of the time a test waits.
  workers: 3,
  forbidOnly: process.env["CI"] !== undefined,
  // Both are for what hangs; a busy machine may take several times as long as a calm one.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  use: {
    launchOptions: {
      ...(executablePath === undefined ? {} : { executablePath }),
      // Chromium refuses its sandbox to root; the rest keeps it from calling home.
      args: [
        ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
        "--disable-quic",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
  },
});
