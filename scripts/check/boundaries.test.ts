import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { z } from "zod";
import { openTemporaryDirectory } from "../../fixtures/temporary-directory.fixture.ts";

const config = fileURLToPath(new URL("../../.oxlintrc.json", import.meta.url));
const oxlint = fileURLToPath(new URL("../../node_modules/oxlint/bin/oxlint", import.meta.url));

/** Imports that are allowed, or not. */
const imports = {
  "fixtures/ok.ts": "./contract/operations.ts",
  "fixtures/back.ts": "../mocks/simulation/simulation.ts",
  "mocks/adapters/ok.ts": "../../fixtures/contract/operations.ts",
  "mocks/adapters/back.ts": "../../conformance/run/conform.ts",
  "mocks/simulation/node.ts": "node:fs",
  "mocks/simulation/adapter.ts": "../adapters/http-server.ts",
  "mocks/service/back.ts": "../simulation/simulation.ts",
  "mocks/control/back.ts": "../adapters/http-server.ts",
  "conformance/mock.ts": "../mocks/simulation/simulation.ts",
  "conformance/mock.spec.ts": "../mocks/simulation/simulation.ts",
  "conformance/back.spec.ts": "../scripts/cli.ts",
  "scripts/ok.ts": "../conformance/run/conform.ts",
  "scripts/circle-a.ts": "./circle-b.ts",
  "scripts/circle-b.ts": "./circle-a.ts",
};

const outputSchema = z.object({
  diagnostics: z.array(z.object({ code: z.string(), filename: z.string() })),
});

const directory = openTemporaryDirectory();

test("fixtures → mocks → conformance → scripts: an import back is reported, any other is not, and a circle is", () => {
  directory.write(".oxlintrc.json", readFileSync(config, "utf8"));
  for (const [path, specifier] of Object.entries(imports)) {
    mkdirSync(dirname(join(directory.path, path)), { recursive: true });
    directory.write(path, `export * from "${specifier}";\n`);
  }
  const options = { cwd: directory.path, encoding: "utf8" } as const;
  const { stdout } = spawnSync(process.execPath, [oxlint, "--format", "json"], options);
  const { diagnostics } = outputSchema.parse(JSON.parse(stdout));
  const reported = diagnostics.filter(({ code }) => /no-restricted-imports|no-cycle/.test(code));
  const wrong = Object.keys(imports).filter((path) => !/\/(ok|mock\.spec)\.ts$/.test(path));
  expect([...new Set(reported.map(({ filename }) => filename))].toSorted()).toStrictEqual(wrong.toSorted());
});
