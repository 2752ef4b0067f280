import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { inputErrorOf } from "../../fixtures/temporary-folder.ts";
import { readProject } from "./project.ts";
import { openTestProject, packageText } from "./test-project.ts";

describe("tools are found", () => {
  test.each([
    [
      "by dependencies",
      { "package.json": packageText(["vite", "vitest", "@playwright/test"]) },
      ["vite", "vitest", "playwright"],
    ],
    [
      "by configs, where a workspace holds the dependencies",
      { "next.config.mjs": "", "playwright.config.ts": "" },
      ["next", "playwright"],
    ],
    ["by the folder of Storybook", { ".storybook/main.ts": "", "vite.config.ts": "" }, ["vite", "storybook"]],
    [
      "not by names that are alike",
      { "package.json": packageText(["vite-plugin", "next-auth", "storybook-x"]), "my.vite.config.ts": "" },
      [],
    ],
    ["not in an empty folder", {}, []],
  ])("%s", (_, files, expected) => {
    expect([...readProject(openTestProject(files).folder).tools]).toStrictEqual(expected);
  });
});

test.each([
  ["ts", { "tsconfig.json": "{}" }],
  ["ts", { "package.json": packageText(["typescript"]) }],
  ["js", { "package.json": packageText(["vite"]) }],
] as const)("the language is %s: %j", (language, files) => {
  expect(readProject(openTestProject(files).folder).language).toBe(language);
});

test.each([
  ["pnpm", { "package.json": '{"packageManager":"pnpm@10.1.0"}', "package-lock.json": "" }],
  ["yarn", { "yarn.lock": "" }],
  ["bun", { "bun.lock": "" }],
  ["npm", { "package-lock.json": "" }],
])("the package manager is %s: %j", (manager, files) => {
  expect(readProject(openTestProject(files).folder).manager).toBe(manager);
});

test("a package of a workspace is installed by what installs the workspace, and not by what is beyond the repository", () => {
  const { folder, write } = openTestProject({ "pnpm-lock.yaml": "", "apps/web/package.json": "{}" });
  expect(readProject(join(folder, "apps/web")).manager).toBe("pnpm");
  mkdirSync(join(folder, "apps/.git"));
  write("apps/other/package.json", "{}");
  expect(readProject(join(folder, "apps/web")).manager).toBe("npm");
});

test.each([
  ["src/mocks", { "src/main.ts": "" }],
  ["mocks", { "src/main.ts": "", "mocks/handlers.ts": "" }],
  ["src/mocks", { "src/mocks/handlers.ts": "", "mocks/x.ts": "" }],
  ["mocks", { "app/layout.tsx": "" }],
  ["src/mocks", { "src/mocks/browser.ts": 'import { createSimulation } from "orgkit";' }],
  ["src/mocks/orgkit", { "src/mocks/browser.ts": 'import { setupWorker } from "msw/browser";' }],
])("mocks are kept in %s: %j", (mocksFolder, files) => {
  expect(readProject(openTestProject(files).folder).mocksFolder).toBe(mocksFolder);
});

test.each([
  ["e2e", {}],
  ["tests", { "tests/a.spec.ts": "" }],
  ["browser/specs", { "playwright.config.ts": "export default defineConfig({ testDir: './browser/specs/' })" }],
  ["e2e", { "playwright.config.ts": "export default { testDir: '.' }" }],
])("tests of Playwright are in %s: %j", (folder, files) => {
  expect(readProject(openTestProject(files).folder).fixtures).toBe(`${folder}/fixtures`);
});

test.each([
  ["e2e/orgkit-fixtures", { "e2e/fixtures.ts": 'export { test } from "@playwright/test";' }],
  ["e2e/orgkit-fixtures", { "e2e/fixtures/index.ts": "" }],
  ["e2e/fixtures", { "e2e/fixtures.js": 'import { test as base } from "orgkit/playwright";' }],
])("fixtures of the project's own keep their name: %s, %j", (fixtures, files) => {
  expect(readProject(openTestProject(files).folder).fixtures).toBe(fixtures);
});

test.each([
  [".js", { "src/main.js": "" }],
  ["", { "tsconfig.json": '{ "compilerOptions": { "module": "esnext", "moduleResolution": "bundler" } }' }],
  [".js", { "tsconfig.json": '{ "compilerOptions": { "module": "NodeNext" } }' }],
  [".js", { "tsconfig.json": '{ "extends": "@tsconfig/node24/tsconfig.json" }' }],
])("a relative import ends with %j: %j", (importExtension, files) => {
  expect(readProject(openTestProject(files).folder).importExtension).toBe(importExtension);
});

test("Vite beside Next does not serve the application", () => {
  const { folder } = openTestProject({ "package.json": packageText(["next", "vite", "vitest"]) });
  expect([...readProject(folder).tools]).toStrictEqual(["next", "vitest"]);
});

test("folders by the names of files tell nothing", () => {
  const { folder } = openTestProject({ ".env/x": "", "index.html/x": "", "mocks/browser.js/x": "" });
  expect(readProject(folder)).toMatchObject({ baseUrl: undefined, mocksFolder: "mocks/orgkit" });
});

test.each([
  ['{ "name": ', "package.json"],
  ["name: x", "package.json: Unexpected token"],
  ['{ "scripts": [] }', "package.json:1:3 scripts"],
])("a package.json that is none is told: %s", (text, message) => {
  const { folder } = openTestProject({ "package.json": text });
  expect(inputErrorOf(() => readProject(folder))).toContain(message);
});
