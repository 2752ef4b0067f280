import { expect, test } from "./console.fixture.ts";

const tabs = ["Journal", "World", "Scenarios", "Accounts", "Clock"];

test("each tab has an address, which survives a reload", async ({ open }) => {
  const { page, tab } = await open();
  for (const name of tabs) {
    await tab(name).click();
    await expect(tab(name)).toHaveAttribute("aria-current", "page");
    await expect(page.getByRole("region", { name, exact: true })).toBeVisible();
  }
  await page.reload();
  await expect(page).toHaveURL(/#clock$/);
  await expect(tab("Clock")).toHaveAttribute("aria-current", "page");
  await page.goBack();
  await expect(tab("Accounts")).toHaveAttribute("aria-current", "page");
});

test("the active settings are shown at the bottom of each page", async ({ open, mock }) => {
  const { page } = await open();
  const bar = page.getByRole("contentinfo");
  await expect(page).toHaveTitle(`orgkit · ${new URL(mock.server.url).host}`);
  await expect(bar).toContainText("world demo");
  await expect(bar).toContainText("dialect reference");
  await expect(bar).toContainText("seed 1");
  mock.simulation.use("latency:ms=5");
  await expect(bar).toContainText("latency:ms=5");
  await mock.call();
  await expect(bar).toContainText("1 of 1 requests kept");
});

test.describe("a lost connection", () => {
  test.use({ allowedComplaints: /ERR_CONNECTION_REFUSED|ERR_INCOMPLETE_CHUNKED_ENCODING/ });

  test("is shown, and restored without a reload", async ({ open, mock }) => {
    const { page, calls } = await open();
    await mock.call();
    await expect(calls).toHaveCount(1);
    await mock.close();
    await expect(page.getByText("Connection lost")).toBeVisible();
    await expect(calls).toHaveCount(1);
    await mock.call({ path: "/api/v1/invoices" });
    await mock.startAgain();
    await expect(page.getByText("Live", { exact: true })).toBeVisible();
    await expect(calls).toHaveCount(2);
    await mock.call();
    await expect(calls).toHaveCount(3);
  });
});

test("a reset by another client empties the journal", async ({ open, mock }) => {
  const { calls, page } = await open();
  await mock.call();
  await mock.call();
  await expect(calls).toHaveCount(2);
  await mock.simulation.reset();
  await mock.call({ path: "/api/v1/invoices" });
  await mock.call({ path: "/api/v1/nowhere" });
  await expect(calls).toContainText(["/api/v1/nowhere", "/api/v1/invoices"]);
  await expect(calls).toHaveCount(2);
  await expect(page.getByRole("contentinfo")).toContainText("2 of 2 requests kept");
});

test("a reset asks for confirmation, and resets everything", async ({ open, mock }) => {
  const { page, button, notices, calls } = await open();
  mock.simulation.use("empty-lists");
  await mock.call();
  await expect(calls).toHaveCount(1);
  await button("Reset").click();
  await expect(page.getByRole("dialog", { name: "Reset the mock?" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(button("Reset")).toBeFocused();
  await expect(calls).toHaveCount(1);
  await button("Reset").click();
  await button("Reset everything").click();
  await expect(notices).toContainText("The mock was reset.");
  await expect(page.getByRole("heading", { name: "No requests yet" })).toBeVisible();
  expect(mock.simulation.scenarios()).toStrictEqual([]);
});

test.describe("a mock that is open to other machines", () => {
  test.use({ host: "0.0.0.0", allowedComplaints: /401 \(Unauthorized\)/ });

  test("takes the token from the address, and removes it there", async ({ page, mock }) => {
    await page.goto(`${mock.server.url}/_orgkit/#token=${mock.server.controlToken}`);
    await expect(page.getByText("Live", { exact: true })).toBeVisible();
    await expect(page).toHaveURL(`${mock.server.url}/_orgkit/`);
    await page.reload();
    await expect(page.getByText("Live", { exact: true })).toBeVisible();
  });

  test("asks for the token if the address has none", async ({ page, mock }) => {
    await page.goto(`${mock.server.url}/_orgkit/`);
    await page.getByLabel("Token").fill("wrong");
    await page.getByLabel("Token").press("Enter");
    await expect(page.getByRole("alert")).toContainText("Wrong token.");
    await page.getByLabel("Token").fill(mock.server.controlToken ?? "");
    await page.getByRole("button", { name: "Open the console" }).click();
    await expect(page.getByText("Live", { exact: true })).toBeVisible();
  });
});
