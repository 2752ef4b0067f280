import type { Page } from "@playwright/test";
import { addUser } from "./add-user.ts";
import { expect, test } from "./app.fixture.ts";

function userRows(page: Page) {
  return page.getByRole("table", { name: "Users" }).locator("tbody").getByRole("row");
}

test("the list is paged, and the address names the page", async ({ page }) => {
  await page.goto("/users");
  await expect(userRows(page)).toHaveCount(20);

  await page.getByRole("link", { name: "Next" }).click();
  await expect(page).toHaveURL("/users?page=2&per_page=20");
  await page.getByRole("link", { name: "Next" }).click();
  await expect(page.getByText("41 to 47 of 47")).toBeVisible();
  await expect(userRows(page)).toHaveCount(7);

  await page.goBack();
  await expect(page.getByText("21 to 40 of 47")).toBeVisible();
  await page.reload();
  await expect(page.getByText("21 to 40 of 47")).toBeVisible();
});

test("a skeleton stands in for a page on its way, or the page before it", async ({ page, simulation }) => {
  simulation.use("hang:times=1");
  await page.goto("/users");
  await expect(page.getByRole("status", { name: "Loading users" })).toBeVisible();
  await page.reload();
  await expect(userRows(page)).toHaveCount(20);

  simulation.use("hang:times=1");
  await page.getByRole("link", { name: "Next" }).click();
  await expect(page.locator("[aria-busy=true]")).toContainText("Chidi Kaya");
  await page.reload();
  await expect(userRows(page).first()).toContainText("Ines Costa");
});

test("a new user is seen in the list", async ({ page, simulation }) => {
  await page.goto("/users");
  await page.getByRole("link", { name: "Add user" }).click();
  await addUser(page, "Ada Lovelace", "ada@aurora-cycles.example");

  await expect(page.getByRole("status").filter({ hasText: "Ada Lovelace was added" })).toBeVisible();
  await expect(userRows(page).first()).toContainText("ada@aurora-cycles.example");
  await expect(page.getByText("1 to 20 of 48")).toBeVisible();
  await expect(simulation).toHaveReceived({ operation: "createUser", body: { name: "Ada Lovelace" } }, { count: 1 });
});

test("what the service finds wrong stands at its field, which has the focus", async ({ page }) => {
  await page.goto("/users/new");
  await addUser(page, "Omar", "omar.osei@aurora-cycles.example");
  await expect(page.getByLabel("Email")).toHaveAccessibleDescription("is taken");
  await expect(page.getByLabel("Email")).toBeFocused();
});

test("the keyboard is enough to add a user", async ({ page }) => {
  await page.goto("/users");
  await page.getByRole("link", { name: "Add user" }).press("Enter");
  await expect(page.getByRole("main")).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.type("Grace Hopper");
  await page.keyboard.press("Tab");
  await page.keyboard.type("grace@aurora-cycles.example");
  await page.keyboard.press("Enter");
  await expect(userRows(page).first()).toContainText("Grace Hopper");
});

test("an invoice leads to its subscription", async ({ page }) => {
  await page.goto("/invoices");
  const invoice = page.getByRole("row").filter({ hasText: "AUR-1024" });
  await expect(invoice).toContainText("€1,740.00");
  await invoice.getByRole("link", { name: "sub_k9p34y6n" }).click();
  await expect(page).toHaveURL("/subscriptions/sub_k9p34y6n");
  await expect(page.getByRole("heading", { name: "Business" })).toBeVisible();
});
