import { existsSync, globSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildOnce } from "../../fixtures/build-once.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const built = join(root, "dist/console/built");

/** What the console is made of; its tests are not. */
const sources = [
  "mocks/console/**/*.{ts,tsx,css,html,svg}",
  "fixtures/{*.ts,{contract,dialect}/**/*.{ts,json}}",
  "mocks/{control/{replies,control-problem},service/reason-phrases}.ts",
];
const isTest = /\.(?:test|spec|fixture)\.ts$|\/built-console\.ts$/;

/** Builds the console where it was not, or its sources were changed since. Workers that ask meanwhile wait. */
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
  return sources
    .flatMap((pattern) => globSync(pattern, { cwd: root }))
    .every((file) => isTest.test(file) || statSync(join(root, file)).mtimeMs < since);
}
