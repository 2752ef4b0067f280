import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { toAnchor } from "../describe/markdown.ts";

/** Every Markdown file below a directory, as paths relative to it. */
export function pagesBelow(root: string): readonly string[] {
  return globSync("**/*.md", { cwd: root, exclude: ["**/node_modules/**", "dist/**", "test-results/**"] });
}

/** The links of a page to files and headings that are not there; other sites are not requested. */
export function brokenLinks(root: string, page: string): readonly string[] {
  const text = withoutBlocks(readFileSync(join(root, page), "utf8"));
  const links = text.replaceAll(/`[^`\n]*`/g, "").matchAll(/\]\((?!\w+:)([^\s)]+)\)|(?:href|src)="(?!\w+:)([^"]+)"/g);
  return [...links]
    .map(([, inline, html]) => inline ?? html ?? "")
    .filter((target) => !hasTarget(root, page, decodeURI(target)))
    .map((target) => `${page}: ${target}`);
}

function hasTarget(root: string, page: string, target: string): boolean {
  const [path = "", anchor] = target.split("#");
  const file = path === "" ? join(root, page) : join(root, dirname(page), path);
  if (relative(root, file).startsWith("..") || !existsSync(file)) return false;
  if (anchor === undefined) return true;
  const headings = withoutBlocks(readFileSync(file, "utf8")).matchAll(/^#{1,6}\s+(.+)$/gm);
  return [...headings].some(([, heading = ""]) => toAnchor(heading) === anchor);
}

/** The paths of the repository that a page mentions without a link, and that are not there. */
export function missingPaths(root: string, page: string): readonly string[] {
  const text = withoutBlocks(readFileSync(join(root, page), "utf8"));
  const paths = text.matchAll(/`((?:conformance|fixtures|mocks|scripts)\/[\w./-]+)`/g);
  return [...paths].map(([, path = ""]) => path).filter((path) => !existsSync(join(root, path)));
}

function withoutBlocks(page: string): string {
  return page.replaceAll(/^( *)```[^]*?^\1```$|<!--[^]*?-->/gm, "");
}
