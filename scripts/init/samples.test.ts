import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { execa } from "execa";
import { format } from "oxfmt";
import { expect, test } from "vitest";
import { samples } from "./plan.ts";
import { configFile } from "./templates/config.ts";
import type { SampleFile, Setup } from "./templates/setup.ts";
import { openTestProject } from "./test-project.fixture.ts";
import { tools } from "./tools.ts";

const setups = (["ts", "js"] as const).flatMap((language) =>
  ["/", "/tenant/x", "https://api.example"].flatMap((baseUrl) =>
    [tools.filter((tool) => tool !== "next"), tools.filter((tool) => tool !== "vite"), ["next"] as const, []].map(
      (chosen): Setup => ({
        tools: new Set(chosen),
        projectTools: new Set(chosen),
        language,
        importExtension: language === "js" || baseUrl === "/" ? ".js" : "",
        isModule: true,
        baseUrl,
        publicDirectory: "public",
        mocksDirectory: "src/mocks",
        fixtures: "e2e/fixtures",
      }),
    ),
  ),
);

function all(setup: Setup): readonly SampleFile[] {
  return [...samples(setup), configFile(setup), configFile({ ...setup, isModule: false })];
}

test("every sample is valid in its language, and formatted", async () => {
  for (const { path, text } of setups.flatMap(all)) {
    const { code, errors } = await format(path, text, { printWidth: 100 });
    expect(errors, path).toStrictEqual([]);
    expect(code, path).toBe(text);
  }
});

test("a sample is short", () => {
  expect(Math.max(...setups.flatMap(all).map(({ text }) => text.split("\n").length))).toBeLessThanOrEqual(30);
});

const checkout = fileURLToPath(new URL("../..", import.meta.url));

/** As strict as the checkout, whose sources have the public names. */
const tsconfig = {
  extends: join(checkout, "tsconfig.json"),
  compilerOptions: {
    module: "esnext",
    moduleResolution: "bundler",
    jsx: "react-jsx",
    types: ["node", "vite/client"],
    noPropertyAccessFromIndexSignature: false,
  },
  include: ["cases"],
  exclude: [],
};

test("every sample type-checks with the strictest settings", { timeout: 60_000 }, async () => {
  const { directory, write } = openTestProject({ "tsconfig.json": JSON.stringify(tsconfig) });
  symlinkSync(join(checkout, "node_modules"), join(directory, "node_modules"));
  for (const [index, setup] of setups.filter(({ language }) => language === "ts").entries()) {
    for (const { path, text } of all(setup)) write(`cases/${index}/${path}`, text);
  }
  const { all: output, exitCode } = await execa(
    process.execPath,
    [join(checkout, "node_modules/typescript/bin/tsc"), "-p", ".", "--singleThreaded"],
    { cwd: directory, all: true, reject: false },
  );
  expect([output, exitCode]).toStrictEqual(["", 0]);
});
