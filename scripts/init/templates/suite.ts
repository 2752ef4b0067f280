import { inTypeScript, type SampleFile, type Setup } from "./setup.ts";

/** A Playwright project of its own, which judges a service: its tests are no tests of the application. */
export function suiteFiles(setup: Setup): readonly SampleFile[] {
  const { language } = setup;
  const type = inTypeScript(setup, ': import("orgkit/suite").ConformanceOptions');
  return [
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
