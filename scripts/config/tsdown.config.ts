import { fileURLToPath } from "node:url";
import { defineConfig, type UserConfig } from "tsdown";
import { bundledPackages, withoutTranslations } from "../release/bundled-packages.ts";

const messageEvent = fileURLToPath(new URL("message-event.ts", import.meta.url));

/** The build of the YAML parser that needs nothing of Node, so that a page can load it, too. */
const yaml = fileURLToPath(new URL("../../node_modules/yaml/browser/index.js", import.meta.url));

const common = {
  cwd: "../..",
  outDir: "dist/lib",
  format: "esm",
  platform: "node",
  target: "node22",
  checks: { pluginTimings: false },
} satisfies UserConfig;

/**
 * The published package: the command line, and the entry points with their types. Packages that only some users need
 * (`peerDependencies`), and @msw/data, whose classes and symbols users share, stay external. All others are bundled, so
 * that an installation has few packages and a start reads few files.
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
      "node-elsewhere": "mocks/adapters/node-elsewhere.ts",
      browser: "mocks/adapters/browser.ts",
      "browser-elsewhere": "mocks/adapters/browser-elsewhere.ts",
      playwright: "mocks/adapters/playwright.ts",
      vitest: "mocks/adapters/vitest.ts",
      suite: "conformance/suite/suite.ts",
      conformance: "conformance/index.ts",
      types: "fixtures/contract/types.ts",
    },
    dts: true,
    alias: { yaml },
    // `sideEffects` in package.json applies to these bundles, not to their sources.
    treeshake: { moduleSideEffects: [{ test: /^(?!.*\/node_modules\/)/, sideEffects: true }] },
    clean: true,
    outputOptions: {
      // Small modules that almost all need, without imports of their own: one file is read faster than ten.
      codeSplitting: {
        groups: [
          {
            name: "small",
            test: /\/(?:fixtures\/(?:input-error|is-path|parse-with|contract\/(?:operations|requirement))|mocks\/(?:service\/clock|adapters\/wait))\.ts$/,
          },
        ],
      },
    },
    plugins: [withoutTranslations, bundledPackages("licenses.md")],
    deps: {
      alwaysBundle: ["zod", "yaml", "commander", "undici", "@cfworker/json-schema", "@faker-js/faker", /^pure-rand/],
      neverBundle: ["@msw/data", /^msw/, /^@playwright\/test/, /^@stoplight\//, "vitest"],
      onlyBundle: ["zod", "yaml", "commander", "undici", "@cfworker/json-schema", "@faker-js/faker", "pure-rand"],
    },
  },
  {
    ...common,
    // For the command line only: see `scripts/orgkit.ts`.
    entry: { "msw-data": "@msw/data" },
    dts: false,
    minify: true,
    clean: false,
    inputOptions: { transform: { inject: { MessageEvent: [messageEvent, "MessageEvent"] } } },
    plugins: [bundledPackages("msw-data.licenses.md")],
    deps: { alwaysBundle: [/./], onlyBundle: ["@msw/data", "es-toolkit", "mutative", "outvariant", "rettime"] },
  },
]);
