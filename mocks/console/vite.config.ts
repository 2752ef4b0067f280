import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defineConfig, type Plugin } from "vite";

const inDirectory = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const outDir = inDirectory("../../dist/console");

/** The API reference includes a chat with an external model, which orgkit never uses: left out. */
const withoutAgent: Plugin = {
  name: "without-agent",
  enforce: "pre",
  load: (id) => (id.endsWith("/AgentScalarDrawer.vue.js") ? "export default {};" : undefined),
};

/** The last file of a build, so that a test can detect a finished build. */
const stamp: Plugin = {
  name: "stamp",
  closeBundle: () => writeFileSync(`${outDir}/built`, ""),
};

/**
 * Two pages, served below `/_orgkit/`: the console, and the API reference. Scripts and styles are separate files, since
 * the policy forbids inline ones.
 */
export default defineConfig({
  root: inDirectory("."),
  base: "./",
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  plugins: [withoutAgent, stamp],
  build: {
    outDir,
    emptyOutDir: true,
    target: "es2023",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // Bundled code needs its licences.
    license: { fileName: "licenses.md" },
    // The API reference is large, and loaded only when opened.
    chunkSizeWarningLimit: 4000,
    rolldownOptions: { input: [inDirectory("index.html"), inDirectory("reference.html")] },
  },
});
