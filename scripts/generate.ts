import { writeCode } from "./generate/code.ts";
import { differenceFrom, rewrite } from "./generate/rewrite.ts";

/**
 * `npm run generate`: writes everything derived from definitions elsewhere: code that is not committed, pages and JSON
 * schemas. With `--code` only the code; with `--check` nothing, but fails if a page or schema is out of date.
 */
await writeCode();
if (!process.argv.includes("--code")) {
  // Loaded late, since it needs the generated code.
  const { pages } = await import("./generate/pages.ts");
  const isCheck = process.argv.includes("--check");
  for (const [path, text] of Object.entries(await pages())) {
    if (!isCheck) rewrite(path, text);
    else {
      const difference = differenceFrom(path, text);
      if (difference === undefined) continue;
      process.stderr.write(`${difference}\nRun npm run generate, and commit what it writes.\n`);
      process.exitCode = 1;
    }
  }
}
