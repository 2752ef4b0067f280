import { mkdtempDisposableSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { execa } from "execa";
import { openDialect } from "../fixtures/dialect/open.ts";
import { builtInDialectNames } from "../fixtures/dialect/built-in.ts";
import { openApiDocument } from "../fixtures/interface/openapi-document.ts";

/**
 * Part of `npm run check`: runs Redocly on every OpenAPI document: the contract, and the interface in the built-in
 * dialects.
 */

using directory = mkdtempDisposableSync(join(tmpdir(), "orgkit-openapi-"));
const files = await Promise.all(
  builtInDialectNames.map(async (name) => {
    const path = join(directory.path, `interface-${name}.json`);
    writeFileSync(path, JSON.stringify(openApiDocument(await openDialect(name)), null, 2));
    return path;
  }),
);
const redocly = fileURLToPath(import.meta.resolve("@redocly/cli/bin/cli.js"));
const args = ["lint", "--config=scripts/config/redocly.yaml", "fixtures/contract/openapi.yaml", ...files];
const { exitCode, all } = await execa(process.execPath, [redocly, ...args], {
  cwd: fileURLToPath(new URL("..", import.meta.url)),
  env: { REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" },
  all: true,
  reject: false,
});
process.exitCode = exitCode ?? 1;
if (exitCode !== 0) process.stderr.write(`${all}\n`);
