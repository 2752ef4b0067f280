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

  test("says how to get in if the address has no token", async ({ page, mock }) => {
    await page.goto(`${mock.server.url}/_orgkit/`);
    await expect(page.getByText("Open the console address that it printed at this start")).toBeVisible();
    await page.goto(`${mock.server.url}/_orgkit/#token=${mock.server.controlToken}`);
    await expect(page.getByText("Live", { exact: true })).toBeVisible();
  });
});
