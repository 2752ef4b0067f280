import { existsSync, globSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildOnce } from "../../fixtures/build-once.fixture.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const built = join(root, "dist/console/built");

/** The sources of the console, and more. */
const sources = "{mocks/{console,control,service},fixtures}/**/*.{ts,tsx,css,html,svg,json}";

/** Builds the console if its sources changed. Other workers wait for the build. */
export function buildConsole(): Promise<void> {
  return buildOnce({ name: `console-${root}`, isFresh, build });
}

async function build(): Promise<void> {
  const vite = await import("vite");
  await vite.build({ configFile: join(root, "mocks/console/vite.config.ts"), logLevel: "warn" });
}

function isFresh(): boolean {
  if (!existsSync(built)) return false;
  const since = statSync(built).mtimeMs;
  return globSync(sources, { cwd: root })
    .filter((file) => !/\.(?:test|spec|fixture)\.ts$/.test(file))
    .every((file) => statSync(join(root, file)).mtimeMs < since);
}
