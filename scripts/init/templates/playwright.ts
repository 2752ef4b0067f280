import { posix } from "node:path";
import { isAbsolute } from "../base-url.ts";
import { importPath, type SampleFile, type Setup } from "./setup.ts";

/** Playwright's `test` with a service behind the pages of each test. */
export function playwrightFile({ fixtures, mocksFolder, language, baseUrl, ...setup }: Setup): SampleFile {
  const simulation = importPath(posix.dirname(fixtures), `${mocksFolder}/simulation${setup.importExtension}`);
  // Playwright parses the parameter: it accepts no default values there.
  const options = isAbsolute(baseUrl)
    ? "orgkit: { baseUrl, world }"
    : `// The service is on the origin of the pages.
  orgkit: async ({ baseURL }, use) => {
    if (!baseURL) throw new Error("Set use.baseURL in your Playwright config");
    await use({ baseUrl: new URL(baseUrl, baseURL).href, world });
  }`;
  return {
    path: `${fixtures}.${language}`,
    text: `import { test as base } from "orgkit/playwright";
import { baseUrl, world } from ${JSON.stringify(simulation)};

export { expect } from "orgkit/playwright";

/** With a service of its own behind each test: \`test("…", async ({ page, simulation }) => { … })\`. */
export const test = base.extend({
  ${options},
});
`,
  };
}
