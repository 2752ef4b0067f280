import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";

/** A word or phrase that our files do not use. */
interface Term {
  readonly banned: string;
  readonly replacement: string;
}

/** The table in the section "Terms": what to write, and what not (`…` is the rest of a name). */
function readTerms(page: string): readonly Term[] {
  const rows = [...sectionOf(page, "Terms").matchAll(/^\| (.+?) \| (.+?) \|$/gm)];
  return rows.flatMap(([, replacement = "", cell = ""]) =>
    [...cell.matchAll(/`([^`]+)`/g)].map(([, banned = ""]) => ({ banned, replacement })),
  );
}

/** @returns `FILE:LINE: write X instead of "y"` for each banned term in the text of a file */
function findBanned(file: string, text: string, terms: readonly Term[]): readonly string[] {
  const own = ownText(file, text);
  return terms.flatMap(({ banned, replacement }) =>
    [...own.matchAll(patternOf(banned))].map(({ 0: found, index }) => {
      const line = own.slice(0, index).split("\n").length;
      return `${file}:${line}: write ${replacement} instead of "${found.replaceAll(/\s+/g, " ")}"`;
    }),
  );
}

function sectionOf(page: string, heading: string): string {
  return page.split(/^## /m).find((section) => section.startsWith(`${heading}\n`)) ?? "";
}

/** Matches a term as words, across line breaks, or as a part of a name: `fixIt`, `toFix`. */
function patternOf(term: string): RegExp {
  const [first, rest] = [term.slice(0, 1), term.slice(1)];
  const words = rest.replaceAll("…", String.raw`[A-Z]\w*`).replaceAll(" ", String.raw`\s+(?:(?:\*|//) )?`);
  const [lower, upper] = [first.toLowerCase(), first.toUpperCase()];
  return new RegExp(`(?:(?<![A-Za-z])[${lower}${upper}]|(?<=[a-z])${upper})${words}(?![a-z])`, "g");
}

/** Without the table of terms itself, and without released versions of the changelog, which stay as they are. */
function ownText(file: string, text: string): string {
  if (file === "CONTRIBUTING.md") return text.replace(sectionOf(text, "Terms"), (terms) => terms.replaceAll(/.+/g, ""));
  return file === "CHANGELOG.md" ? text.split(/^## /m).slice(0, 2).join("## ") : text;
}

const skipped = new Set(["node_modules", "dist", ".git", "test-results", "LICENSE", "package-lock.json"]);

/** The document that orgkit judges against: not our words. */
const quoted = "fixtures/contract/interface.md";

function filesBelow(directory: string): readonly string[] {
  return readdirSync(directory, { withFileTypes: true }).flatMap((entry) => {
    const path = join(directory, entry.name);
    if (skipped.has(entry.name) || entry.name.endsWith(".generated.ts")) return [];
    if (entry.isDirectory()) return filesBelow(path);
    return /\.(?:tsx?|md|ya?ml|json|html|css)$/.test(entry.name) ? [path] : [];
  });
}

if (import.meta.main) {
  const root = fileURLToPath(new URL("../..", import.meta.url));
  const terms = readTerms(readFileSync(join(root, "CONTRIBUTING.md"), "utf8"));
  const problems = filesBelow(root)
    .map((path) => relative(root, path))
    .filter((file) => file !== quoted)
    .flatMap((file) => findBanned(file, readFileSync(join(root, file), "utf8"), terms));
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) console.error(`Found ${problems.length}: see "Terms" in CONTRIBUTING.md.`);
  if (terms.length === 0) console.error('CONTRIBUTING.md has no table under "Terms".');
  process.exitCode = problems.length === 0 && terms.length > 0 ? 0 : 1;
}
