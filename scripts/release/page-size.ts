import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { build, type Rolldown } from "vite";

/** The script of an application that runs on the mock while it is developed. */
export const applicationWithMock = `
  import { createSimulation } from "orgkit";
  import { setupWorker } from "orgkit/browser";
  const start = async () => setupWorker(await createSimulation({ world: "demo" })).start();
  void start();`;

/** A script that leaves nothing out. */
export const everyExport = `
  import * as orgkit from "orgkit";
  import * as face from "orgkit/browser";
  globalThis.everything = { ...orgkit, ...face };`;

/** What a page loads of orgkit beside msw. Bytes, gzipped. */
export interface PageSize {
  readonly atOnce: number;
  /** With what it loads once it wants a simulation. */
  readonly inAll: number;
}

/**
 * Bundles a page as for production.
 * @param source of its script
 * @param folder where the script would stand: what `orgkit` is there counts
 */
export async function pageSize(source: string, folder: string): Promise<PageSize> {
  const entry = join(folder, "application.ts");
  const result = await build({
    configFile: false,
    root: folder,
    logLevel: "silent",
    resolve: { tsconfigPaths: true },
    plugins: [
      {
        name: "application",
        resolveId: (id) => (id === entry ? id : undefined),
        load: (id) => (id === entry ? source : undefined),
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
