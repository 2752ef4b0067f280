import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

/** Unit tests: `*.test.ts`, beside what they test. */
export default defineConfig({
  root: fileURLToPath(new URL("../..", import.meta.url)),
  test: {
    include: ["{fixtures,mocks,conformance,scripts}/**/*.test.{ts,tsx}"],
    environment: "node",
    restoreMocks: true,
    testTimeout: 20_000,
  },
});
