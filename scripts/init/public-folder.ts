import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

/** Where frameworks keep what is served as it is; any other: `public`. */
const folders: readonly (readonly [dependency: string, folder: string])[] = [
  ["@sveltejs/kit", "static"],
  ["gatsby", "static"],
  ["@docusaurus/core", "static"],
];

const packageSchema = z.object({
  dependencies: z.record(z.string(), z.string()).default({}),
  devDependencies: z.record(z.string(), z.string()).default({}),
});

/** The public folder of a frontend project, relative to it: what its framework says, or the one there is, or `public`. */
export function publicFolder(project: string): string {
  const dependencies = dependenciesOf(project);
  const byFramework = folders.find(([dependency]) => dependencies.has(dependency))?.[1];
  return byFramework ?? ["public", "static"].find((folder) => existsSync(join(project, folder))) ?? "public";
}

function dependenciesOf(project: string): ReadonlySet<string> {
  try {
    const found = packageSchema.parse(JSON.parse(readFileSync(join(project, "package.json"), "utf8")));
    return new Set([...Object.keys(found.dependencies), ...Object.keys(found.devDependencies)]);
  } catch {
    return new Set();
  }
}
