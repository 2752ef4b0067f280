import { existsSync, readFileSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, join, posix, resolve, sep } from "node:path";
import { readText } from "../../fixtures/data-file.ts";
import { InputError } from "../../fixtures/input-error.ts";
import { makeDirectory, writeWholeFile } from "../../fixtures/write-file.ts";
import type { SampleFile } from "./templates/setup.ts";

/** What is to be done with one file of the project. */
export interface PlannedFile extends SampleFile {
  /**
   * `change` adds to a file, `replace` takes its place, `keep` finds it as it would be written; `leave` spares one
   * with other content.
   */
  readonly action: "create" | "change" | "replace" | "keep" | "leave";
  /** What is there now. */
  readonly present: string | undefined;
  /** Where it is on disk, links followed. */
  readonly place: string;
  /** Of another's making, so that its text tells the user nothing. */
  readonly isForeign?: boolean;
  /** A few words beside its path. */
  readonly note?: string;
}

/**
 * Compares a file to be written with what is there. Line breaks are a matter of the checkout, so they are no
 * difference.
 * @param whereOther what is done with one of other content
 * @param unedited texts that nobody wrote by hand: a file that holds one is changed, whatever is done with others
 * @throws InputError if it cannot be written there
 */
export function planFile(
  project: string,
  file: SampleFile,
  whereOther: "change" | "replace" | "leave",
  unedited: ReadonlySet<string> = new Set(),
): PlannedFile {
  const path = posix.normalize(file.path);
  const place = placeInside(project, path);
  const present = existsSync(place) ? readText(place, "Project") : undefined;
  const text = present?.replaceAll("\r\n", "\n");
  const change = text !== undefined && unedited.has(text) ? "change" : whereOther;
  const action = text === undefined ? "create" : text === file.text.replaceAll("\r\n", "\n") ? "keep" : change;
  return { path, text: file.text, action, present, place };
}

/** Whether anything is done to it. */
export function isWritten({ action }: Pick<PlannedFile, "action">): boolean {
  return action !== "keep" && action !== "leave";
}

/** Where a path of the project is on disk, links followed. */
function placeInside(project: string, path: string): string {
  const place = followed(resolve(project, path));
  if (!place.startsWith(join(realpathSync(project), sep))) {
    throw unusable(path, `it leads out of the project (${place}); expected a place inside`);
  }
  if (existsSync(place) && !statSync(place).isFile()) throw unusable(path, "it is not a file; move it away");
  return place;
}

/** Follows the links of the part of a path that exists. */
function followed(place: string): string {
  return existsSync(place) ? realpathSync(place) : join(followed(dirname(place)), basename(place));
}

/**
 * Writes what is planned, unless something was changed since; each file as a whole.
 * @throws InputError if one cannot be written, or was changed; it says what was written, if anything was
 */
export function writeFiles(planned: readonly PlannedFile[]): void {
  const files = planned.filter(isWritten);
  const written: string[] = [];
  let at = "";
  try {
    for (const { path, place, present } of files) {
      at = path;
      const current = existsSync(place) ? readFileSync(place, "utf8") : undefined;
      if (current !== present) throw new Error("it was changed in the meantime");
    }
    for (const { path, place, text } of files) {
      at = path;
      makeDirectory(dirname(place));
      writeWholeFile(place, text);
      written.push(path);
    }
  } catch (error) {
    const { code, message } = Object(error);
    const problem = code === undefined ? message : `it cannot be written (${code})`;
    const left = written.length === 0 ? "nothing was" : `only ${written.join(", ")} was`;
    throw unusable(at, `${problem}; ${left} written`);
  }
}

function unusable(at: string, problem: string): InputError {
  return new InputError("the project", [{ at, problem }]);
}
