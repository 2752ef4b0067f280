import { expect, test } from "./console.fixture.ts";

test("scenarios are switched on and off, written out, and filled in from an example", async ({ open, mock }) => {
  const { page, button, tab } = await open("#scenarios");
  const empty = page.getByRole("switch", { name: "empty-lists" });
  const field = page.getByLabel("Scenario, written out");
  await empty.click();
  await expect(tab("Scenarios 1 active")).toBeVisible();
  await field.fill("latancy");
  await field.press("Enter");
  await expect(page.getByRole("alert")).toContainText("unknown scenario");
  await page.getByText("Options of hang").click();
  await button(/^hang/).first().click();
  await expect(field).toHaveValue(/^hang/);
  await field.fill("hang:times=1");
  await field.press("Enter");
  await expect(page.getByRole("switch", { name: "hang" })).toBeChecked();
  expect(mock.simulation.scenarios()).toStrictEqual(["empty-lists", "hang:times=1"]);
  await button("Deactivate hang:times=1").click();
  await empty.click();
  await expect(page.getByText("No scenario is active")).toBeVisible();
  expect(mock.simulation.scenarios()).toStrictEqual([]);
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
  await expectCopied(`curl ${mock.server.url}/api/v1/invoices ${bearer}`);
  await mock.call({ query: "page=2" });
  await tab("Journal").click();
  await calls.first().click();
  await button("Copy as curl").click();
  await expectCopied(`curl '${mock.server.url}/api/v1/users?page=2' ${bearer}`);
});
