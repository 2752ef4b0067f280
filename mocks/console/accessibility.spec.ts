import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expect, test, type Console, type Mock } from "./console.fixture.ts";

/** Each page in each of its states, and how to get there from its address. */
const states: readonly (readonly [
  name: string,
  fragment: string,
  step?: (console: Console, mock: Mock) => Promise<void>,
])[] = [
  ["the empty journal", ""],
  [
    "the journal with a call of each outcome",
    "",
    async ({ calls }, { call, simulation }) => {
      await call();
      await call({ path: "/api/v1/nowhere" });
      simulation.use("server-errors:status=503", "latency:ms=5");
      await call();
      simulation.use("reset");
      await call();
      simulation.use();
      await calls.filter({ hasText: "503" }).click();
    },
  ],
  ["a reset asked for", "", ({ button }) => button("Reset").click()],
  ["the world", "#world/acct_brightwater"],
  ["an account without records", "#world/acct_cedar/invoices"],
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
    async ({ page }) => {
      await page.getByRole("switch", { name: "latency" }).click();
      await page.getByText("Options of server-errors").click();
    },
  ],
  ["the accounts", "#accounts"],
  ["the clock, frozen", "#clock", ({ button }) => button("Freeze").click()],
  [
    "no connection",
    "",
    async ({ page }, mock) => {
      await mock.close();
      await expect(page.getByText("Connection lost")).toBeVisible();
    },
  ],
];

test.describe("axe finds no violation, and nothing is cut off", () => {
  test.use({ allowedComplaints: /ERR_CONNECTION_REFUSED|ERR_INCOMPLETE_CHUNKED_ENCODING/ });

  test("on any page", async ({ open, mock }) => {
    for (const [name, fragment, step] of states) {
      const console = await open(fragment);
      await step?.(console, mock);
      await expectWellMade(console.page, name);
    }
  });
});

test.describe("without the control token", () => {
  test.use({ host: "0.0.0.0", allowedComplaints: /401 \(Unauthorized\)/ });

  test("axe finds no violation, and nothing is cut off", async ({ page, mock }) => {
    await page.goto(`${mock.server.url}/_orgkit/`);
    await expect(page.getByRole("heading", { name: "Control token" })).toBeVisible();
    await expectWellMade(page, "the token gate");
  });
});

/** The only allowed differences on a small or dark page. */
const ofTheLook = ["color-contrast", "scrollable-region-focusable", "aria-hidden-focus"];

/** Wide and light, then small and dark. */
async function expectWellMade(page: Page, name: string): Promise<void> {
  const sizes = [
    { colorScheme: "light", width: 1280, height: 720, rules: [] },
    { colorScheme: "dark", width: 390, height: 844, rules: ofTheLook },
  ] as const;
  for (const { colorScheme, width, height, rules } of sizes) {
    await page.emulateMedia({ reducedMotion: "reduce", colorScheme });
    await page.setViewportSize({ width, height });
    const axe = new AxeBuilder({ page }).setLegacyMode();
    if (rules.length > 0) axe.withRules([...rules]);
    expect.soft((await axe.analyze()).violations, `${name}, ${colorScheme}`).toStrictEqual([]);
    expect.soft(await page.evaluate(() => document.documentElement.scrollWidth), name).toBe(width);
  }
}
