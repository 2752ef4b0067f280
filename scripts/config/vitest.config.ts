import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { writeData } from "../generate/code.ts";

writeData();

/**
 * Unit tests: `*.test.ts`, beside the code they test. They change nothing outside, so the files of a worker share its
 * modules.
 */
export default defineConfig({
  root: fileURLToPath(new URL("../..", import.meta.url)),
  /** The public names of orgkit, as in `tsconfig.json`. */
  resolve: { tsconfigPaths: true },
  test: {
    include: ["{fixtures,mocks,conformance,scripts}/**/*.test.ts"],
    isolate: false,
    // The default leaves one processor idle: with two processors that doubles the time.
    maxWorkers: "100%",
    // The mock warns of odd data, which many tests have; hundreds of such lines would hide a failure.
    onConsoleLog: (text) => !text.startsWith("[orgkit] "),
    restoreMocks: true,
    unstubEnvs: true,
    // Only for hanging tests, as in Playwright; a busy machine may be many times slower.
    testTimeout: 180_000,
    setupFiles: [fileURLToPath(new URL("property-seed.ts", import.meta.url))],
  },
});
