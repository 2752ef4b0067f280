import { isAbsolute } from "../base-url.ts";
import { importPath, type SampleFile, type Setup } from "./setup.ts";

/** Playwright's `test` with a service behind the pages of each test. */
export function playwrightFile({ testFolder, mocksFolder, language, baseUrl }: Setup): SampleFile {
  const simulation = importPath(testFolder, `${mocksFolder}/simulation`);
  const options = isAbsolute(baseUrl)
    ? "orgkit: { baseUrl, world }"
    : `// The pages are where the config's baseURL says.
  orgkit: async ({ baseURL = "http://localhost:3000" }, use) =>
    use({ baseUrl: new URL(baseUrl, baseURL).href, world })`;
  return {
    path: `${testFolder}/fixtures.${language}`,
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
