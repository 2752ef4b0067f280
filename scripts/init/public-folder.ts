import { existsSync } from "node:fs";
import { join } from "node:path";

/** Where frameworks keep what is served as it is; any other: `public`. */
const folders: readonly (readonly [dependency: string, folder: string])[] = [
  ["@sveltejs/kit", "static"],
  ["gatsby", "static"],
  ["@docusaurus/core", "static"],
];

/** The public folder of a frontend project, relative to it: what its framework says, or the one there is, or `public`. */
export function publicFolder(project: string, dependencies: ReadonlySet<string>): string {
  const byFramework = folders.find(([dependency]) => dependencies.has(dependency))?.[1];
  return byFramework ?? ["public", "static"].find((folder) => existsSync(join(project, folder))) ?? "public";
}
