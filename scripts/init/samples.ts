import { readFile, type Project } from "./project.ts";

/** A file to write: its path relative to the project, and its text. */
export interface SampleFile {
  readonly path: string;
  readonly text: string;
}

/** A token of the world `demo`. */
export const sampleToken = "aurora-token-4f7a91";

/** The files for the tools of a project, but for the worker script. */
export function sampleFiles(project: Project): readonly SampleFile[] {
  const { tools } = project;
  return [
    ...(tools.has("vite") ? [browserFile(project)] : []),
    ...(tools.has("vitest") ? vitestFiles(project) : []),
    ...(tools.has("playwright") ? playwrightFiles(project) : []),
  ];
}

function browserFile({ language, baseUrl }: Project): SampleFile {
  return {
    path: `src/mocks/browser.${language}`,
    text: `import { createSimulation } from "orgkit";
import { setupWorker } from "orgkit/browser";

/**
 * Answers the requests of this page to the service. To simulate problems, type in the browser's console:
 * simulation.use("latency:ms=800", "server-errors:rate=0.3")
 */
export async function startMock() {
  const simulation = await createSimulation({ world: "demo" });
  const baseUrl = new URL(${JSON.stringify(baseUrl)}, location.origin).href;
  await setupWorker(simulation, { baseUrl }).start({
    serviceWorker: { url: \`\${import.meta.env.BASE_URL}mockServiceWorker.js\` },
  });
  Object.assign(window, { simulation });
}
`,
  };
}

function vitestFiles(project: Project): readonly SampleFile[] {
  const { language, baseUrl, tools } = project;
  // The origin of pages in jsdom and happy-dom.
  const url = new URL(baseUrl, "http://localhost:3000").href.replace(/\/$/, "");
  return [
    {
      path: `src/mocks/vitest.${language}`,
      text: `import { createTest } from "orgkit/vitest";

/** Each test has its own mock: \`test("…", async ({ simulation }) => { … })\`. */
export const test = createTest({ baseUrl: ${JSON.stringify(url)}, world: "demo" });
`,
    },
    {
      path: `src/mocks/users.test.${language}`,
      text: `import { expect } from "vitest";
import { test } from "./vitest";

test("the mock responds and keeps the request", async ({ simulation }) => {
  const headers = { authorization: "Bearer ${sampleToken}" };
  const response = await fetch("${url}/api/v1/users", { headers });
  expect(response.status).toBe(200);
  expect(simulation).toHaveReceived({ operation: "listUsers" }, { count: 1 });
});
`,
    },
    ...(tools.has("playwright") ? vitestConfig(project) : []),
  ];
}

const vitestConfigs = ["ts", "js", "mts", "mjs"].map((ending) => `vitest.config.${ending}`);
const viteConfigs = ["ts", "js", "mts", "mjs"].map((ending) => `vite.config.${ending}`);

/** Keeps Vitest from running Playwright's tests; nothing if the project has a config of its own. */
function vitestConfig({ directory, language }: Project): readonly SampleFile[] {
  const path = `vitest.config.${language}`;
  const exists = (file: string): boolean => readFile(directory, file) !== undefined;
  if (vitestConfigs.some((file) => file !== path && exists(file))) return [];
  const vite = viteConfigs.find(exists);
  const isFunction = /export default (?:defineConfig\()?\s*(?:async\s*)?\(/.test(
    (vite && readFile(directory, vite)) ?? "",
  );
  const test = '{ test: { exclude: [...configDefaults.exclude, "e2e/**"] } }';
  const config =
    vite === undefined
      ? `export default defineConfig(${test});\n`
      : isFunction
        ? `export default defineConfig(async (env) => mergeConfig(await viteConfig(env), ${test}));\n`
        : `export default mergeConfig(viteConfig, defineConfig(${test}));\n`;
  const names = ["configDefaults", "defineConfig", ...(vite === undefined ? [] : ["mergeConfig"])];
  const importVite = vite === undefined ? "" : `import viteConfig from "./${vite.replace(/ts$/, "js")}";\n`;
  return [
    {
      path,
      text: `import { ${names.join(", ")} } from "vitest/config";\n${importVite.replace(".js", language === "ts" ? "" : ".js")}\n// The tests in e2e are Playwright's.\n${config}`,
    },
  ];
}

function playwrightFiles({ language, baseUrl }: Project): readonly SampleFile[] {
  return [
    {
      path: `e2e/mock.${language}`,
      text: `import { test as base } from "orgkit/playwright";

export { expect } from "orgkit/playwright";

/** Each test has its own mock: \`test("…", async ({ page, simulation }) => { … })\`. */
export const test = base.extend({
  orgkit: async ({ baseURL }, use) => {
    await use({ baseUrl: new URL(${JSON.stringify(baseUrl)}, baseURL ?? "http://127.0.0.1").href, world: "demo" });
  },
});
`,
    },
    {
      path: `e2e/users.spec.${language}`,
      text: `import { expect, test } from "./mock${language === "js" ? ".js" : ""}";

test("a page gets the users of the mock", async ({ page, orgkit, simulation }) => {
  const baseUrl = orgkit.baseUrl ?? "";
  await page.route(new URL("/empty", baseUrl).href, (route) => route.fulfill({ contentType: "text/html", body: "" }));
  await page.goto(new URL("/empty", baseUrl).href);
  const status = await page.evaluate(async (url) => {
    const response = await fetch(url, { headers: { authorization: "Bearer ${sampleToken}" } });
    return response.status;
  }, \`\${baseUrl.replace(/\\/$/, "")}/api/v1/users\`);
  expect(status).toBe(200);
  await expect(simulation).toHaveReceived({ operation: "listUsers" });
});
`,
    },
  ];
}
