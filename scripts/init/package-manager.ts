import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { textIn } from "./text-in.ts";

const packageManagers = ["npm", "pnpm", "yarn", "bun"] as const;

export type PackageManager = (typeof packageManagers)[number];

const lockFiles: readonly (readonly [name: string, manager: PackageManager])[] = [
  ["pnpm-lock.yaml", "pnpm"],
  ["yarn.lock", "yarn"],
  ["bun.lock", "bun"],
  ["bun.lockb", "bun"],
  ["package-lock.json", "npm"],
];

/** What installs the packages of a project: named by its package.json, or by a lock file; of a workspace, by those above. */
export function packageManagerOf(folder: string): PackageManager {
  const manager =
    named(textIn(folder, "package.json")) ?? lockFiles.find(([name]) => existsSync(join(folder, name)))?.[1];
  if (manager !== undefined) return manager;
  const above = dirname(folder);
  return above === folder || existsSync(join(folder, ".git")) ? "npm" : packageManagerOf(above);
}

/** As corepack reads it: `"packageManager": "pnpm@10.1.0"`. */
function named(text: string): PackageManager | undefined {
  const name = /"packageManager"\s*:\s*"(\w+)@/.exec(text)?.[1];
  return packageManagers.find((manager) => manager === name);
}

/** What to type for it. */
export const typed: Readonly<
  Record<PackageManager, { readonly add: string; readonly run: string; readonly bin: string }>
> = {
  npm: { add: "npm install --save-dev", run: "npm run", bin: "npx" },
  pnpm: { add: "pnpm add --save-dev", run: "pnpm run", bin: "pnpm exec" },
  yarn: { add: "yarn add --dev", run: "yarn run", bin: "yarn" },
  bun: { add: "bun add --dev", run: "bun run", bin: "bunx" },
};
