import { existsSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { makeDirectory, writeWholeFile } from "../../fixtures/files/write-file.ts";

const root = new URL("../../", import.meta.url);

/** The absolute path of a file. @param path from the root */
export function atRoot(path: string): string {
  return fileURLToPath(new URL(path, root));
}

/**
 * The first line in which a file differs from a text: expected beside actual; `undefined` if they are equal.
 * @param path from the root, as everywhere here
 */
export function differenceFrom(path: string, text: string): string | undefined {
  const file = atRoot(path);
  const actual = existsSync(file) ? readFileSync(file, "utf8").split("\n") : [];
  const expected = text.split("\n");
  const index = Array.from({ length: Math.max(expected.length, actual.length) }).findIndex(
    (_, at) => expected[at] !== actual[at],
  );
  if (index === -1) return undefined;
  return `${path}:${index + 1}\n  expected: ${expected[index] ?? "(nothing)"}\n  actual:   ${actual[index] ?? "(nothing)"}`;
}

/** Writes a file if it is missing or has another text. */
export function rewrite(path: string, text: string): void {
  if (differenceFrom(path, text) === undefined) return;
  makeDirectory(dirname(atRoot(path)));
  writeWholeFile(atRoot(path), text);
}

/**
 * Replaces the generated parts of a page, between `<!-- generated: name -->` and `<!-- end -->`. The rest is written by
 * hand.
 * @throws Error if the page has other parts
 */
export function fillPage(path: string, parts: Readonly<Record<string, string>>): string {
  const page = readFileSync(atRoot(path), "utf8");
  const places = [...page.matchAll(/<!-- generated: (.*) -->/g)].map(([, name]) => name).join();
  const names = Object.keys(parts).join();
  if (places !== names) throw new Error(`${path} has places for ${places}: expected ${names}`);
  return page.replaceAll(
    /(<!-- generated: (.*) -->\n)[^]*?(?=<!-- end -->)/g,
    (_, mark: string, name: string) => `${mark}\n${parts[name]?.trim()}\n\n`,
  );
}
