import { existsSync, readFileSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, join, posix, resolve, sep } from "node:path";
import { readText } from "../../fixtures/read-text.ts";
import { InputError } from "../../fixtures/input-error.ts";
import { makeDirectory, writeWholeFile } from "../../fixtures/write-file.ts";
import type { SampleFile } from "./templates/setup.ts";

/** The planned change of one file. */
export interface PlannedFile extends SampleFile {
  /**
   * `change` edits a file, `replace` overwrites it, `keep` finds it up to date; `leave` skips one with other content.
   */
  readonly action: "create" | "change" | "replace" | "keep" | "leave";
  /** The current content. */
  readonly present: string | undefined;
  /** The absolute path, with links resolved. */
  readonly place: string;
  /** Written by another tool, so its text does not help the user. */
  readonly isForeign?: boolean;
  /** A few words beside its path. */
  readonly note?: string;
}

/**
 * Plans a file by comparing it with its current content; line breaks are ignored.
 * @param whereOther the action for a file with other content
 * @param unedited texts that nobody wrote by hand: a file with one of them is updated, whatever the action for others
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

/** Whether the file changes. */
export function isWritten({ action }: Pick<PlannedFile, "action">): boolean {
  return action !== "keep" && action !== "leave";
}

/** The absolute path of a project file, with links resolved. */
function placeInside(project: string, path: string): string {
  const place = followed(resolve(project, path));
  if (!place.startsWith(join(realpathSync(project), sep))) {
    throw unusable(path, `it leads out of the project (${place}); expected a place inside`);
  }
  if (existsSync(place) && !statSync(place).isFile()) throw unusable(path, "it is not a file; move it away");
  return place;
}

/** Resolves links in the part of a path that exists. */
function followed(place: string): string {
  return existsSync(place) ? realpathSync(place) : join(followed(dirname(place)), basename(place));
}

/**
 * Writes the planned files, unless one was changed in the meantime; each atomically.
 * @throws InputError if one cannot be written, or was changed; its message lists what was written, if anything
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
