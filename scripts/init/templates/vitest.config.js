import { configDefaults, defineConfig } from "vitest/config";

// The other tests are Playwright's.
export default defineConfig({ test: { exclude: [...configDefaults.exclude, "{{testDirectory}}/**"] } });
