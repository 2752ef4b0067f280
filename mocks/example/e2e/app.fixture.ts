import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Page } from "@playwright/test";
import { test as base } from "orgkit/playwright";
import { build, preview } from "vite";

export { expect } from "orgkit/playwright";

const root = fileURLToPath(new URL("..", import.meta.url));

/** The app as it goes to production, built once a worker, and before each test a world of its own behind it. */
export const test = base.extend<object, { site: string }>({
  orgkit: { baseUrl: "http://api.example", world: "demo" },
  site: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const outDir = await mkdtemp(join(tmpdir(), "orgkit-example-"));
      const options = { root, logLevel: "warn", build: { outDir, emptyOutDir: true } } as const;
      await build(options);
      const server = await preview({ ...options, preview: { host: "127.0.0.1", port: 0 } });
      await use(server.resolvedUrls?.local[0] ?? "");
      await server.close();
      await rm(outDir, { recursive: true, maxRetries: 10 });
    },
    { scope: "worker" },
  ],
  baseURL: ({ site }, use) => use(site),
});

/** Fills in the form on the page, and sends it. */
export async function addUser(page: Page, name: string, email: string): Promise<void> {
  await page.getByLabel("Name").fill(name);
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Add user" }).click();
}
