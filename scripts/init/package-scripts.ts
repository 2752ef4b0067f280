import { isMap, isNode, parseDocument, type YAMLMap } from "yaml";
import type { PackageFile } from "./project.ts";

/** The npm scripts that are added. */
export const scripts: Readonly<Record<string, string>> = { mock: "orgkit mock", conform: "orgkit conform" };

/**
 * Adds npm scripts behind those there are, and leaves every other byte of a package.json as it is: `jsonc-parser` would
 * reformat the lines that it changes.
 * @returns `others`: scripts of these names that are the project's own, with other content
 */
export function withScripts({ text, scripts: present }: Pick<PackageFile, "text" | "scripts">) {
  const names = Object.keys(scripts);
  const added = names.filter((name) => !Object.hasOwn(present, name));
  const others = names.filter((name) => Object.hasOwn(present, name) && present[name] !== scripts[name]);
  return { text: added.length === 0 ? text : insert(text, added), added, others };
}

function insert(text: string, names: readonly string[]): string {
  const { contents } = parseDocument(text, { prettyErrors: false });
  if (!isMap(contents)) return text;
  const own = contents.get("scripts", true);
  const outer = spaceIn(text, contents) ?? "\n  ";
  const inner = (isMap(own) ? spaceIn(text, own) : undefined) ?? outer.replace(/(?<=\n)[ \t]+$/, "$&$&");
  const entries = names.map((name) => `${JSON.stringify(name)}: ${JSON.stringify(scripts[name])}`).join(`,${inner}`);
  return isMap(own)
    ? append(text, own, entries, inner, outer)
    : append(text, contents, `"scripts": {${inner}${entries}${outer}}`, outer, outer.replace(/[ \t]+$/, ""));
}

/** What stands between the brace of an object and its first key; nothing if it has none. */
function spaceIn(text: string, { items, range }: YAMLMap): string | undefined {
  return items.length === 0 ? undefined : /\s*/.exec(text.slice((range?.[0] ?? 0) + 1))?.[0];
}

/** Puts an entry behind the last one of an object. @param before what stands before it @param after if it is the only one */
function append(text: string, { items, range }: YAMLMap, entry: string, before: string, after: string): string {
  const last = items.at(-1)?.value;
  const [start, end, added] =
    isNode(last) && last.range
      ? [last.range[1], last.range[1], `,${before}${entry}`]
      : [range?.[0] ?? 0, range?.[1] ?? 0, `{${before}${entry}${after}}`];
  return text.slice(0, start) + added + text.slice(end);
}
