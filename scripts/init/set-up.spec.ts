import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { createServer } from "vite";
import { checkout, run, test as base } from "../cli.fixture.ts";
import { expect } from "@playwright/test";
import playwrightConfig from "../config/playwright.config.ts";
import { buildPackage } from "../release/built-package.ts";

/** A small project as `npm create vite` makes it, in which orgkit is installed. */
const files = {
  "package.json": `${JSON.stringify({
    type: "module",
    devDependencies: { vite: "*", vitest: "*", "@playwright/test": "*", typescript: "*", orgkit: "*" },
  })}\n`,
  "index.html": '<!doctype html><title>app</title><p></p><script type="module" src="/src/main.ts"></script>',
  ".env": "VITE_API_URL=https://api.example/tenant/x\n",
  // The linked orgkit lies outside of the project; an optimizer that finds its dependencies late loads the page again.
  "vite.config.ts": `export default {
  server: { fs: { allow: [${JSON.stringify(checkout)}, import.meta.dirname] } },
  optimizeDeps: { noDiscovery: true },
};
`,
  "playwright.config.ts": `export default {
  testDir: "./e2e",
  reporter: "line",
  // The first page has Vite transform all modules.
  expect: { timeout: 30_000 },
  use: { baseURL: process.env.SITE, launchOptions: ${JSON.stringify(playwrightConfig.use?.launchOptions)} },
};
`,
  "e2e/users.spec.ts": `import { expect, test } from "./fixtures";

test("the app shows its users", async ({ page, simulation }) => {
  simulation.use("server-errors:status=503,times=1");
  await page.goto("/");
  await expect(page.getByText("503")).toBeVisible();
  await page.reload();
  await expect(page.getByText("47 users")).toBeVisible();
  await expect(simulation).toHaveReceived({ operation: "listUsers" }, { count: 2 });
});
`,
};

const application = `
const headers = { authorization: "Bearer aurora-token-4f7a91" };
const response = await fetch(import.meta.env.VITE_API_URL + "/api/v1/users", { headers });
const text = response.ok ? (await response.json()).meta.total + " users" : response.status;
document.querySelector("p")!.textContent = text;
export {};
`;

function writeProject(folder: string): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  mkdirSync(join(folder, "src"));
  mkdirSync(join(folder, "node_modules/@playwright"), { recursive: true });
  symlinkSync(checkout, join(folder, "node_modules/orgkit"));
  for (const name of ["vite", "vitest", "@playwright/test"]) {
    symlinkSync(join(checkout, "node_modules", name), join(folder, "node_modules", name));
  }
}

const test = base.extend<{ site: string }>({
  /** The project after `orgkit init`, with what it said to paste, served by Vite. */
  site: async ({ folder, orgkit }, use) => {
    writeProject(folder);
    writeFileSync(join(folder, "src/main.ts"), application);
    const { code, out } = await orgkit(["init", "--yes"]);
    expect(code).toBe(0);
    const [, pasted = ""] = /in src\/main\.ts:\n\n([^]*?)\n\n/.exec(out) ?? [];
    writeFileSync(join(folder, "src/main.ts"), pasted + application);
    const server = await createServer({ root: folder, logLevel: "warn", server: { host: "127.0.0.1", port: 0 } });
    await server.listen();
    await use(server.resolvedUrls?.local[0] ?? "");
    await server.close();
  },
});

test.beforeAll(buildPackage);

test("after init, a page of a Vite project is answered by the worker, and so are tests by vitest and by Playwright", async ({
  folder,
  page,
  site,
}) => {
  const bin = (name: string): string => join(checkout, "node_modules", name);
  const unit = run(process.execPath, [bin("vitest/vitest.mjs"), "run", "src/mocks"], folder, {});
  const browser = run(process.execPath, [bin("@playwright/test/cli.js"), "test"], folder, { SITE: site });

  // As in the browser of a person: Playwright's own says that it is driven.
  await page.addInitScript(() => Object.defineProperty(navigator, "webdriver", { value: false }));
  await page.goto(site);
  await expect(page.getByText("47 users")).toBeVisible({ timeout: 30_000 });
  expect(await page.evaluate(() => navigator.serviceWorker.controller?.scriptURL)).toBe(`${site}mockServiceWorker.js`);

  for (const { code, out, err } of await Promise.all([unit, browser])) {
    expect(out + err).toContain("1 passed");
    expect(code).toBe(0);
  }
});
