import { existsSync, statSync, watch, type FSWatcher } from "node:fs";
import { basename, dirname, resolve } from "node:path";

/** Editors write a file in several steps; what comes within this time is one change. Milliseconds. */
const settleMs = 50;

export interface FileWatch {
  /** Watches these files from now on, and no others. Names that are no file (built-in worlds) are left out. */
  follow(followed: readonly string[]): void;
}

/**
 * Tells of each change of some files, one after the other. Their directories are watched rather than they themselves,
 * since many editors replace the old file with a new one.
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
