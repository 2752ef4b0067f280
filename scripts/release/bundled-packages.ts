import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Rolldown } from "tsdown";
import { z } from "zod";

const packageSchema = z.object({ name: z.string(), version: z.string(), license: z.string() });

/** A bundled package. */
interface BundledPackage extends z.infer<typeof packageSchema> {
  /** Its licence text, which must be distributed with its code. */
  readonly text: string;
}

/**
 * Writes the licences of all bundled packages to a file, and removes their sources from source maps, which would double
 * their size for nothing.
 * @throws Error if a package has no licence
 */
export function bundledPackages(fileName: string): Rolldown.Plugin {
  return {
    name: "bundled-packages",
    transform: {
      filter: { id: /\/node_modules\/.*\.[cm]?js$/ },
      handler: (code) => ({ code, map: { mappings: "" } }),
    },
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).flatMap((part) => (part.type === "chunk" ? [part] : []));
      const directories = new Set(chunks.flatMap(({ moduleIds }) => moduleIds.flatMap(packageDirectory)));
      const packages = [...directories].map(readPackage).toSorted((one, other) => one.name.localeCompare(other.name));
      this.emitFile({ type: "asset", fileName, source: licensesPage(packages) });
    },
  };
}

/** The package directory of a module; none if it is ours. */
function packageDirectory(module: string): readonly string[] {
  const found = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(module)?.[0];
  return found === undefined ? [] : [found];
}

function readPackage(directory: string): BundledPackage {
  const metadata = packageSchema.parse(JSON.parse(readFileSync(join(directory, "package.json"), "utf8")));
  const file = readdirSync(directory).find((name) => /^licen[cs]e/i.test(name));
  const text =
    file === undefined ? "It comes without the text of this licence." : readFileSync(join(directory, file), "utf8");
  return { ...metadata, text: text.trim() };
}

function licensesPage(packages: readonly BundledPackage[]): string {
  const parts = packages.map(({ name, version, license, text }) => `## ${name} ${version} (${license})\n\n${text}\n`);
  return [
    "# Packages of others in this bundle\n",
    "orgkit holds code of these packages, under their own licences.\n",
    ...parts,
  ].join("\n");
}

/**
 * Removes zod's translations from the types: they are CommonJS, which cannot be bundled, and nothing refers to them.
 */
export const withoutTranslations: Rolldown.Plugin = {
  name: "without-translations",
  resolveId: {
    order: "pre",
    filter: { id: /\/locales\/index\.[cm]?js$/ },
    handler: (id, importer) =>
      importer !== undefined && /\.d\.[cm]?ts$/.test(importer)
        ? { id, external: true, moduleSideEffects: false }
        : undefined,
  },
};
