import { defineConfig } from "tsdown";

/** The package as it is published: the command line and the entry points, in `dist/`. */
export default defineConfig({
  cwd: "../..",
  entry: { orgkit: "scripts/orgkit.ts" },
  outDir: "dist/lib",
  format: "esm",
  platform: "node",
  target: "node22",
  dts: false,
  sourcemap: true,
  clean: true,
  deps: {
    // What the mock needs to start is in few files that are compiled once: found one by one it would take 0.4 s more.
    alwaysBundle: ["zod", "yaml", "commander", "@cfworker/json-schema", /^pure-rand/],
    neverBundle: ["msw", "undici", /^@playwright\/test/, /^@stoplight\//, "vitest"],
  },
});
