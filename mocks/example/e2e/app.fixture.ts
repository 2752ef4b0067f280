import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Page } from "@playwright/test";
import { test as base } from "orgkit/playwright";
import { build, preview } from "vite";

export { expect } from "orgkit/playwright";

const root = fileURLToPath(new URL("..", import.meta.url));

let site: Promise<string> | undefined;

async function serve(): Promise<string> {
  const outDir = mkdtempSync(join(tmpdir(), "orgkit-example-"));
  process.once("exit", () => rmSync(outDir, { recursive: true, maxRetries: 10 }));
  const options = { root, logLevel: "warn", build: { outDir, emptyOutDir: true } } as const;
  await build(options);
  const server = await preview({ ...options, preview: { host: "127.0.0.1", port: 0 } });
  return server.resolvedUrls?.local[0] ?? "";
}

/** The production build of the app, built once per process, with a new world for each test. */
export const test = base.extend({
  orgkit: { baseUrl: "http://api.example", world: "demo" },
  // oxlint-disable-next-line no-empty-pattern
  baseURL: async ({}, use) => use(await (site ??= serve())),
});

/** Fills in and sends the form on the page. */
export async function addUser(page: Page, name: string, email: string): Promise<void> {
  await page.getByLabel("Name").fill(name);
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Add user" }).click();
}
