import { mkdirSync, writeFileSync } from "node:fs";
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

/**
 * Writes a file, and the folders it lies in.
 * @throws InputError where there is one already, or it cannot be written
 */
export function writeNewFile({ what, path, text, force }: NewFile): void {
  try {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text, { flag: force ? "w" : "wx" });
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    const problem =
      code === "EEXIST"
        ? "there is one already; expected another name, or --force to overwrite it"
        : `it cannot be written (${String(code)})`;
    throw new InputError(`${what} "${path}"`, [{ at: path, problem }]);
  }
}
