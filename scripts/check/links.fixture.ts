import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { anchorOf } from "../generate/markdown.ts";

/** A broken link of a page. */
export interface BrokenLink {
  /** Relative to the root, with the line: `README.md:12`. */
  readonly at: string;
  readonly target: string;
  readonly problem: string;
}

interface Link {
  readonly line: number;
  readonly target: string;
}

const skipped = new Set(["node_modules", "dist", ".git", "test-results"]);

/** Every Markdown file below a directory, as paths relative to it. */
export function pagesBelow(root: string, directory = ""): readonly string[] {
  return readdirSync(join(root, directory), { withFileTypes: true }).flatMap((entry) => {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) return skipped.has(entry.name) ? [] : pagesBelow(root, path);
    return entry.name.endsWith(".md") ? [path] : [];
  });
}

/** The broken links of a page to files and anchors of the repository; other sites are not requested. */
export function brokenLinks(root: string, page: string): readonly BrokenLink[] {
  const text = readFileSync(join(root, page), "utf8");
  return linksOf(text).flatMap(({ line, target }) => {
    const problem = problemOf(root, page, target);
    return problem === undefined ? [] : [{ at: `${page}:${line}`, target, problem }];
  });
}

/** Missing paths of the repository that a page mentions without a link, since the package does not contain them. */
export function missingPaths(root: string, page: string): readonly BrokenLink[] {
  const text = withoutFences(readFileSync(join(root, page), "utf8"));
  return [...text.matchAll(/`((?:conformance|fixtures|mocks|scripts)\/[\w./-]+)`/g)]
    .map(({ 1: target = "", index }) => ({ at: `${page}:${lineAt(text, index)}`, target, problem: noSuchFile }))
    .filter(({ target }) => !existsSync(join(root, target)));
}

const noSuchFile = "there is no such file";

function lineAt(text: string, index: number): number {
  return text.slice(0, index).split("\n").length;
}

function problemOf(root: string, page: string, target: string): string | undefined {
  if (/^[a-z][a-z+.-]*:/i.test(target)) return undefined;
  const [path = "", anchor] = decodeURI(target).split("#");
  const file = path === "" ? join(root, page) : join(root, dirname(page), path);
  if (relative(root, file).startsWith("..")) return "leads out of the repository";
  const found = statSync(file, { throwIfNoEntry: false });
  if (found === undefined) return noSuchFile;
  if (anchor === undefined) return undefined;
  if (!file.endsWith(".md")) return "only a page has anchors";
  return anchorsOf(readFileSync(file, "utf8")).has(anchor) ? undefined : "the page has no such heading";
}

/** Replaced by spaces, so that line numbers stay. */
function blank(found: string): string {
  return found.replaceAll(/[^\n]/g, " ");
}

function withoutFences(text: string): string {
  return text.replaceAll(/^( *)(```|~~~)[^\n]*\n[\s\S]*?^\1\2[^\n]*$/gm, blank);
}

/** Text without markup. */
function withoutCode(text: string): string {
  return withoutFences(text)
    .replaceAll(/<!--[\s\S]*?-->/g, blank)
    .replaceAll(/(`+)[^`][\s\S]*?\1/g, blank);
}

function linksOf(text: string): readonly Link[] {
  const plain = withoutCode(text);
  const inline = plain.matchAll(/\]\(\s*<?([^\s()<>]+(?:\([^\s()]*\))?)>?(?:\s+"[^"]*")?\s*\)/g);
  const reference = plain.matchAll(/^ {0,3}\[[^\]]+\]:\s*<?(\S+?)>?(?:\s+"[^"]*")?\s*$/gm);
  const html = plain.matchAll(/<(?:a|img)\b[^>]*?\b(?:href|src)="([^"]*)"/g);
  return [...inline, ...reference, ...html].map(({ 1: target = "", index }) => ({
    line: lineAt(plain, index),
    target,
  }));
}

/** Repeated headings get `-1`, `-2` and so on. */
function anchorsOf(text: string): ReadonlySet<string> {
  const anchors = new Set<string>();
  const times = new Map<string, number>();
  for (const [, heading = ""] of withoutFences(text).matchAll(/^ {0,3}#{1,6}\s+(.+?)\s*#*$/gm)) {
    const anchor = anchorOf(heading);
    const seen = times.get(anchor) ?? 0;
    times.set(anchor, seen + 1);
    anchors.add(seen === 0 ? anchor : `${anchor}-${seen}`);
  }
  return anchors;
}
