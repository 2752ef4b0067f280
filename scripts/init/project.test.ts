import { join } from "node:path";
import { expect, test } from "vitest";
import { inputErrorOf } from "../../fixtures/temporary-directory.fixture.ts";
import { packageManagerOf, readProject } from "./project.ts";
import { openTestProject, packageText } from "./test-project.fixture.ts";

type Files = Readonly<Record<string, string>>;

function found(files: Files) {
  const project = readProject(openTestProject(files).directory, "npm");
  return { ...project, tools: [...project.tools].join() };
}

const needs = (...dependencies: string[]): Files => ({ "package.json": packageText(dependencies) });

test.each<readonly [expected: Partial<ReturnType<typeof found>>, files: Files]>([
  [{ tools: "vite,vitest,playwright", language: "js" }, needs("vite", "vitest", "@playwright/test")],
  // A workspace has the dependencies.
  [{ tools: "next,playwright" }, { "next.config.mjs": "", "playwright.config.ts": "" }],
  [{ tools: "vite,storybook" }, { ".storybook/main.ts": "", "vite.config.ts": "" }],
  [{ tools: "" }, { ...needs("vite-plugin", "next-auth", "storybook-x"), "my.vite.config.ts": "" }],
  // Vite beside Next does not serve the application.
  [{ tools: "next,vitest" }, needs("next", "vite", "vitest")],
  [
    { tools: "", mocksDirectory: "mocks", fixtures: "e2e/fixtures", importExtension: ".js", publicDirectory: "public" },
    {},
  ],
  [{ language: "ts", importExtension: "" }, { "tsconfig.json": '{ "compilerOptions": { "module": "esnext" } }' }],
  [{ language: "ts" }, needs("typescript")],
  [{ importExtension: ".js" }, { "tsconfig.json": '{ "compilerOptions": { "module": "NodeNext" } }' }],
  [{ importExtension: ".js" }, { "tsconfig.json": '{ "extends": "@tsconfig/node24/tsconfig.json" }' }],
  [{ publicDirectory: "static" }, needs("gatsby")],
  [{ mocksDirectory: "src/mocks" }, { "src/main.ts": "" }],
  [{ mocksDirectory: "mocks" }, { "src/main.ts": "", "mocks/handlers.ts": "" }],
  [{ mocksDirectory: "src/mocks" }, { "src/mocks/handlers.ts": "", "mocks/x.ts": "" }],
  [{ mocksDirectory: "src/mocks" }, { "src/mocks/browser.ts": 'import { createSimulation } from "orgkit";' }],
  [{ mocksDirectory: "src/mocks/orgkit" }, { "src/mocks/browser.ts": 'import { setupWorker } from "msw/browser";' }],
  [{ fixtures: "tests/fixtures" }, { "tests/a.spec.ts": "" }],
  [
    { fixtures: "browser/specs/fixtures" },
    { "playwright.config.ts": "export default { testDir: './browser/specs/' }" },
  ],
  [{ fixtures: "e2e/fixtures" }, { "playwright.config.ts": "export default { testDir: '.' }" }],
  // The project's own fixtures keep their name.
  [{ fixtures: "e2e/orgkit-fixtures" }, { "e2e/fixtures.ts": 'export { test } from "@playwright/test";' }],
  [{ fixtures: "e2e/orgkit-fixtures" }, { "e2e/fixtures/index.ts": "" }],
  [{ fixtures: "e2e/fixtures" }, { "e2e/fixtures.js": 'import { test as base } from "orgkit/playwright";' }],
  // Directories by the names of files.
  [
    { baseUrl: undefined, mocksDirectory: "mocks/orgkit" },
    { ".env/x": "", "index.html/x": "", "mocks/browser.js/x": "" },
  ],
])("%j is found in %j", (expected, files) => {
  expect(found(files)).toMatchObject(expected);
});

test.each([
  ["pnpm", ".", { "package.json": '{"packageManager":"pnpm@10.1.0"}', "package-lock.json": "" }],
  ["yarn", ".", { "yarn.lock": "" }],
  ["bun", ".", { "bun.lock": "" }],
  ["npm", ".", {}],
  // In a workspace by the directories above, up to the repository.
  ["pnpm", "apps/web", { "pnpm-lock.yaml": "", "apps/web/package.json": "{}" }],
  ["npm", "apps/web", { "pnpm-lock.yaml": "", "apps/web/package.json": "{}", "apps/.git/HEAD": "" }],
])("the package manager is %s in %s of %j", async (manager, place, files) => {
  expect(await packageManagerOf(join(openTestProject(files).directory, place))).toBe(manager);
});

test.each([
  ['{ "name": ', "package.json"],
  ["name: x", "package.json: Unexpected token"],
  ['{ "scripts": [] }', "package.json:1:3 scripts"],
])("an invalid package.json is reported: %s", (text, message) => {
  const { directory } = openTestProject({ "package.json": text });
  expect(inputErrorOf(() => readProject(directory, "npm"))).toContain(message);
});
