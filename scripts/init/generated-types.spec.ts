import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect } from "@playwright/test";
import { checkout, run, test } from "../cli.fixture.ts";
import { samples } from "./plan.ts";
import { configFile } from "./templates/config.ts";
import type { Setup } from "./templates/setup.ts";
import { tools, type Tool } from "./tools.ts";

const setups: Readonly<Record<string, readonly Tool[]>> = {
  vite: ["vite", "vitest", "playwright", "storybook"],
  next: tools.filter((tool) => tool !== "vite"),
  other: [],
};

/** The types of orgkit; those of a config are to be exported by the package's main entry. */
const entry = `export * from ${JSON.stringify(join(checkout, "mocks/index.ts"))};
export type { OrgkitConfig } from ${JSON.stringify(join(checkout, "scripts/settings/config.ts"))};
`;

const options = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noImplicitReturns: true,
  noUnusedLocals: true,
  noUnusedParameters: true,
  verbatimModuleSyntax: true,
  erasableSyntaxOnly: true,
  isolatedModules: true,
  noEmit: true,
  skipLibCheck: true,
  allowImportingTsExtensions: true,
  resolveJsonModule: true,
  target: "es2024",
  lib: ["es2024", "esnext.iterator", "dom", "dom.iterable"],
  module: "esnext",
  moduleResolution: "bundler",
  jsx: "react-jsx",
  types: ["node", "vite/client"],
  paths: {
    orgkit: ["./entry.ts"],
    "orgkit/suite": [join(checkout, "conformance/suite/suite.ts")],
    "orgkit/*": [join(checkout, "mocks/faces/*.ts")],
  },
};

test("what is written type-checks, as strict as can be: every tool, absolute or own origin, with a prefix or without", async ({
  folder,
}) => {
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  symlinkSync(join(checkout, "node_modules"), join(folder, "node_modules"));
  write("entry.ts", entry);
  write("tsconfig.json", JSON.stringify({ compilerOptions: options, include: ["cases"] }));
  for (const [name, chosen] of Object.entries(setups)) {
    for (const [index, baseUrl] of ["/", "/tenant/x", "https://api.example"].entries()) {
      const setup: Setup = {
        tools: new Set(chosen),
        projectTools: new Set(chosen),
        language: "ts",
        importExtension: index === 0 ? ".js" : "",
        isModule: true,
        baseUrl,
        publicFolder: "public",
        mocksFolder: "src/mocks",
        fixtures: "e2e/fixtures",
      };
      for (const { path, text } of [...samples(setup), configFile(setup)])
        write(`cases/${name}-${index}/${path}`, text);
    }
  }
  const { code, out } = await run(
    process.execPath,
    [join(checkout, "node_modules/typescript/bin/tsc"), "-p", "."],
    folder,
    {},
  );
  expect(out).toBe("");
  expect(code).toBe(0);
});
