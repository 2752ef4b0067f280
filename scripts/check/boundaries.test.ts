import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";

const config = fileURLToPath(new URL("../../.oxlintrc.json", import.meta.url));
const oxlint = fileURLToPath(new URL("../../node_modules/oxlint/bin/oxlint", import.meta.url));

/** A tree of one file for each import in question, each importing what its path may or may not. */
const imports = {
  "fixtures/ok.ts": "./contract/operations.ts",
  "fixtures/back.ts": "../mocks/simulation/simulation.ts",
  "mocks/faces/ok.ts": "../../fixtures/contract/operations.ts",
  "mocks/faces/back.ts": "../../conformance/run/conform.ts",
  "mocks/simulation/ok.ts": "../../fixtures/dialect/dialect.ts",
  "mocks/simulation/node.ts": "node:fs",
  "mocks/simulation/network.ts": "msw",
  "mocks/simulation/face.ts": "../faces/http-server.ts",
  "mocks/service/back.ts": "../simulation/simulation.ts",
  "mocks/scenarios/back.ts": "../control/control.ts",
  "mocks/journal/back.ts": "../simulation/simulation.ts",
  "mocks/control/back.ts": "../faces/http-server.ts",
  "mocks/capsule/back.ts": "../faces/http-server.ts",
  "mocks/state/back.ts": "../faces/http-server.ts",
  "mocks/simulation/state.ts": "../state/state.ts",
  "mocks/control/state.ts": "../state/state.ts",
  "mocks/faces/replay.ts": "../replay/replay.ts",
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

let reported: ReadonlyMap<string, readonly string[]>;
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "orgkit-boundaries-"));
  copyFileSync(config, join(folder, ".oxlintrc.json"));
  for (const [path, specifier] of Object.entries(imports)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), `export * from "${specifier}";\n`);
  }
  writeFileSync(join(folder, "scripts/circle-a.ts"), 'import { b } from "./circle-b.ts";\nexport const a = () => b;\n');
  writeFileSync(join(folder, "scripts/circle-b.ts"), 'import { a } from "./circle-a.ts";\nexport const b = () => a;\n');
  const { stdout } = spawnSync(process.execPath, [oxlint, "--format", "json"], { cwd: folder, encoding: "utf8" });
  const { diagnostics } = outputSchema.parse(JSON.parse(stdout));
  const codes = Map.groupBy(diagnostics, ({ filename }) => filename);
  reported = new Map([...codes].map(([file, entries]) => [file, entries.map(({ code }) => code)]));
});

afterAll(() => rmSync(folder, { recursive: true }));

const restricted = "eslint(no-restricted-imports)";

describe("fixtures → mocks → conformance → scripts, and no import back", () => {
  test.each(Object.keys(imports).filter((path) => /\/(ok|mock\.spec)\.ts$/.test(path)))("%s is allowed", (path) => {
    expect(reported.get(path) ?? []).not.toContain(restricted);
  });

  test.each(Object.keys(imports).filter((path) => !/\/(ok|mock\.spec)\.ts$/.test(path)))("%s is reported", (path) => {
    expect(reported.get(path)).toContain(restricted);
  });

  test("a circle is reported", () => {
    expect(reported.get("scripts/circle-a.ts")).toContain("import(no-cycle)");
  });
});
