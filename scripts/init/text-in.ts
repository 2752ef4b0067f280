import { readFileSync } from "node:fs";
import { join } from "node:path";

/** What a file of a project holds; nothing where there is none, or what has its name is no file that can be read. */
export function textIn(folder: string, path: string | undefined): string {
  if (path === undefined) return "";
  try {
    return readFileSync(join(folder, path), "utf8");
  } catch {
    return "";
  }
}
