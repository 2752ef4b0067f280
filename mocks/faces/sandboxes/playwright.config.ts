import { defineConfig } from "@playwright/test";

/** The tests of isolation.suite.ts, all at once in 8 workers. */
export default defineConfig({
  testDir: ".",
  testMatch: "isolation.suite.ts",
  fullyParallel: true,
  workers: 8,
  reporter: "json",
});
