import { existsSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { makeDirectory, writeWholeFile } from "../../fixtures/write-file.ts";

/** A file of the repository by its path from the root. */
export function atRoot(path: string): URL {
  return new URL(`../../${path}`, import.meta.url);
}

/** Whether a file is there, and holds this text. */
export function holds(file: URL, text: string): boolean {
  return existsSync(file) && readFileSync(file, "utf8") === text;
}

/** Writes a file where it holds another text, or none. */
export function rewrite(file: URL, text: string): void {
  if (holds(file, text)) return;
  const path = fileURLToPath(file);
  makeDirectory(dirname(path));
  writeWholeFile(path, text);
}
