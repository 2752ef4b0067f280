import { isMap, isNode, parseDocument, type YAMLMap } from "yaml";
import type { PackageFile } from "./package-file.ts";

/** The npm scripts that are added. */
export const scripts: Readonly<Record<string, string>> = { mock: "orgkit mock", conform: "orgkit conform" };

/** A package.json with the scripts it lacked. */
export interface WithScripts {
  readonly text: string;
  readonly added: readonly string[];
  /** Scripts of these names are the project's own, with other content. */
  readonly others: readonly string[];
}

/** Adds npm scripts behind those there are, and leaves every other byte of a package.json as it is. */
export function withScripts({ text, scripts: present }: Pick<PackageFile, "text" | "scripts">): WithScripts {
  const names = Object.keys(scripts);
  const added = names.filter((name) => !Object.hasOwn(present, name));
  const others = names.filter((name) => Object.hasOwn(present, name) && present[name] !== scripts[name]);
  return { text: added.length === 0 ? text : insert(text, added), added, others };
}

function insert(text: string, names: readonly string[]): string {
  const { contents } = parseDocument(text, { prettyErrors: false });
  if (!isMap(contents)) return text;
  const breaks = text.includes("\r\n") ? "\r\n" : "\n";
  const unit = indentOf(text, contents) ?? "  ";
  const entries = names.map((name) => `${JSON.stringify(name)}: ${JSON.stringify(scripts[name])}`);
  const own = contents.get("scripts", true);
  if (!isMap(own)) {
    const block = `"scripts": {${breaks}${entries.map((entry) => unit + unit + entry).join(`,${breaks}`)}${breaks}${unit}}`;
    return append(text, contents, [block], breaks + unit);
  }
  const indent = indentOf(text, own);
  const isOnOneLine = indent === undefined && own.items.length > 0;
  return append(text, own, entries, isOnOneLine ? " " : breaks + (indent ?? unit + unit));
}

/** Puts entries behind the last one of an object. */
function append(text: string, object: YAMLMap, entries: readonly string[], separator: string): string {
  const last = object.items.at(-1)?.value;
  const added = entries.join(`,${separator}`);
  if (isNode(last) && last.range) {
    const [, end] = last.range;
    return `${text.slice(0, end)},${separator}${added}${text.slice(end)}`;
  }
  const [start = 0, end = 0] = object.range ?? [];
  const closing = separator.replace(/[ \t]+$/, (indent) => indent.slice(0, indent.length / 2));
  return `${text.slice(0, start)}{${separator}${added}${closing}}${text.slice(end)}`;
}

/** What stands before the first key of an object on its line; nothing, where that is not only space. */
function indentOf(text: string, object: YAMLMap): string | undefined {
  const key = object.items[0]?.key;
  if (!isNode(key) || !key.range) return undefined;
  const before = text.slice(text.lastIndexOf("\n", key.range[0] - 1) + 1, key.range[0]);
  return /^[ \t]+$/.test(before) ? before : undefined;
}
