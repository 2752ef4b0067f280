import { openPoints } from "../../fixtures/contract/open-points.ts";
import { expect, test } from "./console.fixture.ts";

const create = {
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify({ email: "ada@new.example", name: "Ada" }),
};

test("an empty journal says what to do next", async ({ open, mock }) => {
  const { page, button } = await open();
  const command = `curl -H 'authorization: Bearer aurora-token-4f7a91' ${mock.server.url}/api/v1/users`;
  await expect(page.getByText(command)).toBeVisible();
  await fetch(`${mock.server.url}/api/v1/users`);
  await expect(button(/GET \/api\/v1\/users 401 Unauthorized 0 ms AUTH-02/)).toBeVisible();
});

test("a request is shown with its response and the reason", async ({ open, mock }) => {
  const { calls, detail } = await open();
  await mock.call(create);
  await mock.call(create);
  await calls.filter({ hasText: "409 Conflict" }).click();
  await detail.getByText("2 headers").first().click();
  const point = openPoints.find(({ key }) => key === "createUser.unique");
  for (const text of [
    "POST /api/v1/users",
    "Bearer aurora-token-4f7a91",
    "Fields whose value must be unique among the users of an account",
    '["email"] in the dialect reference',
    `Left open by the document, §${point?.section}: ${point?.quote}`,
    '"message": "is taken"',
  ]) {
    await expect(detail).toContainText(text);
  }
});

test("the list is used by keyboard: arrows move, Enter opens, Escape closes, and Tab leads to the actions", async ({
  open,
  mock,
}) => {
  const { page, calls, detail, button } = await open();
  for (let index = 0; index < 30; index += 1) await mock.call({ query: `page=${index}` });
  mock.simulation.use("redirect-to-login");
  await mock.call();
  await expect(calls).toHaveCount(31);
  await expect(calls.first()).toContainText("302 Found → /login");
  await button("Clear").focus();
  const press = async (...keys: readonly string[]): Promise<void> => {
    for (const key of keys) await page.keyboard.press(key);
  };
  await press("Tab");
  await expect(calls.first()).toBeFocused();
  await press("ArrowDown", "ArrowDown", "Enter");
  await expect(detail).toContainText("#29");
  await press("Tab", "Tab");
  await expect(detail.getByRole("button", { name: "Copy as curl" })).toBeFocused();
  await press("Escape");
  await expect(detail).toBeHidden();
  await expect(calls.nth(2)).toBeFocused();
  await press("Enter", "End", "ArrowUp");
  await expect(calls.nth(29)).toBeFocused();
  await expect(detail).toContainText("#2 ");
  await press("Home");
  await expect(calls.first()).toBeFocused();
});

test("a path is whole where there is room", async ({ open, mock }) => {
  const { page, calls } = await open();
  await mock.call({ path: "/api/v1/subscriptions/sub_k9p34y6n" });
  const isCut = (): Promise<boolean> =>
    calls.locator(".col-path").evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth);
  expect(await isCut()).toBe(false);
  await calls.first().click();
  expect(await isCut()).toBe(false);
  await page.setViewportSize({ width: 480, height: 800 });
  expect(await isCut()).toBe(false);
});

test("a response that never came is described, with the scenario", async ({ open, mock }) => {
  const { calls, detail } = await open();
  mock.simulation.use("lost-response", "latency:ms=40");
  await mock.call(create);
  for (const text of ["connection reset", "40 ms", "lost-response"]) await expect(calls.first()).toContainText(text);
  await calls.first().click();
  await expect(detail).toContainText("40 ms late; processed with 201, but the connection was reset before");
});

test("requests are filtered by text, by outcome, and by values in a request", async ({ open, mock }) => {
  const { page, calls, detail, button } = await open();
  await mock.call(create);
  await mock.call({ path: "/api/v1/invoices" });
  await mock.call({ token: "never-issued" });
  await mock.call({ path: "/api/v1/nowhere" });
  await expect(calls).toHaveCount(4);
  const filter = page.getByLabel("Filter requests");
  await filter.fill("GET invoices");
  await expect(calls).toHaveCount(1);
  await filter.fill("invoices zebra");
  await expect(page.getByRole("heading", { name: "No requests match the filter" })).toBeVisible();
  await button("Show all requests").click();
  await button("4xx").click();
  await expect(calls).toHaveCount(2);
  await calls.filter({ hasText: "AUTH-04" }).click();
  await detail.getByRole("button", { name: "AUTH-04" }).click();
  await expect(filter).toHaveValue("AUTH-04");
  await expect(page.getByText("1 of 4", { exact: true })).toBeVisible();
  await button("Clear").click();
  await expect(page.getByRole("heading", { name: "No requests yet" })).toBeVisible();
  expect(mock.simulation.journal.total).toBe(0);
});

test("of a thousand requests only visible rows are rendered, and the scroll position is kept", async ({
  open,
  mock,
}) => {
  for (let index = 0; index < 1200; index += 1) await mock.call({ query: `page=${index}` });
  const { page, calls } = await open();
  await expect(calls).toHaveCount(1000);
  const visible = await calls.evaluateAll((rows) =>
    rows.filter((row) => row.firstElementChild?.checkVisibility({ contentVisibilityAuto: true })),
  );
  expect(visible.length).toBeLessThan(200);
  await calls.first().hover();
  await page.mouse.wheel(0, 3000);
  const row = calls.filter({ hasText: "page=1090" });
  const before = await row.boundingBox();
  for (let index = 0; index < 10; index += 1) await mock.call({ path: "/api/v1/invoices" });
  await expect(page.getByRole("contentinfo")).toContainText("1000 of 1210 requests kept");
  expect(await row.boundingBox()).toStrictEqual(before);
});

test("on a small screen a request covers the list, and closes again", async ({ open, mock }) => {
  const { page, calls, detail, button } = await open();
  await page.setViewportSize({ width: 390, height: 844 });
  await mock.call();
  await calls.first().click();
  await expect(detail).toBeFocused();
  await expect(detail).toBeInViewport({ ratio: 1 });
  await button("Close").click();
  await expect(detail).toBeHidden();
  await expect(calls.first()).toBeVisible();
});
