import { defineConfig } from "@playwright/test";
import { writeData } from "../generate/code.ts";
import { findChromium } from "../test/chromium.ts";
import "./property-seed.ts";

writeData();
const executablePath = findChromium();

/** Tests that use a network or a browser: `*.spec.ts`, beside the code they test. */
export default defineConfig({
  testDir: "../..",
  testMatch: /\.spec\.ts$/,
  // Node runs TypeScript by itself, and faster.
  build: { external: ["**"] },
  outputDir: "../../test-results",
  preserveOutput: "failures-only",
  fullyParallel: true,
  // Twice the processors of a small machine, since tests wait much of the time.
  workers: 4,
  // Named scripts (`npm run test:package`, `npm run test:slow`) run these too, and whole matrices instead of samples.
  ...(process.env["ORGKIT_ALL"] === "1" ? {} : { grepInvert: /@slow/ }),
  forbidOnly: process.env["CI"] !== undefined,
  // Both are only for hanging tests; a busy machine may be several times slower.
  timeout: 180_000,
  expect: { timeout: 90_000 },
  use: {
    launchOptions: {
      ...(executablePath === undefined ? {} : { executablePath }),
      // Chromium rejects its sandbox for root; the other flags keep it from calling home.
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
