import { expect, test } from "./app.fixture.ts";

test("the list is paged, and the address has the page", async ({ page }) => {
  await page.goto("/users");
  await page.getByRole("link", { name: "Next" }).click();
  await expect(page).toHaveURL("/users?page=2");
  await page.getByRole("link", { name: "Next" }).click();
  await expect(page.getByText("41 to 47 of 47")).toBeVisible();
  await expect(page.getByRole("link", { name: "Next" })).toHaveAttribute("aria-disabled", "true");
  await page.goBack();
  await expect(page.getByText("21 to 40 of 47")).toBeVisible();
  await page.reload();
  await expect(page.getByText("21 to 40 of 47")).toBeVisible();
});

test("a loading page shows a skeleton, or the previous page", async ({ page, simulation }) => {
  simulation.use("hang:times=1");
  await page.goto("/users");
  await expect(page.getByRole("status", { name: "Loading users" })).toBeVisible();
  await page.reload();
  await expect(page.getByText("1 to 20 of 47")).toBeVisible();

  simulation.use("hang:times=1");
  await page.getByRole("link", { name: "Next" }).click();
  await expect(page.locator("[aria-busy=true]")).toContainText("Chidi Kaya");
  await page.reload();
  await expect(page.getByRole("row").nth(1)).toContainText("Ines Costa");
});

test("the keyboard is enough to add a user, who then appears in the list", async ({ page, simulation }) => {
  await page.goto("/users");
  await page.getByRole("link", { name: "Add user" }).press("Enter");
  await expect(page.getByRole("main")).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.type("Grace Hopper");
  await page.keyboard.press("Tab");
  await page.keyboard.type("grace@aurora-cycles.example");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("status").filter({ hasText: "Grace Hopper was added" })).toBeVisible();
  await expect(page.getByRole("row").nth(1)).toContainText("grace@aurora-cycles.example");
  await expect(simulation).toHaveReceived({ operation: "createUser", body: { name: "Grace Hopper" } }, { count: 1 });
});
