import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { inputErrorOf } from "../../fixtures/temporary-folder.ts";
import { packageManagerOf, readProject } from "./project.ts";
import { openTestProject, packageText } from "./test-project.fixture.ts";

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
    expect([...readProject(openTestProject(files).folder, "npm").tools]).toStrictEqual(expected);
  });
});

test.each([
  ["ts", { "tsconfig.json": "{}" }],
  ["ts", { "package.json": packageText(["typescript"]) }],
  ["js", { "package.json": packageText(["vite"]) }],
] as const)("the language is %s: %j", (language, files) => {
  expect(readProject(openTestProject(files).folder, "npm").language).toBe(language);
});

test.each([
  ["pnpm", { "package.json": '{"packageManager":"pnpm@10.1.0"}', "package-lock.json": "" }],
  ["yarn", { "yarn.lock": "" }],
  ["bun", { "bun.lock": "" }],
  ["npm", { "package-lock.json": "" }],
  ["pnpm", { "pnpm-lock.yaml": "", "apps/web/package.json": "{}" }],
  ["npm", { "pnpm-lock.yaml": "", "apps/web/package.json": "{}", "apps/.git/HEAD": "" }],
])("the package manager is %s, of a workspace by what is above, up to the repository: %j", async (manager, files) => {
  const { folder } = openTestProject(files);
  expect(await packageManagerOf("apps/web/package.json" in files ? join(folder, "apps/web") : folder)).toBe(manager);
});

test.each([
  ["src/mocks", { "src/main.ts": "" }],
  ["mocks", { "src/main.ts": "", "mocks/handlers.ts": "" }],
  ["src/mocks", { "src/mocks/handlers.ts": "", "mocks/x.ts": "" }],
  ["mocks", { "app/layout.tsx": "" }],
  ["src/mocks", { "src/mocks/browser.ts": 'import { createSimulation } from "orgkit";' }],
  ["src/mocks/orgkit", { "src/mocks/browser.ts": 'import { setupWorker } from "msw/browser";' }],
])("mocks are kept in %s: %j", (mocksFolder, files) => {
  expect(readProject(openTestProject(files).folder, "npm").mocksFolder).toBe(mocksFolder);
});

test.each([
  ["e2e", {}],
  ["tests", { "tests/a.spec.ts": "" }],
  ["browser/specs", { "playwright.config.ts": "export default defineConfig({ testDir: './browser/specs/' })" }],
  ["e2e", { "playwright.config.ts": "export default { testDir: '.' }" }],
])("tests of Playwright are in %s: %j", (folder, files) => {
  expect(readProject(openTestProject(files).folder, "npm").fixtures).toBe(`${folder}/fixtures`);
});

test.each([
  ["e2e/orgkit-fixtures", { "e2e/fixtures.ts": 'export { test } from "@playwright/test";' }],
  ["e2e/orgkit-fixtures", { "e2e/fixtures/index.ts": "" }],
  ["e2e/fixtures", { "e2e/fixtures.js": 'import { test as base } from "orgkit/playwright";' }],
])("fixtures of the project's own keep their name: %s, %j", (fixtures, files) => {
  expect(readProject(openTestProject(files).folder, "npm").fixtures).toBe(fixtures);
});

test.each([
  [".js", { "src/main.js": "" }],
  ["", { "tsconfig.json": '{ "compilerOptions": { "module": "esnext", "moduleResolution": "bundler" } }' }],
  [".js", { "tsconfig.json": '{ "compilerOptions": { "module": "NodeNext" } }' }],
  [".js", { "tsconfig.json": '{ "extends": "@tsconfig/node24/tsconfig.json" }' }],
])("a relative import ends with %j: %j", (importExtension, files) => {
  expect(readProject(openTestProject(files).folder, "npm").importExtension).toBe(importExtension);
});

test("Vite beside Next does not serve the application", () => {
  const { folder } = openTestProject({ "package.json": packageText(["next", "vite", "vitest"]) });
  expect([...readProject(folder, "npm").tools]).toStrictEqual(["next", "vitest"]);
});

test("folders by the names of files tell nothing", () => {
  const { folder } = openTestProject({ ".env/x": "", "index.html/x": "", "mocks/browser.js/x": "" });
  expect(readProject(folder, "npm")).toMatchObject({ baseUrl: undefined, mocksFolder: "mocks/orgkit" });
});

test.each([
  ['{ "name": ', "package.json"],
  ["name: x", "package.json: Unexpected token"],
  ['{ "scripts": [] }', "package.json:1:3 scripts"],
])("a package.json that is none is told: %s", (text, message) => {
  const { folder } = openTestProject({ "package.json": text });
  expect(inputErrorOf(() => readProject(folder, "npm"))).toContain(message);
});
