import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defineConfig, type Plugin } from "vite";

const inDirectory = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const outDir = inDirectory("../../dist/console");

/** The last file of a build, so that a test can detect a finished build. */
const stamp: Plugin = {
  name: "stamp",
  writeBundle: () => writeFileSync(`${outDir}/built`, ""),
};

/** The console, served below `/_orgkit/`. Scripts and styles are separate files, since the policy forbids inline ones. */
export default defineConfig({
  root: inDirectory("."),
  base: "./",
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  plugins: [stamp],
  build: {
    outDir,
    emptyOutDir: true,
    target: "es2023",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // Bundled code needs its licences.
    license: { fileName: "licenses.md" },
  },
});
