import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expect, test, type Console, type Mock } from "./console.fixture.ts";

type Step = (console: Console, mock: Mock) => Promise<void>;

const nothing: Step = async () => undefined;

/** Calls of each outcome, one of them shown. */
const withCalls: Step = async ({ calls }, { call, simulation }) => {
  await call();
  await call({ path: "/api/v1/nowhere" });
  simulation.use("server-errors:status=503", "latency:ms=5");
  await call();
  simulation.use("reset");
  await call();
  simulation.use();
  await calls.filter({ hasText: "503" }).click();
};

/** Each page in each of its states: what leads there from its address. */
const states: readonly (readonly [name: string, fragment: string, step: Step])[] = [
  ["the empty journal", "", nothing],
  ["the journal with a call", "", withCalls],
  ["how to filter", "", ({ button }) => button("How to filter").click()],
  ["the world", "#world", nothing],
  ["an account without records", "#world/acct_cedar/invoices", nothing],
  [
    "a record with a mistake",
    "#world",
    async ({ page, button }) => {
      await button(/^Edit /)
        .first()
        .click();
      await page.getByLabel("The user as JSON").fill("{");
    },
  ],
  [
    "scenarios with options",
    "#scenarios",
    async ({ page, button }) => {
      await page.getByRole("switch", { name: "latency" }).click();
      await button("Options of server-errors").click();
    },
  ],
  ["the accounts", "#accounts", nothing],
  ["the dialect", "#dialect", nothing],
  ["the clock, frozen", "#clock", ({ button }) => button("Freeze").click()],
  ["no sandboxes", "#sandboxes", nothing],
  ["a new sandbox", "#sandboxes", ({ button }) => button("Open a sandbox").click()],
  ["a reset asked for", "", ({ button }) => button("Reset").click()],
];

for (const [name, fragment, step] of states) {
  test(`axe finds nothing, and nothing is cut off: ${name}`, async ({ open, mock }) => {
    const console = await open(fragment);
    await step(console, mock);
    await expectWellMade(console.page);
  });
}

test.describe("without a connection", () => {
  test.use({ allowedComplaints: /ERR_CONNECTION_REFUSED|ERR_INCOMPLETE_CHUNKED_ENCODING/ });

  test("axe finds nothing, and nothing is cut off", async ({ open, mock }) => {
    const { page } = await open();
    await mock.close();
    await expect(page.getByText("Connection lost")).toBeVisible();
    await expectWellMade(page);
  });
});

test.describe("without the control token", () => {
  test.use({ host: "0.0.0.0", allowedComplaints: /401 \(Unauthorized\)/ });

  test("axe finds nothing, and nothing is cut off", async ({ page, mock }) => {
    await page.goto(`${mock.server.url}/_orgkit/`);
    await expect(page.getByLabel("Token")).toBeVisible();
    await expectWellMade(page);
  });
});

/** What may be otherwise where the page is small or dark; all else is the same page. */
const ofTheLook = ["color-contrast", "scrollable-region-focusable", "aria-hidden-focus"];

/** Wide and light, then small and dark. */
async function expectWellMade(page: Page): Promise<void> {
  await page.emulateMedia({ reducedMotion: "reduce" });
  const wide = await new AxeBuilder({ page }).setLegacyMode().analyze();
  expect(wide.violations).toStrictEqual([]);
  await page.emulateMedia({ colorScheme: "dark" });
  await page.setViewportSize({ width: 390, height: 844 });
  const small = await new AxeBuilder({ page }).setLegacyMode().withRules(ofTheLook).analyze();
  expect(small.violations).toStrictEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
}
