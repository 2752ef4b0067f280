import { expect, test } from "./console.fixture.ts";

const users = "#world/acct_cedar/users";

test("records are browsed by account and kind", async ({ open }) => {
  const { page, button } = await open("#world");
  await expect(page.getByRole("row")).toHaveCount(48);
  await page.getByLabel("Account").selectOption("Brightwater Clinic");
  await button("Invoices 9").click();
  await expect(page.getByRole("row")).toHaveCount(10);
  await expect(page).toHaveURL(/#world\/acct_brightwater\/invoices$/);
  await page.reload();
  await expect(page.getByRole("columnheader").first()).toHaveText("id");
  await expect(page.getByRole("row")).toHaveCount(10);
});

test("records are searched in every field", async ({ open }) => {
  const { page } = await open("#world");
  await page.getByLabel("Search records").fill("OSEI");
  await expect(page.getByText("4 of 4")).toBeVisible();
  await page.getByLabel("Search records").fill("zebra");
  await expect(page.getByRole("heading", { name: "No users match “zebra”" })).toBeVisible();
});

test("a record is added, edited and deleted", async ({ open }) => {
  const { page, button, notices } = await open(users);
  const rows = page.getByRole("row");
  await button("Add").click();
  const editor = page.getByLabel("The user as JSON");
  await expect(editor).toHaveValue(/"email": "/);
  await editor.fill('{ "id": "usr_ada", "name": "Ada" }');
  await editor.press("Control+Enter");
  await expect(rows).toHaveCount(3);
  await button("Edit usr_ada").click();
  await editor.fill('{ "id": "usr_ada", "name": "Ada Lovelace" }');
  await button("Save").click();
  await expect(page.getByRole("cell", { name: "Ada Lovelace" })).toBeVisible();
  await expect(button("Edit usr_ada")).toBeFocused();
  await button("Delete usr_ada").click();
  await expect(rows).toHaveCount(2);
  await expect(notices).toContainText("Deleted usr_ada.");
});

test("mistakes in a record are shown where it is edited", async ({ open }) => {
  const { page, button } = await open(users);
  await button("Add").click();
  const dialog = page.getByRole("dialog", { name: "Add user" });
  const editor = dialog.getByLabel("The user as JSON");
  await editor.fill('{\n  "name": Ada\n}');
  await expect(dialog.getByRole("alert")).toContainText("JSON");
  await expect(dialog.getByRole("button", { name: "Add" })).toBeDisabled();
  await editor.fill("[]");
  await expect(dialog.getByRole("alert")).toContainText("A record is a JSON object");
  await editor.fill('{ "id": { "a": 1 } }');
  await dialog.getByRole("button", { name: "Add" }).click();
  await expect(dialog.getByRole("alert")).toContainText("id");
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(button("Add")).toBeFocused();
});

test("members with names of inherited ones are shown only if a record has them", async ({ open, mock }) => {
  const names = ["constructor", "toString", "hasOwnProperty", "valueOf"];
  const member = Object.fromEntries(names.map((name) => [name, `own ${name}`]));
  await mock.simulation.collections("acct_cedar").users.create({ id: "usr_odd", ...member });
  const { page } = await open(users);
  for (const name of names) await expect(page.getByRole("columnheader", { name, exact: true })).toBeVisible();
  for (const name of names) await expect(page.getByRole("cell", { name: `own ${name}` })).toHaveCount(1);
  await expect(page.getByText("native code")).toHaveCount(0);
});
