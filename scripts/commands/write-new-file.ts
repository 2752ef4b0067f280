import { accessSync, constants, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { InputError } from "../../fixtures/input-error.ts";

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
    makeFolderOf(path);
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
  try {
    makeFolderOf(path);
    writeFileSync(path, text, { flag: force ? "w" : "wx" });
  } catch (error) {
    const problem = codeOf(error) === "EEXIST" ? taken : whyUnwritten(error);
    throw new InputError(`${what} "${path}"`, [{ at: path, problem }]);
  }
}

function makeFolderOf(path: string): void {
  const folder = dirname(path);
  if (!existsSync(folder)) mkdirSync(folder, { recursive: true });
}

function whyUnwritten(error: unknown): string {
  return `it cannot be written (${String(codeOf(error))})`;
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : undefined;
}
