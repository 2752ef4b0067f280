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

test("a worker would answer before Playwright can, so there it is not started", () => {
  const text = steps({ "package.json": packageText(["vite", "@playwright/test", ...installed]), ...entry }).join("\n");
  expect(text).toContain("if (import.meta.env.DEV && !navigator.webdriver) {");
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

test("without a page the entry is the user's to know, and without Vite the condition is that of other bundlers", () => {
  expect(steps({ "package.json": packageText(["webpack", ...installed]) })[0]).toContain(
    'in the module it begins with:\nif (process.env.NODE_ENV === "development") {',
  );
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

test("routes of Next that the mock would hide are told, unless the service is elsewhere", () => {
  const routes = { "package.json": packageText(["next"]), "app/api/session/route.ts": "" };
  expect(steps(routes).join("\n")).toContain("Mind app/api");
  expect(steps({ ...routes, ".env": "NEXT_PUBLIC_API_URL=https://api.example" }).join("\n")).not.toContain("Mind");
});

test("the loader goes into the preview of Storybook, and the public folder is served", () => {
  const text = steps({ "package.json": packageText(["storybook", "typescript"]), ".storybook/preview.tsx": "" }).join(
    "\n",
  );
  expect(text).toContain('in .storybook/preview.tsx:\nimport { simulationLoader } from "../mocks/storybook";');
  expect(text).toContain('in .storybook/main.ts:\nstaticDirs: ["../public"],');
});

test("a public folder of the user's choice is the one that Storybook is to serve", () => {
  const project = readProject(openTestProject({ "package.json": packageText(["storybook"]) }).folder, "npm");
  const texts = stepsAfter(project, setupOf(project, { ...project, baseUrl: "/", publicFolder: "assets" }));
  expect(texts.flatMap(({ code = [] }) => code)).toContain('staticDirs: ["../assets"],');
});

test("JavaScript imports a file by its whole name, as Node and webpack demand of modules", () => {
  const files = { "package.json": packageText(["vite", ...installed]), ...entry };
  expect(steps(files)[0]).toContain('await import("../mocks/browser.js");');
});

test.each([
  ["without a config", {}, 'in playwright.config.js:\nuse: { baseURL: "http://localhost:3000" },'],
  [
    "commented out, as Playwright writes it, beside Vite",
    {
      "playwright.config.ts": "use: {\n  // baseURL: 'http://localhost:3000',\n}",
      "vite.config.ts": "",
    },
    'in playwright.config.ts:\nuse: { baseURL: "http://localhost:5173" },',
  ],
])("Playwright is to be told where the pages are: %s", (_, files, hook) => {
  expect(steps({ "package.json": packageText(["@playwright/test"]), ...files }).join("\n")).toContain(hook);
});

test.each([
  ["its config says it", { "playwright.config.ts": "use: { baseURL: process.env.SITE }" }],
  ["the API is elsewhere", { ".env": "VITE_API_URL=https://api.example" }],
])("Playwright need not be told where the pages are: %s", (_, files) => {
  const text = steps({ "package.json": packageText(["@playwright/test"]), ...files }).join("\n");
  expect(text).not.toContain("Tell Playwright");
  expect(text).toContain("import test and expect from e2e/fixtures");
});

test("Storybook loads its config as an ES module, so a JavaScript project without type module needs .mjs", () => {
  const project = (type: object): string => steps({ "package.json": packageText(["storybook"], type) }).join("\n");
  expect(project({})).toContain("in .storybook/main.mjs:");
  expect(project({ type: "module" })).toContain("in .storybook/main.js:");
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
