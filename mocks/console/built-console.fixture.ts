import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildOnce, isYounger } from "../../fixtures/build-once.fixture.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const built = join(root, "dist/console/built");

/** The sources of the console, and more. */
const sources = "{mocks/{console,control,service},fixtures}/**/*.{ts,tsx,css,html,svg,json}";

/** Builds the console if its sources changed. Other workers wait for the build. */
export function buildConsole(): Promise<void> {
  return buildOnce({ name: `console-${root}`, isFresh: () => isYounger(built, root, sources), build });
}

async function build(): Promise<void> {
  const vite = await import("vite");
  await vite.build({ configFile: join(root, "mocks/console/vite.config.ts"), logLevel: "warn" });
}
