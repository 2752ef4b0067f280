import { execa } from "execa";

/**
 * `npm run check`: runs every check of the code, two at a time and to the end, and shows the output of those that fail.
 * The generated code comes first, since the others read it; then the quickest.
 */
const checks = {
  "generated code": "node scripts/generate.ts --code",
  format: "oxfmt --check .",
  lint: "oxlint",
  types: "npm run --silent check:types",
  terms: "node scripts/check/words.ts",
  "generated pages": "node scripts/generate.ts --check",
  "unused code": "knip -c scripts/config/knip.json",
  OpenAPI: "node scripts/lint-openapi.ts",
};

const started = performance.now();
const [first, ...rest] = Object.entries(checks);
const failed: string[] = [];

function secondsSince(timestamp: number): string {
  return `${((performance.now() - timestamp) / 1000).toFixed(1)} s`;
}

async function run([name, command]: readonly [name: string, command: string]): Promise<void> {
  const began = performance.now();
  const { failed: isFailed, all } = await execa({ shell: true, all: true, reject: false })`${command}`;
  process.stdout.write(`${isFailed ? "✗" : "✓"} ${name.padEnd(16)} ${secondsSince(began)}  ${command}\n`);
  if (isFailed) failed.push(`\n${name}: ${command}\n${all}`);
}

async function runAll(): Promise<void> {
  for (let next = rest.shift(); next !== undefined; next = rest.shift()) await run(next);
}

if (first !== undefined) await run(first);
await Promise.all([runAll(), runAll()]);
for (const text of failed) process.stdout.write(`${text}\n`);
process.stdout.write(`${Object.keys(checks).length} checks in ${secondsSince(started)}, ${failed.length} failed\n`);
process.exitCode = failed.length === 0 ? 0 : 1;
