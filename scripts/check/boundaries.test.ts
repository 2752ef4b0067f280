import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { z } from "zod";
import { openTemporaryDirectory } from "../../fixtures/temporary-directory.fixture.ts";

const config = fileURLToPath(new URL("../../.oxlintrc.json", import.meta.url));
const oxlint = fileURLToPath(new URL("../../node_modules/oxlint/bin/oxlint", import.meta.url));

/** A tree with one file for each import to test, allowed or not. */
const imports = {
  "fixtures/ok.ts": "./contract/operations.ts",
  "fixtures/back.ts": "../mocks/simulation/simulation.ts",
  "mocks/adapters/ok.ts": "../../fixtures/contract/operations.ts",
  "mocks/adapters/back.ts": "../../conformance/run/conform.ts",
  "mocks/simulation/ok.ts": "../../fixtures/dialect/dialect.ts",
  "mocks/simulation/node.ts": "node:fs",
  "mocks/simulation/network.ts": "msw",
  "mocks/simulation/adapter.ts": "../adapters/http-server.ts",
  "mocks/service/back.ts": "../simulation/simulation.ts",
  "mocks/scenarios/back.ts": "../control/control.ts",
  "mocks/journal/back.ts": "../simulation/simulation.ts",
  "mocks/control/back.ts": "../adapters/http-server.ts",
  "mocks/state/back.ts": "../adapters/http-server.ts",
  "mocks/simulation/state.ts": "../state/state.ts",
  "mocks/control/state.ts": "../state/state.ts",
  "mocks/control/ok.ts": "../simulation/simulation.ts",
  "conformance/ok.ts": "../fixtures/contract/operations.ts",
  "conformance/mock.ts": "../mocks/simulation/simulation.ts",
  "conformance/discovery/ok.ts": "../target/session.ts",
  "conformance/discovery/back.ts": "../checks/check.ts",
  "conformance/discovery/mock.ts": "../../mocks/simulation/simulation.ts",
  "conformance/back.ts": "../scripts/cli.ts",
  "conformance/mock.spec.ts": "../mocks/simulation/simulation.ts",
  "conformance/back.spec.ts": "../scripts/cli.ts",
  "scripts/ok.ts": "../conformance/run/conform.ts",
} as const;

const outputSchema = z.object({
  diagnostics: z.array(z.object({ code: z.string(), filename: z.string() })),
});

const directory = openTemporaryDirectory();

/** The files in which oxlint reports a violation of one rule. */
function filesWith(rule: string): readonly string[] {
  const { stdout } = spawnSync(process.execPath, [oxlint, "--format", "json"], {
    cwd: directory.path,
    encoding: "utf8",
  });
  const { diagnostics } = outputSchema.parse(JSON.parse(stdout));
  return [...new Set(diagnostics.filter(({ code }) => code === rule).map(({ filename }) => filename))].toSorted();
}

function write(path: string, text: string): void {
  mkdirSync(dirname(join(directory.path, path)), { recursive: true });
  directory.write(path, text);
}

test("fixtures → mocks → conformance → scripts: an import back is reported, any other is not, and a circle is", () => {
  directory.write(".oxlintrc.json", readFileSync(config, "utf8"));
  for (const [path, specifier] of Object.entries(imports)) write(path, `export * from "${specifier}";\n`);
  const backwards = Object.keys(imports).filter((path) => !/\/(ok|mock\.spec)\.ts$/.test(path));
  expect(filesWith("eslint(no-restricted-imports)")).toStrictEqual(backwards.toSorted());
  write("scripts/circle-a.ts", 'import { b } from "./circle-b.ts";\nexport const a = () => b;\n');
  write("scripts/circle-b.ts", 'import { a } from "./circle-a.ts";\nexport const b = () => a;\n');
  expect(filesWith("import(no-cycle)")).toContain("scripts/circle-a.ts");
});
