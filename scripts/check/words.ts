import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";

/** A word or phrase that our files do not use. */
interface Term {
  readonly banned: string;
  readonly replacement: string;
}

/** The page with the table of what to write, and what not (`…` is the rest of a name). */
const termsPage = "scripts/check/terms.md";

function readTerms(page: string): readonly Term[] {
  const rows = [...page.matchAll(/^\| (.+?) \| (.+?) \|$/gm)];
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

/** Matches a term as words, across line breaks, or as a part of a name: `fixIt`, `toFix`. */
function patternOf(term: string): RegExp {
  const [first, rest] = [term.slice(0, 1), term.slice(1)];
  const words = rest.replaceAll("…", String.raw`[A-Z]\w*`).replaceAll(" ", String.raw`\s+(?:(?:\*|//) )?`);
  const [lower, upper] = [first.toLowerCase(), first.toUpperCase()];
  return new RegExp(`(?:(?<![A-Za-z])[${lower}${upper}]|(?<=[a-z])${upper})${words}(?![a-z])`, "g");
}

/** Without released versions of the changelog, which stay as they are. */
function ownText(file: string, text: string): string {
  return file === "CHANGELOG.md" ? text.split(/^## /m).slice(0, 2).join("## ") : text;
}

const skipped = new Set(["node_modules", "dist", ".git", "test-results", "LICENSE", "package-lock.json"]);

/** Not our words: the table of terms, and the document that orgkit judges against. */
const quoted: ReadonlySet<string> = new Set([termsPage, "fixtures/contract/interface.md"]);

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
  const terms = readTerms(readFileSync(join(root, termsPage), "utf8"));
  const problems = filesBelow(root)
    .map((path) => relative(root, path))
    .filter((file) => !quoted.has(file))
    .flatMap((file) => findBanned(file, readFileSync(join(root, file), "utf8"), terms));
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) console.error(`Found ${problems.length}: see ${termsPage}.`);
  if (terms.length === 0) console.error(`${termsPage} has no table.`);
  process.exitCode = problems.length === 0 && terms.length > 0 ? 0 : 1;
}
