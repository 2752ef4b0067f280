import { statSync } from "node:fs";
import { basename, resolve } from "node:path";

/** Milliseconds between two looks at a file. */
const interval = 100;

export interface FileWatch {
  /** Watches the files at these paths from now on, and no others. */
  follow(paths: readonly string[]): void;
}

export interface FileWatchEvents {
  /** A file has new content. Called for one change after the other. */
  readonly changed: (name: string) => Promise<void>;
  /** There is no file any more. It is watched again as soon as it is back. */
  readonly lost: (name: string) => void;
}

/**
 * Reports each change of some files. Looks at them regularly instead of waiting for notifications of the file system:
 * these miss what happens behind a symbolic link, a swapped link (Kubernetes), and a directory that is created again.
 * `fs.watchFile` misses a change before its first look, which is later than its call.
 */
export function watchFiles({ changed, lost }: FileWatchEvents): FileWatch {
  const versions = new Map<string, string>();
  let last = Promise.resolve();

  const look = (): void => {
    for (const [path, before] of versions) {
      const version = readVersion(path);
      versions.set(path, version);
      if (version === before) continue;
      if (version === "") lost(basename(path));
      else last = last.then(() => changed(basename(path)));
    }
  };
  setInterval(look, interval).unref();

  return {
    follow: (paths) => {
      const followed = paths.map((path) => resolve(path));
      for (const path of versions.keys()) if (!followed.includes(path)) versions.delete(path);
      for (const path of followed) if (!versions.has(path)) versions.set(path, readVersion(path));
    },
  };
}

/** Another text after each change of a file; empty if there is none. */
function readVersion(path: string): string {
  try {
    const { ino, size, mtimeNs, ctimeNs } = statSync(path, { bigint: true });
    return `${ino} ${size} ${mtimeNs} ${ctimeNs}`;
  } catch {
    return "";
  }
}
