import { test as base } from "orgkit/playwright";

export { expect } from "orgkit/playwright";

/** The base URL of the service in the application, without /api/v1. */
export const baseUrl = "{{baseUrl}}";

/** Each test has its own mock: `test("…", async ({ page, simulation }) => { … })`. */
export const test = base.extend({
  // A path is below the origin of the pages: use.baseURL in your Playwright config.
  orgkit: async ({ baseURL }, use) => {
    await use({ baseUrl: new URL(baseUrl, baseURL).href, world: "demo" });
  },
});
