import { lstatSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { install, newProject, removeProject } from "./packed.ts";

/** What an installation into an empty folder costs, from an empty cache of npm. */
export interface InstalledSize {
  readonly packages: number;
  readonly files: number;
  /** What the files hold. */
  readonly bytes: number;
  /** What npm fetched: packed files, and what the registry says of the packages. */
  readonly fetchedBytes: number;
  readonly milliseconds: number;
}

/** Installs packages into a folder of their own. @throws Error where npm fails */
export function measureInstallation(packages: readonly string[]): InstalledSize {
  const [project, cache] = [newProject(), newCache()];
  try {
    const started = performance.now();
    install(project, [`--cache=${cache}`, ...packages]);
    const milliseconds = performance.now() - started;
    const files = filesBelow(join(project, "node_modules")).filter(({ path }) => !path.endsWith(".package-lock.json"));
    return {
      packages: files.filter(({ path }) => isPackage(path)).length,
      files: files.length,
      bytes: sumOf(files),
      fetchedBytes: sumOf(filesBelow(join(cache, "_cacache", "content-v2"))),
      milliseconds,
    };
  } finally {
    removeProject(project);
    removeCache(cache);
  }
}

/** An empty folder for npm to keep in what it fetches. */
export function newCache(): string {
  return mkdtempSync(join(tmpdir(), "orgkit-npm-"));
}

export function removeCache(cache: string): void {
  rmSync(cache, { recursive: true, force: true, maxRetries: 5 });
}

interface File {
  readonly path: string;
  readonly bytes: number;
}

function filesBelow(folder: string): readonly File[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => ({ path, bytes: lstatSync(path).size }));
}

/** `node_modules/name/package.json`, however deep, and none of a folder within a package. */
function isPackage(path: string): boolean {
  return /\/node_modules\/(?:@[^/]+\/)?[^/@]+\/package\.json$/.test(path);
}

function sumOf(files: readonly File[]): number {
  return files.reduce((sum, { bytes }) => sum + bytes, 0);
}
