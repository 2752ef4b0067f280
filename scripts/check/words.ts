import { globSync, readFileSync } from "node:fs";

/** Part of `npm run check`: finds the terms of `terms.md` that our files do not use. Run at the root. */
const termsPage = "scripts/check/terms.md";

/** Not our words, or not current ones: the document that orgkit judges against, and generated code. */
const excluded = [
  termsPage,
  "fixtures/contract/interface.md",
  "package-lock.json",
  "**/*.generated.ts",
  "**/node_modules/**",
  "dist/**",
  "test-results/**",
];

/** Matches a term as words, across line breaks, or as a part of a name: `fixIt`, `toFix`; `…` is the rest of a name. */
function compileTerm(term: string): RegExp {
  const [first, rest] = [term.slice(0, 1), term.slice(1)];
  const words = rest.replaceAll("…", String.raw`[A-Z]\w*`).replaceAll(" ", String.raw`\s+(?:(?:\*|//) )?`);
  const [lower, upper] = [first.toLowerCase(), first.toUpperCase()];
  return new RegExp(`(?:(?<![A-Za-z])[${lower}${upper}]|(?<=[a-z])${upper})${words}(?![a-z])`, "g");
}

const rows = [...readFileSync(termsPage, "utf8").matchAll(/^\| (.+?) \| (.+?) \|$/gm)];
const terms = rows.flatMap(([, replacement = "", cell = ""]) =>
  [...cell.matchAll(/`([^`]+)`/g)].map(([, term = ""]) => ({ pattern: compileTerm(term), replacement })),
);

for (const file of globSync("**/*.{ts,tsx,md,yml,yaml,json,html,css}", { exclude: excluded })) {
  const text = readFileSync(file, "utf8");
  // Released versions of the changelog stay as they are.
  const current = file === "CHANGELOG.md" ? text.split(/^## /m).slice(0, 2).join("## ") : text;
  for (const { pattern, replacement } of terms) {
    for (const { 0: term, index } of current.matchAll(pattern)) {
      const line = current.slice(0, index).split("\n").length;
      console.error(`${file}:${line}: write ${replacement} instead of "${term.replaceAll(/\s+/g, " ")}"`);
      process.exitCode = 1;
    }
  }
}
