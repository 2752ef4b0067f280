import { expect, test } from "vitest";
import { stepsAfter } from "./next-steps.ts";
import { setupOf } from "./plan.ts";
import { readProject, type Project } from "./project.ts";
import { openTestProject, packageText } from "./test-project.fixture.ts";

type Files = Readonly<Record<string, string>>;

/** The steps for a project, with code below its sentence. */
function steps(files: Files, manager: Project["manager"] = "npm", publicDirectory = "public"): string {
  const project = readProject(openTestProject(files).directory, manager);
  const setup = setupOf(project, { ...project, baseUrl: project.baseUrl?.url ?? "/", publicDirectory });
  return stepsAfter(project, setup)
    .map(({ text, code = [] }) => [text, ...code].join("\n"))
    .join("\n");
}

const needs = (...dependencies: string[]): Files => ({
  "package.json": packageText([...dependencies, "orgkit", "msw"]),
});
const page = { "index.html": '<body><script type="module" src="/src/app/main.tsx"></script></body>' };
const entry = { ...page, "src/app/main.tsx": "render();" };
const next = { ...needs("next"), "app/api/session/route.ts": "" };
const playwright = needs("@playwright/test");

test("steps that are already done are not listed", () => {
  const done = {
    ...needs("vite", "storybook"),
    ...page,
    "src/app/main.tsx": "await startMock();",
    ".storybook/main.ts": 'staticDirs: ["../public"]',
    ".storybook/preview.ts": "loaders: [simulationLoader]",
  };
  expect(steps(done)).toMatch(
    /^Request \/api\/v1\/users with the header Authorization: Bearer aurora-token-4f7a91\nOver/,
  );
});

test.each<readonly [step: string, files: Files]>([
  // A worker would respond before Playwright can.
  ["if (import.meta.env.DEV && !navigator.webdriver) {", { ...needs("vite", "@playwright/test"), ...entry }],
  [
    'in src/app/layout.tsx:\nimport { MockProvider } from "../mocks/mock-provider";\n\n<MockProvider>{children}</MockProvider>\n',
    { ...next, "src/app/layout.tsx": "" },
  ],
  ["<MockProvider><Component {...pageProps} /></MockProvider>", { ...next, "src/pages/_app.jsx": "" }],
  ["A service worker does not see requests from Next's server: use npm run mock", next],
  ["hides the routes in app/api", next],
  ['in .storybook/main.ts:\nstaticDirs: ["../public"],', needs("storybook", "typescript")],
  // Storybook loads its config as an ES module, as does Node.
  ["in .storybook/main.mjs:", needs("storybook")],
  ["in .storybook/main.js:", { "package.json": packageText(["storybook"], { type: "module" }) }],
  ['in playwright.config.js:\nuse: { baseURL: "http://localhost:3000" },', playwright],
  [
    'in playwright.config.ts:\nuse: { baseURL: "http://localhost:5173" },',
    { ...playwright, "playwright.config.ts": "use: {\n  // baseURL: 'http://x',\n}", "vite.config.ts": "" },
  ],
  ["import test and expect from e2e/fixtures", playwright],
])("%j is a step in %j", (step, files) => {
  expect(steps(files)).toContain(step);
});

test.each<readonly [step: string, files: Files]>([
  ["Mind", { ...next, ".env": "NEXT_PUBLIC_API_URL=https://x.example" }],
  ["Tell Playwright", { ...playwright, "playwright.config.ts": "use: { baseURL: process.env.SITE }" }],
  ["Tell Playwright", { ...playwright, ".env": "VITE_API_URL=https://api.example" }],
])("%j is not a step in %j", (step, files) => {
  expect(steps(files)).not.toContain(step);
});

test("Storybook serves the public directory that the user chose", () => {
  expect(steps(needs("storybook"), "npm", "assets")).toContain('staticDirs: ["../assets"],');
});

test("commands use the package manager, and a user's own script is not mistaken for ours", () => {
  const text = steps({ "package.json": packageText(["vitest"], { scripts: { mock: "msw serve" } }) }, "pnpm");
  expect(text).toContain("Install orgkit and msw: pnpm add -D orgkit msw");
  expect(text).toContain("pnpm exec vitest run mocks");
  expect(text).toContain("pnpm exec orgkit mock. To judge a service: pnpm run conform");
});
