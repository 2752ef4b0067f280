import { fileURLToPath } from "node:url";
import { defineConfig, type Rolldown, type UserConfig } from "tsdown";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

const messageEvent = fileURLToPath(new URL("message-event.ts", import.meta.url));
const processModule = fileURLToPath(new URL("process.ts", import.meta.url));

const packages = fileURLToPath(new URL("../../node_modules", import.meta.url));

/** The packages that orgkit uses, and what @msw/data needs. */
const bundled = [
  "zod",
  "yaml",
  "commander",
  "undici",
  "@cfworker/json-schema",
  "@msw/data",
  "@standard-schema/spec",
  "es-toolkit",
  "httpxy",
  "mutative",
  "outvariant",
  "pure-rand",
  "rettime",
];

/** The build of the YAML parser that needs nothing of Node, so that a page can load it, too. */
const yaml = join(packages, "yaml/browser/index.js");

const common = {
  cwd: "../..",
  outDir: "dist/lib",
  format: "esm",
  platform: "node",
  target: "node22",
  checks: { pluginTimings: false },
} satisfies UserConfig;

const packageSchema = z.object({ version: z.string(), license: z.string() });

/** The name, version and licence text of a bundled package, or of one whose words are in worlds: it must be distributed with its code. */
function readLicense(name: string): string {
  const directory = join(packages, name);
  const { version, license } = packageSchema.parse(JSON.parse(readFileSync(join(directory, "package.json"), "utf8")));
  const file = readdirSync(directory).find((entry) => /^licen[cs]e/i.test(entry));
  const text = file === undefined ? "It comes without the text of this licence." : readFileSync(join(directory, file));
  return `## ${name} ${version} (${license})\n\n${String(text).trim()}\n`;
}

/**
 * Writes the licences of all bundled packages, and removes their sources from source maps, which would double their
 * size for nothing.
 */
const bundledPackages: Rolldown.Plugin = {
  name: "bundled-packages",
  transform: {
    filter: { id: /\/node_modules\/.*\.[cm]?js$/ },
    handler: (code) => ({ code, map: { mappings: "" } }),
  },
  generateBundle() {
    const title =
      "# Packages of others in this bundle\n\norgkit holds code of these packages, under their own licences.\n";
    this.emitFile({
      type: "asset",
      fileName: "licenses.md",
      source: [title, ...[...bundled, "@faker-js/faker"].map(readLicense)].join("\n"),
    });
  },
};

/**
 * Removes zod's translations from the types: they are CommonJS, which cannot be bundled, and nothing refers to them.
 */
const withoutTranslations: Rolldown.Plugin = {
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

/** The types of mutative, whose package names them after the code. */
const withMutativeTypes: Rolldown.Plugin = {
  name: "with-mutative-types",
  resolveId: {
    order: "pre",
    filter: { id: /^mutative$/ },
    handler: (id, importer) =>
      importer !== undefined && /\.d\.[cm]?ts$/.test(importer) ? join(packages, id, "dist/index.d.ts") : undefined,
  },
};

/** Puts modules into one file. @param modules patterns of their paths, without endings */
function group(name: string, ...modules: readonly string[]) {
  const test = new RegExp(`/(?:${modules.join("|")})(?<!\\.d)\\.[cm]?[jt]s$`);
  return { name, test, includeDependenciesRecursively: false };
}

/**
 * The published package: the command line, and the entry points with their types. Packages that only some users need
 * (`peerDependencies`) stay external. All others are bundled, so that an installation has no other package and a start
 * reads few files.
 */
export default defineConfig([
  {
    ...common,
    entry: {
      orgkit: "scripts/orgkit.ts",
      index: "scripts/index.ts",
      simulation: "mocks/index.ts",
      msw: "mocks/adapters/msw-handlers.ts",
      node: "mocks/adapters/node.ts",
      browser: "mocks/adapters/browser.ts",
      elsewhere: "mocks/adapters/elsewhere.ts",
      project: "mocks/adapters/project-options.ts",
      "project-elsewhere": "mocks/adapters/project-elsewhere.ts",
      playwright: "mocks/adapters/playwright.ts",
      vite: "mocks/adapters/vite.ts",
      vitest: "mocks/adapters/vitest.ts",
      suite: "conformance/suite/suite.ts",
      conformance: "conformance/index.ts",
      types: "fixtures/contract/types.ts",
    },
    dts: true,
    alias: { yaml, "node:process": processModule },
    // `sideEffects` in package.json applies to these bundles, not to their sources.
    treeshake: { moduleSideEffects: [{ test: /^(?!.*\/node_modules\/)/, sideEffects: true }] },
    clean: true,
    outputOptions: {
      // Of a package, a name needs no hash, and a bundle of a page has it in its scripts. Types have others of a name.
      chunkFileNames: ({ name }) => (name.endsWith(".d") ? "[name]-[hash].mjs" : "[name].mjs"),
      // A start reads few files. `small`, `common` and `service` are also for browsers, so they import nothing of Node.
      codeSplitting: {
        groups: [
          group(
            "small",
            "fixtures/(?:input/input-error|values/json)",
            "fixtures/contract/(?:operations|record-kinds)",
            "mocks/simulation/simulation",
          ),
          // Loads with the first creation, or with a dialect of the user's own.
          group(
            "creation",
            "mocks/service/(?:create-user|request-body|world-misfits)",
            "fixtures/dialect/(?:contradictions|record-validator)",
            "node_modules/@cfworker/json-schema/.*",
          ),
          group(
            "service",
            "mocks/(?:service/(?!snapshot)|scenarios/(?!prefer)|journal/).*",
            "mocks/(?:simulation/(?:live-simulation|handlers)|adapters/(?:answer-request|delivery))",
            "fixtures/worlds/(?:built-in(?:.generated)?|open|records|timestamps)",
            "fixtures/dialect/(?:built-in|open|dialects/built-in.generated)",
            "fixtures/dialect/(?:declared|failures|key|identifier|query-parameters|error-templates|placeholders|sent-record)",
            "fixtures/(?:values/(?:text|random|order|schema|status-text|steps)|input/(?:open-data|parse-with)|secrets/.*|contract/envelope)",
            "node_modules/(?:pure-rand|@msw/data|mutative|rettime|outvariant|es-toolkit|zod/v4/(?:core|mini|locales))/.*",
          ),
          // Also for tests, which need no command.
          group("settings", "fixtures/settings/.*"),
          group(
            "server",
            "mocks/adapters/(?:http-.*|open-control|control-guard)",
            "mocks/control/(?:sandboxes|replies)",
            "fixtures/files/packages",
          ),
          group(
            "command",
            "scripts/(?:terminal/.*|commands/(?:define-command|shared-options))",
            "conformance/run/cannot-judge",
            "node_modules/commander/.*",
          ),
        ],
      },
    },
    inputOptions: { transform: { inject: { MessageEvent: [messageEvent, "MessageEvent"] } } },
    plugins: [withoutTranslations, withMutativeTypes, bundledPackages],
    deps: {
      alwaysBundle: [...bundled, /^pure-rand/],
      neverBundle: [/^msw/, /^@playwright\/test/, /^@stoplight\//, "vite", "vitest"],
      onlyBundle: bundled,
    },
  },
]);
