import type { Page } from "@playwright/test";

/** Fills in the form on the page, and sends it. */
export async function addUser(page: Page, name: string, email: string): Promise<void> {
  await page.getByLabel("Name").fill(name);
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Add user" }).click();
}
