import { posix } from "node:path";
import { isAbsolute, ownOrigin } from "../base-url.ts";
import { importPath, inTypeScript, sampleToken, type SampleFile, type Setup } from "./setup.ts";

/** vitest's `test` with a mock for each test, and a sample test. */
export function vitestFiles({ mocksDirectory, language, baseUrl, importExtension }: Setup): readonly SampleFile[] {
  const isPath = !isAbsolute(baseUrl);
  const importBase = `import { baseUrl } from "./simulation${importExtension}";\n`;
  const origin = `
/** The origin of pages in jsdom and happy-dom. */
export const pageOrigin = "http://localhost:3000";
`;
  const url = `${isPath ? "${pageOrigin}" : ""}${baseUrl === ownOrigin ? "" : "${baseUrl}"}`;
  return [
    {
      path: `${mocksDirectory}/vitest.${language}`,
      text: `import { createTest } from "orgkit/vitest";
import { baseUrl, world } from "./simulation${importExtension}";
${isPath ? origin : ""}
/** Each test has its own mock: \`test("…", async ({ simulation }) => { … })\`. */
export const test = createTest({ ${isPath ? "baseUrl: pageOrigin + baseUrl" : "baseUrl"}, world });
`,
    },
    {
      path: `${mocksDirectory}/simulation.test.${language}`,
      text: `import { expect } from "vitest";
${baseUrl === ownOrigin ? "" : importBase}import { ${isPath ? "pageOrigin, " : ""}test } from "./vitest${importExtension}";

test("the mock responds and keeps the request", async ({ simulation }) => {
  const headers = { authorization: "Bearer ${sampleToken}" };
  const response = await fetch(\`${url}/api/v1/users\`, { headers });
  expect(response.status).toBe(200);
  expect(simulation).toHaveReceived({ operation: "listUsers" }, { count: 1 });
});
`,
    },
  ];
}

/**
 * Playwright's `test` with a mock for the pages of each test, and a separate project that judges a service: its tests
 * are not about the application.
 */
export function playwrightFiles(setup: Setup): readonly SampleFile[] {
  const { fixtures, mocksDirectory, language, baseUrl } = setup;
  const simulation = importPath(posix.dirname(fixtures), `${mocksDirectory}/simulation${setup.importExtension}`);
  const type = inTypeScript(setup)(': import("orgkit/suite").ConformanceOptions');
  // Playwright parses the parameter, which must not have default values.
  const options = isAbsolute(baseUrl)
    ? "orgkit: { baseUrl, world }"
    : `// The service has the origin of the pages.
  orgkit: async ({ baseURL }, use) => {
    if (!baseURL) throw new Error("Set use.baseURL in your Playwright config");
    await use({ baseUrl: new URL(baseUrl, baseURL).href, world });
  }`;
  return [
    {
      path: `${fixtures}.${language}`,
      text: `import { test as base } from "orgkit/playwright";
import { baseUrl, world } from ${JSON.stringify(simulation)};

export { expect } from "orgkit/playwright";

/** Each test has its own mock: \`test("…", async ({ page, simulation }) => { … })\`. */
export const test = base.extend({
  ${options},
});
`,
    },
    {
      path: `conformance/playwright.config.${language}`,
      text: `import { defineConfig } from "@playwright/test";

/**
 * Judges a service against the interface document. Set its tokens in ORGKIT_TOKEN and ORGKIT_TOKEN_B:
 * ORGKIT_BASE_URL=https://staging.example/x ORGKIT_TOKEN=… npx playwright test -c conformance
 */
const conformance${type} = {
  baseUrl: process.env.ORGKIT_BASE_URL,
  subscriptionIds: [],
  // true creates up to 2 users.
  allowWrites: false,
};

export default defineConfig({ testMatch: /interface\\.conformance/, use: { conformance } });
`,
    },
    {
      path: `conformance/interface.conformance.${language}`,
      text: `import { conformance } from "orgkit/suite";

conformance();
`,
    },
  ];
}
