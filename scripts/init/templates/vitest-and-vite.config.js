import { configDefaults, defineConfig, mergeConfig } from "vitest/config";
import viteConfig from "./{{viteConfig}}";

// The other tests are Playwright's.
const exclude = [...configDefaults.exclude, "{{testDirectory}}/**"];

export default mergeConfig(viteConfig, defineConfig({ test: { exclude } }));
