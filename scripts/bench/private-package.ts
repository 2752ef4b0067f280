import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod";

const manifestSchema = z.object({ dependencies: z.record(z.string(), z.string()) });
const installedSchema = z.object({ version: z.string() });

/** Programs of other hands in a package of their own, so that nobody who installs orgkit installs them. */
export interface PrivatePackage {
  /** The path of a file in a package that is installed there. */
  readonly file: (packageName: string, path: string) => string;
  /** The version its package file names. @throws Error where it names none */
  readonly version: (packageName: string) => string;
  /**
   * Installs them on first use, from their lock file and without running scripts of theirs.
   * @throws Error where npm fails
   */
  readonly install: (say: (text: string) => void) => void;
}

/**
 * A package in a folder of the bench.
 * @param size of what it installs, in words
 */
export function privatePackage(name: string, size: string): PrivatePackage {
  const folder = fileURLToPath(new URL(name, import.meta.url));
  const wanted = (): Readonly<Record<string, string>> =>
    manifestSchema.parse(readJson(join(folder, "package.json"))).dependencies;
  const file = (packageName: string, path: string): string => join(folder, "node_modules", packageName, path);
  const isInstalled = (): boolean =>
    Object.entries(wanted()).every(([packageName, version]) => {
      const manifest = file(packageName, "package.json");
      return existsSync(manifest) && installedSchema.parse(readJson(manifest)).version === version;
    });
  return {
    file,
    version: (packageName) => {
      const version = wanted()[packageName];
      if (version === undefined) throw new Error(`${packageName} is not in the package ${name}`);
      return version;
    },
    install: (say) => {
      if (isInstalled()) return;
      say(`Installing the ${name} into scripts/bench/${name}, once (${size}) …`);
      runNpm(["ci", "--prefix", folder, "--ignore-scripts", "--no-audit", "--no-fund"]);
    },
  };
}

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(file, "utf8"));
}

function runNpm(args: readonly string[]): void {
  const npm = process.env["npm_execpath"];
  const { status, stderr } =
    npm === undefined
      ? spawnSync("npm", args, { encoding: "utf8", shell: process.platform === "win32" })
      : spawnSync(process.execPath, [npm, ...args], { encoding: "utf8" });
  if (status !== 0) throw new Error(`npm ${args.join(" ")} failed:\n${stderr}`);
}
