import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Rolldown } from "tsdown";
import { z } from "zod";

const packageSchema = z.object({ name: z.string(), version: z.string(), license: z.string() });

/** A package whose code a bundle holds. */
interface BundledPackage extends z.infer<typeof packageSchema> {
  /** What its licence says, which whoever passes its code on has to pass on, too. */
  readonly text: string;
}

/**
 * Writes a file beside what is bundled, with the licence of each package in it, and keeps the sources of these
 * packages out of the source maps: they double the size of a map, and no one debugs them here.
 * @throws Error if a package names no licence
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

/** The directory of the package that a module comes from; none if it is ours. */
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

/** Leaves out the types of zod's translations: they are CommonJS, which cannot be bundled, and nothing of ours names them. */
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

/** Replaces the module that computes the cut down locales of faker with the locales, so that no more of the locales is bundled. */
export const computedLanguages: Rolldown.Plugin = {
  name: "computed-languages",
  load: {
    filter: { id: /\/anonymise\/languages\.ts$/ },
    async handler(id) {
      const { languages } = z.object({ languages: z.json() }).parse(await import(id));
      return { code: `export const languages = ${JSON.stringify(languages)};`, map: { mappings: "" } };
    },
  },
};
