import { expect, test } from "./console.fixture.ts";

test.describe("scenarios", () => {
  test("are activated and deactivated", async ({ open, mock }) => {
    const { page } = await open("#scenarios");
    const empty = page.getByRole("switch", { name: "empty-lists" });
    await expect(empty).not.toBeChecked();
    await empty.click();
    await expect(empty).toBeChecked();
    expect(mock.simulation.scenarios()).toStrictEqual(["empty-lists"]);
    await expect(page.getByRole("tab", { name: "Scenarios 1 active" })).toBeVisible();
    await empty.click();
    await expect(page.getByText("No scenario is active")).toBeVisible();
    expect(mock.simulation.scenarios()).toStrictEqual([]);
  });

  test("have a form for their options, which shows mistakes", async ({ open, mock }) => {
    const { page, button } = await open("#scenarios");
    await button("Options of latency").click();
    const form = page.getByRole("listitem").filter({ has: page.getByRole("heading", { name: "latency" }) });
    await form.getByLabel("min", { exact: true }).fill("500");
    await form.getByLabel("max", { exact: true }).fill("100");
    await form.getByLabel("on", { exact: true }).selectOption("listUsers");
    await form.getByRole("button", { name: "Activate" }).click();
    await expect(form.getByRole("alert")).toContainText("expected a max of at least min");
    await form.getByLabel("max", { exact: true }).fill("900");
    await form.getByRole("button", { name: "Activate" }).click();
    await expect(form.getByRole("switch")).toBeChecked();
    expect(mock.simulation.scenarios()).toStrictEqual(["latency:min=500,max=900,on=listUsers"]);
    await form.getByLabel("min", { exact: true }).fill("");
    await form.getByRole("button", { name: "Apply" }).click();
    await expect(form.getByRole("button", { name: "Apply" })).toBeDisabled();
    expect(mock.simulation.scenarios()).toStrictEqual(["latency:max=900,on=listUsers"]);
  });

  test("are entered as text, and deactivated by name", async ({ open, mock }) => {
    const { page, button } = await open("#scenarios");
    const field = page.getByLabel("Scenario, written out");
    await field.fill("latancy");
    await field.press("Enter");
    await expect(page.getByRole("alert")).toContainText("unknown scenario");
    await field.fill("hang:times=1");
    await field.press("Enter");
    await field.fill("reset:times=1");
    await button("Activate").first().click();
    await expect(page.getByRole("switch", { name: "reset" })).toBeChecked();
    await button("Deactivate hang:times=1").click();
    await expect(page.getByRole("switch", { name: "hang" })).not.toBeChecked();
    expect(mock.simulation.scenarios()).toStrictEqual(["reset:times=1"]);
  });
});

test("the clock is frozen, advanced and released", async ({ open }) => {
  const { page, button } = await open("#clock");
  const bar = page.getByRole("contentinfo");
  await expect(page.getByText("Follows the system clock.")).toBeVisible();
  await button("Freeze").click();
  await expect(bar).toContainText("2026-03-01 12:30:00 UTC frozen");
  await button("+1 day").click();
  await expect(bar).toContainText("2026-03-02 12:30:00 UTC frozen");
  await page.getByLabel("Freeze at (UTC)").fill("2027-01-01T08:00:00");
  await button("Freeze there").click();
  await expect(bar).toContainText("2027-01-01 08:00:00 UTC frozen");
  await button("Resume").click();
  await expect(bar).not.toContainText("frozen");
  await page.getByLabel("Advance by").fill("-2.5");
  await page.getByLabel("Unit").selectOption("hours");
  await button("Advance").click();
  await expect(page.getByText("Running, 2 h 30 min behind the system clock.")).toBeVisible();
});

test("snapshots are saved, restored and deleted by name", async ({ open, mock }) => {
  const { page, button, notices } = await open("#clock");
  const name = page.getByLabel("Name");
  await name.fill("../etc");
  await name.press("Enter");
  await expect(page.getByRole("alert")).toContainText("A name consists of letters, digits");
  await name.fill("before all");
  await name.press("Enter");
  await expect(page.getByRole("list", { name: "Snapshots" })).toContainText("before all2026-03-01 12:30:00");
  const [account] = mock.simulation.accounts;
  account?.users.delete((q) => q.where({ id: String(account.users.all()[0]?.id) }));
  expect(account?.users.count()).toBe(46);
  await button("Restore").click();
  await expect(notices).toContainText("Restored records, ids and clock of before all.");
  expect(account?.users.count()).toBe(47);
  await button("Delete before all").click();
  await expect(page.getByText("No snapshots yet.")).toBeVisible();
});

test("a sandbox is opened, viewed and closed", async ({ open, mock }) => {
  const { page, button, tab, calls } = await open("#sandboxes");
  await expect(page.getByRole("heading", { name: "No sandboxes" })).toBeVisible();
  await button("Open a sandbox").click();
  const token = await page
    .getByRole("dialog")
    .getByText(/^sandbox-/)
    .textContent();
  await button("Show it").click();
  await expect(page.getByLabel("Simulation")).toContainText("Sandbox");
  await fetch(`${mock.server.url}/api/v1/users?page=2`, { headers: { authorization: `Bearer ${token}` } });
  await tab("Journal").click();
  await expect(calls).toContainText(["page=2"]);
  expect(mock.simulation.journal.total).toBe(0);
  await tab("Sandboxes").click();
  await button(/^Close [0-9a-f]{8}$/).click();
  await expect(page.getByLabel("Simulation")).toHaveValue("");
  await tab("Journal").click();
  await expect(page.getByRole("heading", { name: "No requests yet" })).toBeVisible();
});

test("tokens, requests and command lines are copied", async ({ open, context, mock }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const { page, button, tab, calls } = await open("#accounts");
  const copied = (): Promise<string> => page.evaluate(() => navigator.clipboard.readText());
  const bearer = "-H 'authorization: Bearer aurora-token-4f7a91'";
  await button("Copy token cedar-token-9e15b7").click();
  expect(await copied()).toBe("cedar-token-9e15b7");
  await expect(page.getByText("expired", { exact: true })).toBeVisible();
  await button("Copy curl for listInvoices").first().click();
  expect(await copied()).toBe(`curl ${mock.server.url}/api/v1/invoices ${bearer}`);
  await mock.call({ query: "page=2" });
  await tab("Journal").click();
  await calls.first().click();
  await button("Copy as curl").click();
  expect(await copied()).toBe(`curl '${mock.server.url}/api/v1/users?page=2' ${bearer}`);
});

test("the dialect is searched by key; a request links to the key that decided", async ({ open, mock }) => {
  const { page, calls, detail } = await open("#dialect");
  await page.getByLabel("Search the dialect").fill("oversize");
  await expect(page.getByText("paging.invoices.oversize")).toBeVisible();
  await expect(page.getByText("paging.users.maxSize")).toBeHidden();
  await page.getByLabel("Search the dialect").fill("zebra");
  await page.getByRole("button", { name: "Show all keys" }).click();
  await expect(page.getByText("paging.users.maxSize")).toBeVisible();
  await page.getByRole("tab", { name: "Journal" }).click();
  await mock.call({ query: "page=x" });
  await calls.first().click();
  await detail.getByRole("link", { name: "dialect reference" }).click();
  await expect(page.getByLabel("Search the dialect")).toHaveValue("paging.users.unreadable");
  await expect(page.getByRole("term")).toHaveText(["paging.users.unreadable"]);
});
