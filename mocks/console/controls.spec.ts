import { expect, test } from "./console.fixture.ts";

test("scenarios are switched on and off, and written out", async ({ open, mock }) => {
  const { page, button, tab } = await open("#scenarios");
  const empty = page.getByRole("switch", { name: "empty-lists" });
  const field = page.getByLabel("Scenario, written out");
  await empty.click();
  await expect(tab("Scenarios 1 active")).toBeVisible();
  await field.fill("latancy");
  await field.press("Enter");
  await expect(page.getByRole("alert")).toContainText("unknown scenario");
  await field.fill("hang:times=1");
  await field.press("Enter");
  await expect(page.getByRole("switch", { name: "hang" })).toBeChecked();
  expect(mock.simulation.scenarios()).toStrictEqual(["empty-lists", "hang:times=1"]);
  await button("Deactivate hang:times=1").click();
  await empty.click();
  await expect(page.getByText("No scenario is active")).toBeVisible();
  expect(mock.simulation.scenarios()).toStrictEqual([]);
});

test("the options of a scenario are a form, which an example or the active scenario fills in", async ({
  open,
  mock,
}) => {
  const { page } = await open("#scenarios");
  const line = page.getByRole("listitem").filter({ has: page.getByRole("switch", { name: "server-errors" }) });
  const activate = async (): Promise<void> => line.getByRole("button", { name: "Activate" }).click();
  await line.getByText("Options of server-errors").click();
  await line.getByRole("button", { name: "server-errors:status=503,rate=0.1" }).click();
  await expect(line.getByLabel("rate")).toHaveValue("0.1");
  await line.getByLabel("rate").fill("");
  await line.getByLabel("on").selectOption("listUsers");
  await line.getByLabel("served").selectOption("true");
  await activate();
  await expect(line.getByRole("switch")).toBeChecked();
  expect(mock.simulation.scenarios()).toStrictEqual(["server-errors:status=503,served=true,on=listUsers"]);
  await line.getByLabel("burst").fill("2");
  await activate();
  await expect
    .poll(() => mock.simulation.scenarios())
    .toStrictEqual(["server-errors:status=503,burst=2,served=true,on=listUsers"]);
});

test("snapshots are saved, listed, restored and deleted", async ({ open, mock }) => {
  const { page, button, notices } = await open("#snapshots");
  const field = page.getByLabel("Name");
  await field.fill("../x");
  await field.press("Enter");
  await expect(page.getByRole("alert")).toContainText("A name has at most");
  await field.fill("before import");
  await field.press("Enter");
  await expect(notices).toContainText("Saved before import.");
  mock.simulation.collections().users.deleteMany((q) => q);
  await button("Restore before import").click();
  await page.getByRole("dialog").getByRole("button", { name: "Restore" }).click();
  await expect(notices).toContainText("Restored before import.");
  expect(mock.simulation.collections().users.count()).toBe(47);
  await button("Delete before import").click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("No snapshots yet")).toBeVisible();
});

test("the clock is frozen, advanced and released", async ({ open }) => {
  const { page, button } = await open("#clock");
  const bar = page.getByRole("contentinfo");
  await button("Freeze").click();
  await expect(bar).toContainText("2026-03-01 12:30:00 UTC frozen");
  await button("+1 day").click();
  await expect(bar).toContainText("2026-03-02 12:30:00 UTC frozen");
  await page.getByLabel("Freeze at (UTC)").fill("2027-01-01T08:00:00");
  await button("Freeze there").click();
  await expect(bar).toContainText("2027-01-01 08:00:00 UTC frozen");
  await button("Resume").click();
  await button("+1 h").click();
  await expect(page.getByText("Running, 1 h ahead of the system clock.")).toBeVisible();
});

test("tokens, requests and command lines are copied", async ({ open, context, mock }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const { page, button, tab, calls } = await open("#accounts");
  const expectCopied = async (text: string): Promise<void> =>
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(text);
  const bearer = "-H 'authorization: Bearer aurora-token-4f7a91'";
  await expect(page.getByText("expired", { exact: true })).toBeVisible();
  await button("Copy token cedar-token-9e15b7").click();
  await expectCopied("cedar-token-9e15b7");
  await button("Copy curl for listInvoices").first().click();
  await expectCopied(`curl ${bearer} ${mock.server.url}/api/v1/invoices`);
  await mock.call({ query: "page=2" });
  await tab("Journal").click();
  await calls.first().click();
  await button("Copy as curl").click();
  await expectCopied(`curl ${bearer} '${mock.server.url}/api/v1/users?page=2'`);
});
