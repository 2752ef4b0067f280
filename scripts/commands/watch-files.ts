import { statSync, unwatchFile, watchFile, type BigIntStats } from "node:fs";
import { basename, resolve } from "node:path";
import { InputError } from "../../fixtures/input-error.ts";

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
 */
export function watchFiles({ changed, lost }: FileWatchEvents): FileWatch {
  let followed: readonly string[] = [];
  let last = Promise.resolve();

  const onChange = (path: string, { ino }: BigIntStats): void => {
    if (ino === 0n) lost(basename(path));
    else last = last.then(() => changed(basename(path)));
  };

  return {
    follow: (paths) => {
      const earlier = followed;
      followed = paths.map((path) => resolve(path));
      for (const path of earlier.filter((one) => !followed.includes(one))) unwatchFile(path);
      for (const path of followed.filter((one) => !earlier.includes(one))) {
        watchFile(path, { interval, bigint: true, persistent: false }, (stats) => onChange(path, stats));
      }
    },
  };
}

/**
 * Pipes and devices can be read once only, so they cannot be watched.
 * @throws InputError naming the first of these
 */
export function rejectUnwatchable(paths: readonly string[]): void {
  for (const path of paths) {
    const file = statSync(path, { throwIfNoEntry: false });
    if (file === undefined || file.isFile() || file.isDirectory()) continue;
    const problem = "it is a pipe or a device, which cannot be watched; leave out --watch, or use a file";
    throw new InputError(`"${path}"`, [{ at: "--watch", problem }]);
  }
}
