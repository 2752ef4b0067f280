import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { writeData } from "../generate/code.ts";

writeData();

/** The public names of orgkit, as in `tsconfig.json`. */
const resolve = { tsconfigPaths: true };
const shared = {
  restoreMocks: true,
  // Only for hanging tests; a busy machine may be several times slower.
  testTimeout: 60_000,
  setupFiles: [fileURLToPath(new URL("property-seed.ts", import.meta.url))],
};

/**
 * Unit tests: `*.test.ts`, beside the code they test. They change nothing outside, so the files of a worker share its
 * modules; components (`*.test.tsx`) have a separate document each.
 */
export default defineConfig({
  root: fileURLToPath(new URL("../..", import.meta.url)),
  test: {
    // The default leaves one processor idle: with two processors that doubles the time.
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
