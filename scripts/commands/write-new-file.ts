import { accessSync, constants, existsSync } from "node:fs";
import { dirname } from "node:path";
import { InputError } from "../../fixtures/input-error.ts";
import { makeDirectory, writeWholeFile } from "../../fixtures/write-file.ts";
import { onOff, option } from "../settings/settings.ts";

export const forceOption = option(onOff, "--force", "overwrite an existing file");

export interface NewFile {
  /** What the file is: `recording`. */
  readonly what: string;
  readonly path: string;
  readonly text: string;
  /** Whether it may overwrite a file. */
  readonly force: boolean;
}

/**
 * Creates the directory of a file before the work starts, so that its result can be written.
 * @param file `at` is the setting of the path: `--out`
 * @throws InputError if the file exists, or cannot be written
 */
export function prepareNewFile({ at, ...file }: Omit<NewFile, "text"> & { readonly at: string }): void {
  // The trailing slash rejects a file instead of the directory.
  prepare(file, at, () => accessSync(`${dirname(file.path)}/`, constants.W_OK));
}

/**
 * Writes a file, and creates its directory.
 * @throws InputError if the file exists, or cannot be written
 */
export function writeNewFile({ text, ...file }: NewFile): void {
  prepare(file, file.path, () => writeWholeFile(file.path, text));
}

function prepare({ what, path, force }: Omit<NewFile, "text">, at: string, use: () => void): void {
  const unusable = (problem: string) => new InputError(`${what} "${path}"`, [{ at, problem }]);
  if (existsSync(path) && !force) {
    throw unusable("the file exists; choose another name, or overwrite it with --force");
  }
  try {
    makeDirectory(dirname(path));
    use();
  } catch (error) {
    throw unusable(`cannot be written (${String(Object(error).code)})`);
  }
}
