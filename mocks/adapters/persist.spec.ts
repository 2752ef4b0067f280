import type { Page } from "@playwright/test";
import { callByFetch, expect, pageSetup, test } from "./adapter.fixture.ts";

const headers = { authorization: "Bearer aurora-token-4f7a91", "content-type": "application/json" };
const users = { url: "/api/v1/users", path: "", headers };

/** Loads the page, and starts its mock. */
async function load(page: Page, site: string, persist: boolean, dialect = "reference"): Promise<void> {
  await page.goto(site);
  const text = JSON.stringify({ ...pageSetup({ dialect }, new URL(site).origin), persist });
  await page.evaluate((given) => window.startMock(given), text);
}

async function expectUsers(page: Page, total: number): Promise<void> {
  const answer = await page.evaluate(callByFetch, { ...users, method: "GET" });
  expect(answer).toMatchObject({ body: expect.stringContaining(`"total":${total}`) });
}

async function create(page: Page, email: string): Promise<void> {
  const body = JSON.stringify({ email, name: "Ada" });
  expect(await page.evaluate(callByFetch, { ...users, method: "POST", body })).toMatchObject({ status: 201 });
}

function collectMessages(page: Page): readonly string[] {
  const messages: string[] = [];
  page.on("console", (message) => messages.push(message.text()));
  return messages;
}

test("with persist, created users survive a reload in the same world", async ({ page, site }) => {
  const messages = collectMessages(page);
  for (const [email, total] of [
    ["ada@new.example", 48],
    ["bob@new.example", 49],
  ] as const) {
    await load(page, site, true);
    await create(page, email);
    await load(page, site, true);
    await expectUsers(page, total);
  }
  expect(messages).toContainEqual(expect.stringContaining("[orgkit] Created users are kept in this tab"));

  // Users created under other rules do not fit these.
  await load(page, site, true, "offset");
  await expectUsers(page, 47);
  await load(page, site, true);
  await expectUsers(page, 49);
});

test("without persist, they are gone, and the console says so", async ({ page, site }) => {
  const messages = collectMessages(page);
  await load(page, site, false);
  await create(page, "ada@new.example");
  await load(page, site, false);
  await expectUsers(page, 47);
  expect(messages).toContainEqual(expect.stringMatching(/Created users are gone after a reload.*persist: true/));
});

test("if the storage cannot be used, the page works, with a warning", async ({ page, site }) => {
  const messages = collectMessages(page);
  await page.addInitScript(() => {
    Object.defineProperty(window, "sessionStorage", { value: { getItem: () => '{"ids":[]}' } });
  });
  await load(page, site, true);
  await expectUsers(page, 47);
  expect(messages).toContainEqual(expect.stringContaining("could not be read in sessionStorage"));
});
