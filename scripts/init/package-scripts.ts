import { applyEdits, modify } from "jsonc-parser";
import type { PackageFile } from "./project.ts";

/** The npm scripts to add. */
export const scripts: Readonly<Record<string, string>> = { mock: "orgkit mock", conform: "orgkit conform" };

/**
 * Adds npm scripts after the existing ones, with the file's indentation, and keeps the rest of package.json.
 * @returns `others`: existing scripts of these names with other content
 */
export function withScripts({ text, scripts: present }: Pick<PackageFile, "text" | "scripts">) {
  const names = Object.keys(scripts);
  const added = names.filter((name) => !Object.hasOwn(present, name));
  const others = names.filter((name) => !added.includes(name) && present[name] !== scripts[name]);
  const formattingOptions = { insertSpaces: !text.includes("\n\t"), tabSize: /\n( +)/.exec(text)?.[1]?.length ?? 2 };
  const add = (json: string, name: string): string =>
    applyEdits(json, modify(json, ["scripts", name], scripts[name], { formattingOptions }));
  return { text: added.reduce(add, text), added, others };
}
