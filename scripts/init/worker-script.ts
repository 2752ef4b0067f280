import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { InputError } from "../../fixtures/input-error.ts";

const workerScriptName = "mockServiceWorker.js";

/** What is to be done with the worker script of a project. */
export interface WorkerScriptPlan {
  /** Relative to the project. */
  readonly path: string;
  /** `keep` where it is there already and the same. */
  readonly action: "create" | "replace" | "keep";
  /** Does it; nothing where it is kept. */
  apply(): void;
}

/**
 * Plans to put msw's worker script into a folder. One of another msw version is replaced.
 * @throws InputError where a file of that name is none of msw's
 */
export function planWorkerScript(project: string, folder: string): WorkerScriptPlan {
  const text = readFileSync(fileURLToPath(import.meta.resolve("msw/mockServiceWorker.js")), "utf8");
  const path = join(folder, workerScriptName);
  const target = join(project, path);
  const present = existsSync(target) ? readFileSync(target, "utf8") : undefined;
  if (present !== undefined && !/Mock Service Worker/i.test(present)) {
    throw new InputError("Worker script", [
      { at: path, problem: "a file of yours has this name; move it, or name another folder with --public-dir" },
    ]);
  }
  const action = present === undefined ? "create" : present === text ? "keep" : "replace";
  return {
    path,
    action,
    apply: () => {
      if (action === "keep") return;
      mkdirSync(dirname(target), { recursive: true });
      writeFileSync(target, text);
    },
  };
}
