import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "@playwright/test";
import { build, preview } from "vite";
import { test } from "./cli.fixture.ts";

const token = "aurora-token-4f7a91";

test("Playwright's recording of an app on the mock is judged, without secrets", async ({
  directory,
  mock,
  orgkit,
  browser,
}) => {
  const service = await mock();
  const define = {
    "import.meta.env.VITE_API_BASE_URL": JSON.stringify(service.url),
    "import.meta.env.VITE_API_TOKEN": JSON.stringify(token),
  };
  const root = fileURLToPath(new URL("../mocks/example", import.meta.url));
  const settings = { root, logLevel: "silent", define, build: { outDir: join(directory, "app") } } as const;
  await build(settings);
  const app = await preview({ ...settings, preview: { host: "127.0.0.1", port: 0 } });
  const url = app.resolvedUrls?.local[0] ?? "";
  const context = await browser.newContext({ recordHar: { path: join(directory, "app.har"), content: "embed" } });
  const page = await context.newPage();
  await page.goto(`${url}users`);
  await page.getByRole("link", { name: "Next" }).click();
  await expect(page.getByText("21 to 40 of 47")).toBeVisible();
  await page.goto(`${url}users/new`);
  await page.getByLabel("Name").fill("Grace Hopper");
  await page.getByLabel("Email").fill("grace@aurora-cycles.example");
  await page.getByRole("button", { name: "Add user" }).click();
  await expect(page.getByText("Grace Hopper was added")).toBeVisible();
  await context.close();
  await app.close();

  const judged = await orgkit(["conform", "--har", "app.har"]);
  expect(judged).toMatchObject({ code: 0, err: "" });
  expect(judged.out).toMatch(/\? no violation in \d+ exchanges: \d+ of \d+ verified/);
  expect(judged.out).not.toMatch(new RegExp(`${token}|Hopper|aurora-cycles`));
});
