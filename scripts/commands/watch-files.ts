import { statSync } from "node:fs";
import { basename, resolve } from "node:path";
import { InputError } from "../../fixtures/input-error.ts";

/** Milliseconds between two looks at the files. */
const pollMs = 100;

export interface FileWatch {
  /** Watches the files at these paths from now on, and no others. */
  follow(paths: readonly string[]): void;
}

export interface FileWatchEvents {
  /** A file has new content. Called for one change after the other. */
  readonly changed: (name: string) => Promise<void>;
  /** A file cannot be watched at the moment, and why. It is watched again as soon as it can be. */
  readonly lost: (name: string, reason: string) => void;
}

interface WatchedFile {
  /** The version reported last. */
  reported: string;
  /** The version at the last look: one that is still being written differs from look to look. */
  seen: string;
}

/**
 * Reports each change of some files. Looks at them regularly instead of waiting for notifications of the file system:
 * these miss what happens behind a symbolic link, a swapped link (Kubernetes), and a directory that is created again.
 */
export function watchFiles({ changed, lost }: FileWatchEvents): FileWatch {
  let files = new Map<string, WatchedFile>();
  let last = Promise.resolve();

  function look(path: string, file: WatchedFile): void {
    const version = versionOf(path);
    const isSettled = version === file.seen;
    file.seen = version;
    if (!isSettled || version === file.reported) return;
    file.reported = version;
    if (version.startsWith(missing)) lost(basename(path), version.slice(missing.length));
    else last = last.then(() => changed(basename(path)));
  }

  setInterval(() => {
    for (const [path, file] of files) look(path, file);
  }, pollMs).unref();

  return {
    follow: (paths) => {
      const earlier = files;
      files = new Map(
        paths
          .map((path) => resolve(path))
          .map((path) => {
            const version = versionOf(path);
            return [path, earlier.get(path) ?? { reported: version, seen: version }];
          }),
      );
    },
  };
}

const missing = "missing: ";

/** What tells one version of a file from the next, links followed; or why there is none. */
function versionOf(path: string): string {
  try {
    const { dev, ino, size, mtimeNs } = statSync(path, { bigint: true });
    return [dev, ino, size, mtimeNs].join(" ");
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "unknown error";
    return `${missing}${code === "ENOENT" ? "no such file" : code}`;
  }
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
