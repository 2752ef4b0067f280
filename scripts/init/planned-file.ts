import { existsSync } from "node:fs";
import { posix } from "node:path";
import { readText } from "../../fixtures/data-file.ts";
import { placeInside } from "./inside.ts";
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
 * @throws InputError where it cannot be written there
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
  const action = (): PlannedFile["action"] => {
    if (present === undefined) return "create";
    const text = withLineFeeds(present);
    if (text === withLineFeeds(file.text)) return "keep";
    return unedited.has(text) ? "change" : whereOther;
  };
  return { path, text: file.text, action: action(), present, place };
}

function withLineFeeds(text: string): string {
  return text.replaceAll("\r\n", "\n");
}

/** Whether anything is done to it. */
export function isWritten({ action }: Pick<PlannedFile, "action">): boolean {
  return action !== "keep" && action !== "leave";
}
