import { openPoints } from "../../fixtures/contract/open-points.ts";
import { expect, test } from "./console.fixture.ts";

const create = {
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify({ email: "ada@new.example", name: "Ada" }),
};

test("an empty journal says what to do next", async ({ open, mock }) => {
  const { page } = await open();
  const command = `curl ${mock.server.url}/api/v1/users -H 'authorization: Bearer aurora-token-4f7a91'`;
  await expect(page.getByText(command)).toBeVisible();
  await fetch(`${mock.server.url}/api/v1/users`);
  await expect(page.getByRole("button", { name: /GET \/api\/v1\/users 401 Unauthorized 0 ms AUTH-02/ })).toBeVisible();
});

test("a request is shown with its response and the reason", async ({ open, mock }) => {
  const { calls, detail } = await open();
  await mock.call(create);
  await mock.call(create);
  await expect(calls.first()).toContainText("409 Conflict");
  await calls.first().click();
  await expect(detail.getByRole("heading", { name: "POST /api/v1/users" })).toBeVisible();
  await expect(detail).toContainText("Fields whose value must be unique among the users of an account");
  await expect(detail).toContainText('["email"] in the dialect reference');
  const point = openPoints.find(({ key }) => key === "createUser.unique");
  await expect(detail).toContainText(`Left open by the document, §${point?.section}: ${point?.quote}`);
  await expect(detail).toContainText('"message": "is taken"');
  await detail.getByText("2 headers").first().click();
  await expect(detail).toContainText("Bearer aurora-token-4f7a91");
});

test("a response that never came is described, with the scenario", async ({ open, mock }) => {
  const { calls, detail } = await open();
  mock.simulation.use("lost-response", "latency:ms=40");
  await mock.call(create);
  await expect(calls.first()).toContainText("connection reset");
  await expect(calls.first()).toContainText("40 ms");
  await expect(calls.first()).toContainText("lost-response");
  await calls.first().click();
  await expect(detail).toContainText(
    "40 ms late; processed with 201, but the connection was reset before the response",
  );
  await expect(detail.getByRole("button", { name: "latency:ms=40" })).toBeVisible();
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
  await expect(page.getByRole("searchbox")).toHaveValue("AUTH-04");
  await expect(calls).toHaveCount(1);
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
  await expect(page.getByText("1000 of 1000", { exact: true })).toBeVisible();
  await expect(page.getByRole("contentinfo")).toContainText("1000 of 1200 requests kept");
  await expect(calls).toHaveCount(1000);
  const drawn = await calls.evaluateAll((rows) =>
    rows.filter((row) => row.firstElementChild?.checkVisibility({ contentVisibilityAuto: true })),
  );
  expect(drawn.length).toBeLessThan(200);
  await page.getByRole("group", { name: "Requests" }).hover();
  await page.mouse.wheel(0, 3000);
  const row = page.getByRole("button", { name: /page=1090/ });
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
