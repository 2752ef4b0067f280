import { expect, test } from "./console.fixture.ts";

const users = "#world/acct_cedar/users";

test("records are browsed by account and kind, and searched in every field", async ({ open }) => {
  const { page, button } = await open("#world");
  const rows = page.getByRole("row");
  await expect(rows).toHaveCount(48);
  const search = page.getByLabel("Search records");
  await search.fill("OSEI");
  await expect(page.getByText("4 of 4")).toBeVisible();
  await search.fill("zebra");
  await expect(page.getByRole("heading", { name: "No users match “zebra”" })).toBeVisible();
  await page.getByLabel("Account").selectOption("Brightwater Clinic");
  await button("Invoices 9").click();
  await expect(page).toHaveURL(/#world\/acct_brightwater\/invoices$/);
  await page.reload();
  await expect(page.getByRole("columnheader").first()).toHaveText("id");
  await expect(rows).toHaveCount(10);
});

test("a record is added, edited and deleted", async ({ open }) => {
  const { page, button, notices } = await open(users);
  await button("Add").click();
  const editor = page.getByLabel("The user as JSON");
  await expect(editor).toHaveValue(/"email": "/);
  await editor.fill('{ "id": "usr_ada", "name": "Ada" }');
  await editor.press("Control+Enter");
  await button("Edit usr_ada").click();
  await editor.fill('{ "id": "usr_ada", "name": "Ada Lovelace" }');
  await button("Save").click();
  await expect(page.getByRole("cell", { name: "Ada Lovelace" })).toBeVisible();
  await expect(button("Edit usr_ada")).toBeFocused();
  await button("Delete usr_ada").click();
  await page.keyboard.press("Escape");
  await expect(button("Delete usr_ada")).toBeFocused();
  await button("Delete usr_ada").click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect(page.getByRole("row")).toHaveCount(2);
  await expect(notices).toContainText("Deleted usr_ada.");
});

test("mistakes in a record are shown where it is edited", async ({ open }) => {
  const { page, button } = await open(users);
  await button("Add").click();
  const dialog = page.getByRole("dialog", { name: "Add user" });
  const add = dialog.getByRole("button", { name: "Add" });
  for (const [text, isSendable, problem] of [
    ['{\n  "name": Ada\n}', false, "JSON"],
    ["[]", false, "A record is a JSON object"],
    ['{ "id": { "a": 1 } }', true, "id"],
  ] as const) {
    await dialog.getByLabel("The user as JSON").fill(text);
    await expect(add).toBeEnabled({ enabled: isSendable });
    if (isSendable) await add.click();
    await expect(dialog.getByRole("alert")).toContainText(problem);
  }
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(button("Add")).toBeFocused();
});
