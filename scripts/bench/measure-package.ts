import { mkdtempDisposableSync, readdirSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { execa } from "execa";
import type { Figures } from "./measure-server.ts";

/** Packs a checkout and installs it in an empty project, without its optional peers. @returns what is installed */
export async function measurePackage(checkout: string): Promise<Figures> {
  using project = mkdtempDisposableSync(join(tmpdir(), "orgkit-bench-"));
  const npm = (directory: string, ...words: readonly string[]) => execa("npm", words, { cwd: directory });
  const { stdout } = await npm(checkout, "pack", "--ignore-scripts", "--silent", "--pack-destination", project.path);
  await npm(project.path, "install", "--silent", "--no-audit", "--omit=peer", `./${stdout.trim()}`);
  const packages = join(project.path, "node_modules");
  const files = readdirSync(packages, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const bytes = files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
  const directories = files.filter(({ name, parentPath }) => name === "package.json" && !parentPath.includes("/dist/"));
  return { "install MB": bytes / 1e6, "installed packages": directories.length };
}
