import { chmodSync, existsSync, readFileSync, renameSync, rmSync, rmdirSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { InputError } from "../../fixtures/input-error.ts";
import { makeDirectory } from "../../fixtures/write-file.ts";
import { isWritten, type PlannedFile } from "./planned-file.ts";

/**
 * Writes what is planned, all or nothing: every file is written beside its place first, then all are moved.
 * @throws InputError where one cannot be written, or was changed since; it says what stands, where anything does
 */
export function writeFiles(planned: readonly PlannedFile[]): void {
  const files = planned.filter(isWritten);
  const folders: string[] = [];
  const staged: string[] = [];
  const moved: PlannedFile[] = [];
  let at = "";
  try {
    for (const file of files) {
      at = file.path;
      folders.push(...makeDirectory(dirname(file.place)));
      // A run that was killed may have left one.
      rmSync(besides(file), { force: true });
      writeFileSync(besides(file), file.text, { flag: "wx" });
      staged.push(besides(file));
      if (file.present !== undefined) chmodSync(besides(file), statSync(file.place).mode);
    }
    for (const file of files) {
      at = file.path;
      if (currentText(file) !== file.present) throw new Error("it was changed in the meantime");
      renameSync(besides(file), file.place);
      moved.push(file);
    }
  } catch (error) {
    for (const path of staged) rmSync(path, { force: true });
    const standing = moved.filter((file) => !isTakenBack(file));
    for (const folder of folders.toReversed()) removeIfEmpty(folder);
    throw failure(at, error, standing);
  }
}

function besides({ place }: PlannedFile): string {
  return join(dirname(place), `.${basename(place)}.orgkit-init`);
}

function currentText({ place }: PlannedFile): string | undefined {
  return existsSync(place) ? readFileSync(place, "utf8") : undefined;
}

function isTakenBack({ place, present }: PlannedFile): boolean {
  try {
    if (present === undefined) rmSync(place);
    else writeFileSync(place, present);
    return true;
  } catch {
    return false;
  }
}

function removeIfEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // Something else was put into it.
  }
}

function failure(at: string, error: unknown, standing: readonly PlannedFile[]): InputError {
  const code = error instanceof Error && "code" in error ? `it cannot be written (${String(error.code)})` : undefined;
  const problem = code ?? (error instanceof Error ? error.message : String(error));
  const left = standing.map(({ path }) => path).join(", ");
  return new InputError("Project", [
    { at, problem: `${problem}; ${left === "" ? "nothing was" : `only ${left} was`} written` },
  ]);
}
