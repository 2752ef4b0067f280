import { writeCode } from "./generate/code.ts";
import { holds, rewrite } from "./generate/rewrite.ts";

/**
 * `npm run generate`: writes what follows from a definition elsewhere: code that nobody commits, pages and JSON schemas.
 * With `--code` the code alone; with `--check` a page or schema is not written, and fails where it is not what its
 * definition says.
 */
await writeCode();
if (!process.argv.includes("--code")) {
  // Loaded only now: it needs the code.
  const { pages } = await import("./generate/pages.ts");
  const isCheck = process.argv.includes("--check");
  for (const [path, text] of Object.entries(await pages())) {
    if (!isCheck) rewrite(path, text);
    else if (!holds(path, text)) {
      process.stderr.write(`${path} is not what its source says: run npm run generate and commit what it writes\n`);
      process.exitCode = 1;
    }
  }
}
