import { execFile } from "node:child_process";
import { existsSync, globSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { buildOnce } from "../../fixtures/build-once.ts";
import { buildConsole } from "../../mocks/console/built-console.ts";

export const checkout = fileURLToPath(new URL("../..", import.meta.url));

/** The last file that a build writes is not known, but one of them tells its age. */
const built = join(checkout, "dist/lib/orgkit.mjs");

/** What the package is made of; tests and what runs in the checkout alone are not. */
const sources = [
  "{fixtures,mocks,conformance}/**/*.{ts,json}",
  "scripts/{cli,index,orgkit,problem,terminal,invocation}.ts",
  "scripts/{commands,init,settings}/**/*.{ts,json}",
  "scripts/config/tsdown.config.ts",
  "scripts/release/bundled-packages.ts",
  "package.json",
];
const isNoPart =
  /\.(?:test|spec|fixture|mutants)\.ts$|^mocks\/(?:console|example)\/|^conformance\/(?:mutants|strangers)\//;

/**
 * Builds the package and its console where they were not, or what they are made of was changed since.
 * @throws Error where it cannot be built
 */
export async function buildPackage(): Promise<void> {
  await buildConsole();
  await buildOnce({ name: `package-${checkout}`, isFresh, build });
}

async function build(): Promise<void> {
  await promisify(execFile)("npm", ["run", "--silent", "build:package"], { cwd: checkout });
}

function isFresh(): boolean {
  if (!existsSync(built)) return false;
  const since = statSync(built).mtimeMs;
  return sources
    .flatMap((pattern) => globSync(pattern, { cwd: checkout }))
    .every((file) => isNoPart.test(file) || statSync(join(checkout, file)).mtimeMs < since);
}
