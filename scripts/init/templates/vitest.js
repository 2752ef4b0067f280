import { createTest } from "orgkit/vitest";

/** The base URL of the service in this application; pages in jsdom and happy-dom have the origin http://localhost:3000. */
export const baseUrl = "{{testUrl}}";

/** Each test has its own mock: `test("…", async ({ simulation }) => { … })`. */
export const test = createTest({ baseUrl, world: "demo" });
