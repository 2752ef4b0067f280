import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, relative } from "node:path";
import { fileURLToPath } from "node:url";

/** A file that follows from a definition elsewhere, as it should be. */
export type GeneratedFile = readonly [file: URL, text: string];

/** A generated file that is not what its definition says, and the first line in which it is not. */
export interface Drift {
  readonly file: GeneratedFile;
  /** Counted from 1; `undefined` where there is no such file. */
  readonly line: number | undefined;
}

export function findDrift(files: readonly GeneratedFile[]): readonly Drift[] {
  return files.flatMap((file) => {
    const [place, text] = file;
    const current = read(place);
    return current === text ? [] : [{ file, line: current === undefined ? undefined : difference(current, text) }];
  });
}

function read(file: URL): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}

function difference(current: string, wanted: string): number {
  const lines = current.split("\n");
  return wanted.split("\n").findIndex((line, index) => line !== lines[index]) + 1 || lines.length;
}

/** What to tell whoever has to mend it. @param root the repository, to which the path is relative */
export function driftText({ file: [file], line }: Drift, root: string): string {
  const found = line === undefined ? "is not there" : `is not what its source says, from line ${line} on`;
  return `${relative(root, fileURLToPath(file))} ${found}: run npm run generate and commit what it writes`;
}

export function writeDrifted(drifts: readonly Drift[]): void {
  for (const {
    file: [file, text],
  } of drifts) {
    mkdirSync(dirname(fileURLToPath(file)), { recursive: true });
    writeFileSync(file, text);
  }
}
