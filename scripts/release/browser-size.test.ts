import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build, type Rolldown } from "vite";
import { describe, expect, test } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** What a page loads of orgkit, gzipped, beside msw: at once, and when it wants a simulation. */
async function bundled(source: string): Promise<{ readonly atOnce: number; readonly inAll: number }> {
  const entry = "virtual:application";
  const result = await build({
    configFile: false,
    root,
    logLevel: "silent",
    resolve: { tsconfigPaths: true },
    plugins: [
      {
        name: "application",
        resolveId: (id) => (id === entry ? `${root}mocks/example/application.ts` : undefined),
        load: (id) => (id === `${root}mocks/example/application.ts` ? source : undefined),
      },
    ],
    build: { write: false, target: "es2023", minify: true, rolldownOptions: { input: entry, external: /^msw/ } },
  });
  const chunks = [result]
    .flat()
    .flatMap((part) => ("output" in part ? part.output : []))
    .filter((part): part is Rolldown.OutputChunk => part.type === "chunk");
  const sizes = new Map(chunks.map(({ fileName, code }) => [fileName, gzipSync(code).length]));
  const first = chunks.find(({ isEntry }) => isEntry);
  const sum = (files: Iterable<string>): number =>
    [...files].reduce((total, file) => total + (sizes.get(file) ?? 0), 0);
  return { atOnce: sum(first === undefined ? [] : reached(first, chunks)), inAll: sum(sizes.keys()) };
}

/** A chunk, and all that its imports lead to. */
function reached(from: Rolldown.OutputChunk, chunks: readonly Rolldown.OutputChunk[]): ReadonlySet<string> {
  const files = new Set<string>();
  const visit = (file: string): void => {
    if (files.has(file)) return;
    files.add(file);
    for (const next of chunks.find(({ fileName }) => fileName === file)?.imports ?? []) visit(next);
  };
  visit(from.fileName);
  return files;
}

describe("what a page loads of orgkit, gzipped, beside msw", () => {
  test("an application that can run on a mock carries 4 kB for it, and loads 80 kB when it does", async () => {
    const { atOnce, inAll } = await bundled(`
      import { createSimulation } from "orgkit";
      import { setupWorker } from "orgkit/browser";
      export const start = async () => setupWorker(await createSimulation({ world: "demo" })).start();
      void start();`);
    expect(atOnce).toBeGreaterThan(1000);
    expect(atOnce).toBeLessThan(4000);
    expect(inAll).toBeGreaterThan(atOnce);
    expect(inAll).toBeLessThan(82_000);
  });

  test("all that the two entries export is less than 40 kB", async () => {
    const everything = 'import * as orgkit from "orgkit"; import * as face from "orgkit/browser";';
    const { atOnce } = await bundled(`${everything} globalThis.everything = { ...orgkit, ...face };`);
    expect(atOnce).toBeGreaterThan(20_000);
    expect(atOnce).toBeLessThan(40_000);
  });
});
