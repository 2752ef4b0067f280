import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod";

/** The private package of the servers of other hands. */
const peersFolder = fileURLToPath(new URL("../peers", import.meta.url));

const manifestSchema = z.object({ dependencies: z.record(z.string(), z.string()) });
const installedSchema = z.object({ version: z.string() });

/** The path of a file in an installed package. */
export function peerFile(packageName: string, path: string): string {
  return join(peersFolder, "node_modules", packageName, path);
}

/** Whether each peer stands in the version its package file names. */
function isInstalled(): boolean {
  const { dependencies } = manifestSchema.parse(readJson(join(peersFolder, "package.json")));
  return Object.entries(dependencies).every(([name, version]) => {
    const file = peerFile(name, "package.json");
    return existsSync(file) && installedSchema.parse(readJson(file)).version === version;
  });
}

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(file, "utf8"));
}

/**
 * Installs the peers on first use, from their lock file and without running scripts of theirs.
 * @throws Error where npm fails
 */
export function installPeers(say: (text: string) => void): void {
  if (isInstalled()) return;
  say("Installing the peers into scripts/bench/peers, once (200 MB) …");
  const args = ["ci", "--prefix", peersFolder, "--ignore-scripts", "--no-audit", "--no-fund"];
  const npm = process.env["npm_execpath"];
  const { status, stderr } =
    npm === undefined
      ? spawnSync("npm", args, { encoding: "utf8", shell: process.platform === "win32" })
      : spawnSync(process.execPath, [npm, ...args], { encoding: "utf8" });
  if (status !== 0) throw new Error(`npm ${args.join(" ")} failed:\n${stderr}`);
}

/** Whether Java runs here: WireMock needs it. */
export function hasJava(): boolean {
  return spawnSync("java", ["-version"]).status === 0;
}
