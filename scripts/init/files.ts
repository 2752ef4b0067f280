import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { Project } from "./project.ts";

/** A file to write: its path relative to the project, and its text. */
export interface SampleFile {
  readonly path: string;
  readonly text: string;
}

/** A token of the world `demo`. */
export const sampleToken = "aurora-token-4f7a91";

/**
 * The files for the tools that the project uses. Relative imports end with `.js`, which every resolution accepts.
 * @param baseUrl absolute, or a path of the application's own origin
 */
export function sampleFiles(project: Project, baseUrl: string): readonly SampleFile[] {
  const { vite, vitest, playwright } = project.tools;
  return [
    ...(vite ? [...workerScript(project), browserFile(project, baseUrl)] : []),
    ...(vitest ? [...vitestFiles(project, baseUrl), ...vitestConfig(project)] : []),
    ...(playwright ? playwrightFiles(project, baseUrl) : []),
  ];
}

/** msw's worker script, of the project's own version; without msw, `npx msw init` is a step for the user. */
function workerScript({ directory, publicDirectory }: Project): readonly SampleFile[] {
  for (const from of [join(directory, "package.json"), import.meta.url]) {
    try {
      const text = readFileSync(createRequire(from).resolve("msw/mockServiceWorker.js"), "utf8");
      return [{ path: `${publicDirectory}/mockServiceWorker.js`, text }];
    } catch {
      // The next one may be found.
    }
  }
  return [];
}

function browserFile({ language, sourceDirectory }: Project, baseUrl: string): SampleFile {
  const [imported, returned] = language === "ts" ? [", type Simulation", ": Promise<Simulation>"] : ["", ""];
  return {
    path: `${sourceDirectory}/browser.${language}`,
    text: `import { createSimulation${imported} } from "orgkit";
import { setupWorker } from "orgkit/browser";

/** The base URL of the service in this application, without /api/v1. */
const baseUrl = new URL(${JSON.stringify(baseUrl)}, location.origin).href;

/**
 * Answers the requests of this page to the service. To simulate problems, type in the browser's console:
 * simulation.use("latency:ms=800", "server-errors:rate=0.3")
 */
export async function startMock()${returned} {
  const simulation = await createSimulation({ world: "demo" });
  const worker = setupWorker(simulation, { baseUrl });
  await worker.start({ serviceWorker: { url: \`\${import.meta.env.BASE_URL}mockServiceWorker.js\` } });
  return Object.assign(window, { simulation }).simulation;
}
`,
  };
}

function vitestFiles({ language, sourceDirectory }: Project, baseUrl: string): readonly SampleFile[] {
  const isPath = baseUrl.startsWith("/");
  const comment = isPath ? ", below the origin of pages in jsdom and happy-dom" : "";
  const url = isPath ? `http://localhost:3000${baseUrl === "/" ? "" : baseUrl}` : baseUrl;
  return [
    {
      path: `${sourceDirectory}/vitest.${language}`,
      text: `import { createTest } from "orgkit/vitest";

/** The base URL of the service in this application${comment}. */
export const baseUrl = ${JSON.stringify(url)};

/** Each test has its own mock: \`test("…", async ({ simulation }) => { … })\`. */
export const test = createTest({ baseUrl, world: "demo" });
`,
    },
    {
      path: `${sourceDirectory}/sample.test.${language}`,
      text: `import { expect } from "vitest";
import { baseUrl, test } from "./vitest.js";

test("the mock responds and keeps the request", async ({ simulation }) => {
  const headers = { authorization: "Bearer ${sampleToken}" };
  const response = await fetch(\`\${baseUrl}/api/v1/users\`, { headers });
  expect(response.status).toBe(200);
  expect(simulation).toHaveReceived({ operation: "listUsers" }, { count: 1 });
});
`,
    },
  ];
}

/**
 * Keeps Vitest from Playwright's tests, which have the same names by default. A configuration of the user is not
 * edited: see `needsExclude`.
 */
function vitestConfig(project: Project): readonly SampleFile[] {
  if (!project.tools.playwright || project.configOf("vitest") !== undefined) return [];
  const vite = project.configOf("vite");
  const exclude = `test: { exclude: [...configDefaults.exclude, "${project.testDirectory}/**"] }`;
  const path = `vitest.config.${project.language === "ts" ? "ts" : "mjs"}`;
  if (vite === undefined) {
    const text = `import { configDefaults, defineConfig } from "vitest/config";

// The other tests are Playwright's.
export default defineConfig({ ${exclude} });
`;
    return [{ path, text }];
  }
  if (!isMergeable(project.read(vite))) return [];
  const text = `import { configDefaults, defineConfig, mergeConfig } from "vitest/config";
import viteConfig from "./${vite}";

// The other tests are Playwright's.
export default mergeConfig(viteConfig, defineConfig({ ${exclude} }));
`;
  return [{ path, text }];
}

/** Whether a configuration of Vite is an object without options of Vitest. */
function isMergeable(text: string): boolean {
  return /export default (?:defineConfig\(\s*)?\{/.test(text) && !/\btest:/.test(text);
}

/** The configuration in which the user has to exclude Playwright's tests, if they did not yet. */
export function needsExclude(project: Project): string | undefined {
  const { vitest, playwright } = project.tools;
  const name = project.configOf("vitest") ?? project.configOf("vite");
  if (!vitest || !playwright || name === undefined) return undefined;
  const text = project.read(name);
  const isOurs = project.configOf("vitest") === undefined && isMergeable(text);
  return isOurs || /\b(?:exclude|include|dir|projects):/.test(text) ? undefined : name;
}

function playwrightFiles({ language, testDirectory }: Project, baseUrl: string): readonly SampleFile[] {
  const isPath = baseUrl.startsWith("/");
  // Playwright parses the parameter, which must not have default values.
  const options = isPath
    ? `// The service has the origin of the pages.
  orgkit: async ({ baseURL }, use) => {
    if (!baseURL) throw new Error("Set use.baseURL in your Playwright config");
    await use({ baseUrl: new URL(baseUrl, baseURL).href, world: "demo" });
  }`
    : `orgkit: { baseUrl, world: "demo" }`;
  return [
    {
      path: `${testDirectory}/orgkit.${language}`,
      text: `import { test as base } from "orgkit/playwright";

export { expect } from "orgkit/playwright";

/** The base URL of the service in the application, without /api/v1. */
export const baseUrl = ${JSON.stringify(baseUrl)};

/** Each test has its own mock: \`test("…", async ({ page, simulation }) => { … })\`. */
export const test = base.extend({
  ${options},
});
`,
    },
    {
      path: `${testDirectory}/orgkit.spec.${language}`,
      text: `import { baseUrl, expect, test } from "./orgkit.js";

test("the mock answers the page", async ({ page, simulation }) => {
  await page.goto("./");
  // Replace this by what your page does.
  const status = await page.evaluate(async (base) => {
    const headers = { authorization: "Bearer ${sampleToken}" };
    return (await fetch(\`\${base.replace(/\\/$/, "")}/api/v1/users\`, { headers })).status;
  }, baseUrl);
  expect(status).toBe(200);
  await expect(simulation).toHaveReceived({ operation: "listUsers" });
});
`,
    },
  ];
}
