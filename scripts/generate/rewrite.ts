import { existsSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { makeDirectory, writeWholeFile } from "../../fixtures/write-file.ts";

const root = new URL("../../", import.meta.url);

/** The absolute path of a file. @param path from the root */
export function atRoot(path: string): string {
  return fileURLToPath(new URL(path, root));
}

/** Whether a file exists and has this text. @param path from the root, as everywhere here */
export function holds(path: string, text: string): boolean {
  const file = atRoot(path);
  return existsSync(file) && readFileSync(file, "utf8") === text;
}

/** Writes a file if it is missing or has another text. */
export function rewrite(path: string, text: string): void {
  if (holds(path, text)) return;
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
