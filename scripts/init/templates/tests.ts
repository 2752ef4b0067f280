import { posix } from "node:path";
import { isAbsolute, ownOrigin } from "../base-url.ts";
import { importPath, inTypeScript, sampleToken, type SampleFile, type Setup } from "./setup.ts";

/** vitest's `test` with a service behind it, and a test that shows it. */
export function vitestFiles({ mocksDirectory, language, baseUrl, importExtension }: Setup): readonly SampleFile[] {
  const isPath = !isAbsolute(baseUrl);
  const importBase = `import { baseUrl } from "./simulation${importExtension}";\n`;
  const origin = `
/** Where the pages of jsdom and happy-dom are. */
export const pageOrigin = "http://localhost:3000";
`;
  const url = `${isPath ? "${pageOrigin}" : ""}${baseUrl === ownOrigin ? "" : "${baseUrl}"}`;
  return [
    {
      path: `${mocksDirectory}/vitest.${language}`,
      text: `import { createTest } from "orgkit/vitest";
import { baseUrl, world } from "./simulation${importExtension}";
${isPath ? origin : ""}
/** With a service of its own behind each test: \`test("…", async ({ simulation }) => { … })\`. */
export const test = createTest({ ${isPath ? "baseUrl: pageOrigin + baseUrl" : "baseUrl"}, world });
`,
    },
    {
      path: `${mocksDirectory}/simulation.test.${language}`,
      text: `import { expect } from "vitest";
${baseUrl === ownOrigin ? "" : importBase}import { ${isPath ? "pageOrigin, " : ""}test } from "./vitest${importExtension}";

test("the service answers, and tells what it was asked", async ({ simulation }) => {
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
 * Playwright's `test` with a service behind the pages of each test, and a project of its own that judges a service: its
 * tests are no tests of the application.
 */
export function playwrightFiles(setup: Setup): readonly SampleFile[] {
  const { fixtures, mocksDirectory, language, baseUrl } = setup;
  const simulation = importPath(posix.dirname(fixtures), `${mocksDirectory}/simulation${setup.importExtension}`);
  const type = inTypeScript(setup)(': import("orgkit/suite").ConformanceOptions');
  // Playwright parses the parameter: it accepts no default values there.
  const options = isAbsolute(baseUrl)
    ? "orgkit: { baseUrl, world }"
    : `// The service is on the origin of the pages.
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

/** With a service of its own behind each test: \`test("…", async ({ page, simulation }) => { … })\`. */
export const test = base.extend({
  ${options},
});
`,
    },
    {
      path: `conformance/playwright.config.${language}`,
      text: `import { defineConfig } from "@playwright/test";

/**
 * Does a service conform to the interface? The tokens come from ORGKIT_TOKEN and ORGKIT_TOKEN_B:
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
