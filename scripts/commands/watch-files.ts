import { existsSync, statSync, watch } from "node:fs";
import { basename, dirname, resolve } from "node:path";

/** Editors write a file in several steps; what comes within this time is one change. Milliseconds. */
const settleMs = 50;

/**
 * Tells of each change of some files, one after the other. Names that are no file (built-in worlds) are not watched.
 * Their folders are watched rather than they themselves, since many editors put a new file in the place of the old.
 */
export function watchFiles(names: readonly string[], changed: (name: string) => Promise<void>): void {
  const files = new Set(
    names.filter((name) => existsSync(name) && statSync(name).isFile()).map((name) => resolve(name)),
  );
  const pending = new Map<string, NodeJS.Timeout>();
  let last = Promise.resolve();
  for (const folder of new Set([...files].map((file) => dirname(file)))) {
    watch(folder, (_, name) => {
      const file = resolve(folder, name ?? "");
      if (!files.has(file) || !existsSync(file)) return;
      clearTimeout(pending.get(file));
      const settled = setTimeout(() => (last = last.then(() => changed(basename(file)))), settleMs);
      pending.set(file, settled);
    });
  }
}
