import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, posix } from "node:path";
import { fileURLToPath } from "node:url";
import { InputError } from "../../fixtures/input-error.ts";
import { planFile, type PlannedFile } from "./planned-file.ts";

const workerScriptName = "mockServiceWorker.js";

/**
 * Plans to put msw's worker script into a folder. One of another msw version is replaced.
 * @throws InputError where a file of that name is none of msw's, or msw is not installed
 */
export function planWorkerScript(project: string, folder: string): PlannedFile {
  const path = posix.join(folder.replaceAll("\\", "/"), workerScriptName);
  const planned = planFile(project, { path, text: workerScript(project) }, "replace");
  if (planned.present !== undefined && !/Mock Service Worker/i.test(planned.present)) {
    throw new InputError("Worker script", [
      { at: path, problem: "a file of yours has this name; move it, or name another folder with --public-dir" },
    ]);
  }
  return { ...planned, isForeign: true, note: "msw's" };
}

/** The script of the msw that orgkit finds; where it finds none, of the project's. */
function workerScript(project: string): string {
  const name = "msw/mockServiceWorker.js";
  for (const find of [
    () => fileURLToPath(import.meta.resolve(name)),
    () => createRequire(join(project, "package.json")).resolve(name),
  ]) {
    try {
      return readFileSync(find(), "utf8");
    } catch {
      // The next one may know it.
    }
  }
  throw new InputError("Worker script", [
    { at: "msw", problem: "it comes with msw, which is not installed here; add it first: npm install --save-dev msw" },
  ]);
}
