import { existsSync, lstatSync, realpathSync, statSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { InputError } from "../../fixtures/input-error.ts";

/**
 * Where a path of the project is on disk, links followed.
 * @throws InputError where it leads out of the project, or to what is no file
 */
export function placeInside(project: string, path: string): string {
  const wanted = resolve(project, path);
  const place = followed(wanted);
  const root = realpathSync(project);
  if (!place.startsWith(root.endsWith(sep) ? root : root + sep)) {
    throw refused(path, `it leads out of the project (${place}); expected a place inside`);
  }
  if (existsSync(place) && !statSync(place).isFile()) throw refused(path, "it is no file; move it away");
  return place;
}

/** Follows the links of the part of a path that exists. */
function followed(path: string): string {
  if (existsSync(path)) return realpathSync(path);
  // A link to nothing would be written through.
  if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true) {
    throw refused(path, "it is a link to nothing; remove it");
  }
  const above = dirname(path);
  return join(followed(above), relative(above, path));
}

function refused(at: string, problem: string): InputError {
  return new InputError("Project", [{ at, problem }]);
}
