import { accessSync, constants, existsSync } from "node:fs";
import { dirname } from "node:path";
import { InputError } from "../../fixtures/input/input-error.ts";
import { makeDirectory } from "../../fixtures/files/write-file.ts";
import { onOff, option } from "../../fixtures/settings/option.ts";

export const forceOption = option(onOff, { flags: "--force", description: "overwrite an existing file" });

export interface NewFile {
  /** What the file is: `recording`. */
  readonly what: string;
  /** The setting of the path: `--out`. */
  readonly at: string;
  readonly path: string;
  /** Whether it may overwrite a file. */
  readonly force: boolean;
}

/**
 * Creates the directory of a file before the work starts, so that its result can be written.
 * @throws InputError if the file exists, or cannot be written
 */
export function prepareNewFile({ what, at, path, force }: NewFile): void {
  const reject = (problem: string) => new InputError(`${what} "${path}"`, [{ at, problem }]);
  if (existsSync(path) && !force) {
    throw reject("the file exists; choose another name, or overwrite it with --force");
  }
  try {
    makeDirectory(dirname(path));
    // The trailing slash rejects a file instead of the directory.
    accessSync(`${dirname(path)}/`, constants.W_OK);
  } catch (error) {
    throw reject(`cannot be written (${String(Object(error).code)})`);
  }
}
