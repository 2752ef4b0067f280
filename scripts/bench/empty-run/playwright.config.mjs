import { tmpdir } from "node:os";
import { join } from "node:path";

// A run of Playwright that does nothing: what `npm run bench -- conform` compares a run of orgkit conform with.
export default {
  testMatch: "empty.mjs",
  workers: 1,
  reporter: "null",
  outputDir: join(tmpdir(), "orgkit-bench-empty-run"),
  preserveOutput: "never",
};
