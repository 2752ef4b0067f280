import type { Page } from "@playwright/test";
import { z } from "zod";
import { callByFetch } from "./adapter-requests.fixture.ts";
import { expect, pageSetup, test, type AdapterSetup } from "./adapter.fixture.ts";

const headers = { authorization: "Bearer aurora-token-4f7a91", "content-type": "application/json" };
const listSchema = z.object({ meta: z.object({ total: z.int() }) });

/** Loads the page, and starts its mock. */
async function load(page: Page, site: string, persist: boolean, setup: AdapterSetup = {}): Promise<void> {
  await page.goto(site);
  const text = JSON.stringify({ ...pageSetup(setup, new URL(site).origin), persist });
  await page.evaluate((given) => window.startMock(given), text);
}

async function usersIn(page: Page): Promise<number> {
  const answer = await page.evaluate(callByFetch, { method: "GET", path: "", url: "/api/v1/users", headers });
  return listSchema.parse(JSON.parse("body" in answer ? answer.body : "")).meta.total;
}

async function create(page: Page, email: string): Promise<void> {
  const body = JSON.stringify({ email, name: "Ada" });
  const call = { method: "POST", path: "", url: "/api/v1/users", headers, body };
  expect(await page.evaluate(callByFetch, call)).toMatchObject({ status: 201 });
}

test("with persist, created users survive a reload in the same world", async ({ page, site }) => {
  const said: string[] = [];
  page.on("console", (message) => said.push(message.text()));
  await load(page, site, true);
  await create(page, "ada@new.example");
  await load(page, site, true);
  expect(await usersIn(page)).toBe(48);
  await create(page, "bob@new.example");
  await load(page, site, true);
  expect(await usersIn(page)).toBe(49);
  expect(said).toContainEqual(expect.stringContaining("[orgkit] Created users are kept in this tab"));

  // Users created under other rules do not fit these.
  await load(page, site, true, { dialect: "offset" });
  expect(await usersIn(page)).toBe(47);
  await load(page, site, true);
  expect(await usersIn(page)).toBe(49);
});

test("without persist, they are gone, and the console says so", async ({ page, site }) => {
  const said: string[] = [];
  page.on("console", (message) => said.push(message.text()));
  await load(page, site, false);
  await create(page, "ada@new.example");
  await load(page, site, false);
  expect(await usersIn(page)).toBe(47);
  expect(said).toContainEqual(expect.stringMatching(/\[orgkit\] Created users are gone after a reload.*persist: true/));
});

test("if the storage cannot be used, the page works, with a warning", async ({ page, site }) => {
  const warnings: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "warning") warnings.push(message.text());
  });
  await page.addInitScript(() => {
    Object.defineProperty(window, "sessionStorage", { value: { getItem: () => '{"ids":[]}' } });
  });
  await load(page, site, true);
  expect(await usersIn(page)).toBe(47);
  expect(warnings).toStrictEqual([expect.stringContaining("could not be read in sessionStorage")]);
});
