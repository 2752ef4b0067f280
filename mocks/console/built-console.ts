import { existsSync, globSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));
const built = join(root, "dist/console/built");
const lock = join(tmpdir(), `orgkit-console-${root.replaceAll(/\W+/g, "-")}.lock`);

/** What the console is made of; its tests are not. */
const sources = [
  "mocks/console/**/*.{ts,tsx,css,html,svg}",
  "fixtures/{contract,dialect}/**/*.{ts,json}",
  "mocks/service/reason-phrases.ts",
];
const isTest = /\.(?:test|spec|fixture)\.ts$|\/(?:built-console|test-entry)\.ts$/;

/** Builds the console where it was not, or its sources were changed since. Workers that ask meanwhile wait. */
export async function buildConsole(): Promise<void> {
  while (!isFresh()) {
    if (takeLock()) await build().finally(() => rmSync(lock));
    else await pause(100);
  }
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

/** A lock that nobody let go within two minutes is nobody's. */
function takeLock(): boolean {
  if (existsSync(lock) && Date.now() - statSync(lock).mtimeMs > 120_000) rmSync(lock);
  try {
    writeFileSync(lock, "", { flag: "wx" });
    return true;
  } catch {
    return false;
  }
}
