import { accessSync, constants, existsSync } from "node:fs";
import { dirname } from "node:path";
import { InputError } from "../../fixtures/input-error.ts";
import { makeDirectory, writeWholeFile } from "../../fixtures/write-file.ts";
import { onOff, option } from "../settings/option.ts";

export const forceOption = option(onOff, "--force", "overwrite a file that is there");

export interface NewFile {
  /** What the file is, as it begins a sentence: `Capsule`. */
  readonly what: string;
  readonly path: string;
  readonly text: string;
  /** Whether it may take the place of another. */
  readonly force: boolean;
}

const taken = "there is one already; expected another name, or --force to overwrite it";

/**
 * Makes the folders a file will lie in, so that what is found out at length is not lost in the end.
 * @param file `at` is the setting that names the file: `--out`
 * @throws InputError where there is one already, or none can be written there
 */
export function prepareNewFile(file: Omit<NewFile, "text"> & { readonly at: string }): void {
  const { what, at, path, force } = file;
  const subject = `${what} "${path}"`;
  try {
    if (existsSync(path) && !force) throw new InputError(subject, [{ at, problem: taken }]);
    makeDirectory(dirname(path));
    // The slash at its end rejects a file in the place of the folder.
    accessSync(`${dirname(path)}/`, constants.W_OK);
  } catch (error) {
    throw error instanceof InputError ? error : new InputError(subject, [{ at, problem: whyUnwritten(error) }]);
  }
}

/**
 * Writes a file, and the folders it lies in.
 * @throws InputError where there is one already, or it cannot be written
 */
export function writeNewFile({ what, path, text, force }: NewFile): void {
  const subject = `${what} "${path}"`;
  try {
    if (existsSync(path) && !force) throw new InputError(subject, [{ at: path, problem: taken }]);
    makeDirectory(dirname(path));
    writeWholeFile(path, text);
  } catch (error) {
    throw error instanceof InputError ? error : new InputError(subject, [{ at: path, problem: whyUnwritten(error) }]);
  }
}

function whyUnwritten(error: unknown): string {
  return `it cannot be written (${String(codeOf(error))})`;
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : undefined;
}
