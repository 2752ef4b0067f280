import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defineConfig, type Plugin } from "vite";

const inDirectory = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const outDir = inDirectory("../../dist/console");

/** The API reference has a chat with a model elsewhere, which is never asked for here: left out altogether. */
const withoutAgent: Plugin = {
  name: "without-agent",
  enforce: "pre",
  load: (id) => (id.endsWith("/AgentScalarDrawer.vue.js") ? "export default {};" : undefined),
};

/** The last file of a build, so that a test can tell a finished one from one under way. */
const stamp: Plugin = {
  name: "stamp",
  closeBundle: () => writeFileSync(`${outDir}/built`, ""),
};

/**
 * Two pages, served below `/_orgkit/`: the console, and the API reference. Every script and style is a file of its
 * own, so that both can be served under a policy that forbids inline ones.
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
    // Whoever passes the code of others on has to pass on its licence, too.
    license: { fileName: "licenses.md" },
    // The API reference is large, and only loaded where it is opened.
    chunkSizeWarningLimit: 4000,
    rolldownOptions: { input: [inDirectory("index.html"), inDirectory("reference.html")] },
  },
});
