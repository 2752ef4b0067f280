import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test as base } from "@playwright/test";
import { createServer } from "vite";
import { addUser } from "./app.fixture.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

/** The app in development, served by `vite`. */
const test = base.extend({
  // oxlint-disable-next-line no-empty-pattern
  baseURL: async ({}, use) => {
    const cacheDir = await mkdtemp(join(tmpdir(), "orgkit-example-"));
    // An earlier build in this process sets NODE_ENV to "production", and Vite would not run in development mode.
    delete process.env["NODE_ENV"];
    const server = await createServer({ root, cacheDir, logLevel: "warn", server: { host: "127.0.0.1", port: 0 } });
    await server.listen();
    await use(server.resolvedUrls?.local[0]);
    await server.close();
    delete process.env["NODE_ENV"];
    await rm(cacheDir, { recursive: true, maxRetries: 10 });
  },
});

test("in development a service worker mocks the service, and warns only of requests outside of the base URL", async ({
  page,
}) => {
  const warnings: string[] = [];
  page.on("console", (message) => message.type() === "warning" && warnings.push(message.text()));
  await page.goto("/");
  await expect(page.getByText("1 to 20 of 47")).toBeVisible({ timeout: 30_000 });

  await page.getByRole("link", { name: "Add user" }).click();
  await addUser(page, "Ada Lovelace", "ada@aurora-cycles.example");
  await expect(page.getByRole("row").nth(1)).toContainText("Ada Lovelace");
  expect(warnings).toStrictEqual([]);

  await page.evaluate(() => fetch("/v1/users"));
  await expect
    .poll(() => warnings)
    .toStrictEqual([expect.stringMatching(/without a matching request handler[^]*\/v1\/users/)]);
});
