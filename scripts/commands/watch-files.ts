import { existsSync, statSync, watch, type FSWatcher } from "node:fs";
import { basename, dirname, resolve } from "node:path";

/** Editors write a file in several steps; changes within this time count as one. Milliseconds. */
const settleMs = 50;

export interface FileWatch {
  /** Watches these files from now on, and no others. Names that are not files (built-in worlds) are ignored. */
  follow(followed: readonly string[]): void;
}

/**
 * Reports each change of some files, one after the other. Watches their directories instead of the files, since many
 * editors replace a file with a new one.
 */
export function watchFiles(changed: (name: string) => Promise<void>): FileWatch {
  const pending = new Map<string, NodeJS.Timeout>();
  let watchers: readonly FSWatcher[] = [];
  let last = Promise.resolve();
  const settled = (file: string): void => {
    last = last.then(() => changed(basename(file)));
  };
  return {
    follow: (followed) => {
      const files = new Set(followed.filter(isFile).map((name) => resolve(name)));
      const directories = new Set([...files].map((file) => dirname(file)));
      const earlier = watchers;
      watchers = [...directories].map((directory) =>
        watch(directory, (_, name) => {
          const file = resolve(directory, name ?? "");
          if (!files.has(file) || !existsSync(file)) return;
          clearTimeout(pending.get(file));
          pending.set(file, setTimeout(settled, settleMs, file));
        }),
      );
      for (const watcher of earlier) watcher.close();
    },
  };
}

function isFile(name: string): boolean {
  return existsSync(name) && statSync(name).isFile();
}
