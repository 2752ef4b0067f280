import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { writeData } from "../generate/code.ts";

writeData();

/** The public names of orgkit are those of `tsconfig.json`. */
const resolve = { tsconfigPaths: true };
const shared = {
  restoreMocks: true,
  // For a test that hangs; a busy machine may take several times as long as a calm one.
  testTimeout: 60_000,
  setupFiles: [fileURLToPath(new URL("property-seed.ts", import.meta.url))],
};

/**
 * Unit tests: `*.test.ts`, beside what they test. They change nothing outside themselves, so the files of a worker
 * share its modules; components (`*.test.tsx`) have a document of their own each.
 */
export default defineConfig({
  root: fileURLToPath(new URL("../..", import.meta.url)),
  test: {
    // By default one processor is left idle: on two that doubles the time.
    maxWorkers: "100%",
    projects: [
      {
        resolve,
        test: {
          ...shared,
          name: "logic",
          include: ["{fixtures,mocks,conformance,scripts}/**/*.test.ts"],
          environment: "node",
          isolate: false,
        },
      },
      { resolve, test: { ...shared, name: "components", include: ["mocks/**/*.test.tsx"], environment: "jsdom" } },
    ],
  },
});
