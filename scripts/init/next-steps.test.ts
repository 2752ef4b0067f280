import { expect, test } from "vitest";
import { stepsAfter } from "./next-steps.ts";
import { setupOf } from "./plan.ts";
import { readProject, type Project } from "./project.ts";
import { openTestProject, packageText } from "./test-project.fixture.ts";

const installed = ["orgkit", "msw"];

/** The steps of a project, code below its sentence. */
function steps(files: Readonly<Record<string, string>>, manager: Project["manager"] = "npm"): readonly string[] {
  const project = readProject(openTestProject(files).folder, manager);
  const setup = setupOf(project, { ...project, baseUrl: project.baseUrl?.url ?? "/" });
  return stepsAfter(project, setup).map(({ text, code = [] }) => [text, ...code].join("\n"));
}

const page = '<body><script type="module" src="/src/app/main.tsx"></script></body>';
const entry = { "index.html": page, "src/app/main.tsx": "render();" };

test("the mock is started where the page of Vite begins", () => {
  expect(steps({ "package.json": packageText(["vite", "typescript", ...installed]), ...entry })[0]).toBe(
    [
      "Start the mock before the application is rendered, in src/app/main.tsx:",
      "if (import.meta.env.DEV) {",
      '  const { startMock } = await import("../mocks/browser");',
      "  await startMock();",
      "}",
    ].join("\n"),
  );
});

test("what is done already is not asked for again", () => {
  const done = steps({
    "package.json": packageText(["vite", "storybook", ...installed]),
    "index.html": page,
    "src/app/main.tsx": "await startMock();",
    ".storybook/main.ts": 'staticDirs: ["../public"]',
    ".storybook/preview.ts": "loaders: [simulationLoader]",
  });
  expect(done[0]).toBe("Call /api/v1/users with the header Authorization: Bearer aurora-token-4f7a91");
});

test.each([
  ["src/app/layout.tsx", "../mocks/mock-provider", "{children}"],
  ["src/pages/_app.jsx", "../mocks/mock-provider", "<Component {...pageProps} />"],
])("Next: the provider goes into %s", (path, from, children) => {
  const [hook, ...rest] = steps({ "package.json": packageText(["next", ...installed]), [path]: "" });
  expect(hook).toContain(`in ${path}:\nimport { MockProvider } from "${from}";`);
  expect(hook).toContain(`<MockProvider>${children}</MockProvider>`);
  expect(rest.join("\n")).toContain("What Next calls on its server no worker sees");
});

test("a public folder of the user's choice is the one that Storybook is to serve", () => {
  const project = readProject(openTestProject({ "package.json": packageText(["storybook"]) }).folder, "npm");
  const texts = stepsAfter(project, setupOf(project, { ...project, baseUrl: "/", publicFolder: "assets" }));
  expect(texts.flatMap(({ code = [] }) => code)).toContain('staticDirs: ["../assets"],');
});

const next = { "package.json": packageText(["next"]), "app/api/session/route.ts": "" };
const playwright = { "package.json": packageText(["@playwright/test"]) };
const mainOf = (file: string): string => `in .storybook/${file}:\nstaticDirs: ["../public"],`;
const pages = "Tell Playwright";

test.each([
  [
    "a worker would answer before Playwright can, so there it is not started",
    { "package.json": packageText(["vite", "@playwright/test"]), ...entry },
    "if (import.meta.env.DEV && !navigator.webdriver) {",
  ],
  [
    "without a page the entry is the user's to know, and without Vite the condition is that of other bundlers",
    { "package.json": packageText(["webpack", ...installed]) },
    'in the module it begins with:\nif (process.env.NODE_ENV === "development") {',
  ],
  ["routes of Next that the mock would hide are told", next, "Mind app/api"],
  [
    "the loader goes into the preview of Storybook",
    { "package.json": packageText(["storybook", "typescript"]), ".storybook/preview.tsx": "" },
    'in .storybook/preview.tsx:\nimport { simulationLoader } from "../mocks/storybook";',
  ],
  ["Storybook in TypeScript", { "package.json": packageText(["storybook", "typescript"]) }, mainOf("main.ts")],
  ["Storybook loads its config as an ES module", { "package.json": packageText(["storybook"]) }, mainOf("main.mjs")],
  ["so does Node", { "package.json": packageText(["storybook"], { type: "module" }) }, mainOf("main.js")],
  [
    "JavaScript imports a file by its whole name, as Node and webpack demand of modules",
    { "package.json": packageText(["vite", ...installed]), ...entry },
    'await import("../mocks/browser.js");',
  ],
  [
    "Playwright is to be told where the pages are",
    playwright,
    'in playwright.config.js:\nuse: { baseURL: "http://localhost:3000" },',
  ],
  [
    "also if it is commented out, as Playwright writes it, beside Vite",
    {
      ...playwright,
      "playwright.config.ts": "use: {\n  // baseURL: 'http://localhost:3000',\n}",
      "vite.config.ts": "",
    },
    'in playwright.config.ts:\nuse: { baseURL: "http://localhost:5173" },',
  ],
  ["its fixtures are to be imported", playwright, "import test and expect from e2e/fixtures"],
])("%s", (_, files, text) => {
  expect(steps(files).join("\n")).toContain(text);
});

test.each([
  ["routes of Next, if the service is elsewhere", { ...next, ".env": "NEXT_PUBLIC_API_URL=https://x.example" }, "Mind"],
  [
    "pages, if a config says it",
    { ...playwright, "playwright.config.ts": "use: { baseURL: process.env.SITE }" },
    pages,
  ],
  ["pages, if the API is elsewhere", { ...playwright, ".env": "VITE_API_URL=https://api.example" }, pages],
])("nothing is told of %s", (_, files, text) => {
  expect(steps(files).join("\n")).not.toContain(text);
});

test("commands are those of the package manager, and a script of the user's is not taken for ours", () => {
  const scripts = { mock: "msw serve" };
  const text = steps(
    {
      "package.json": packageText(["vitest"], { scripts }),
    },
    "pnpm",
  ).join("\n");
  expect(text).toContain("Install orgkit and msw: pnpm add -D orgkit msw");
  expect(text).toContain("pnpm exec vitest run mocks");
  expect(text).toContain("pnpm exec orgkit mock. To judge a service: pnpm run conform");
});
