import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expect, test, type Console, type Mock } from "./console.fixture.ts";

type Step = (console: Console, mock: Mock) => Promise<unknown>;

/** Each page in each of its states, and how to get there from its address. */
const states: readonly (readonly [name: string, fragment: string, ...steps: Step[]])[] = [
  [
    "the journal with a call of each outcome",
    "",
    async ({ calls }, { call, simulation }) => {
      await call();
      await call({ path: "/api/v1/nowhere" });
      for (const scenario of ["server-errors:status=503", "reset"]) {
        simulation.use([scenario, "latency:ms=5"]);
        await call();
      }
      simulation.use();
      await calls.filter({ hasText: "503" }).click();
    },
  ],
  ["a reset asked for", "", ({ button }) => button("Reset").click()],
  ["the world", "#world/acct_brightwater"],
  [
    "a record with a mistake",
    "#world/acct_cedar/users",
    ({ button }) => button("Add").click(),
    ({ page }) => page.getByLabel("The user as JSON").fill("{"),
  ],
  [
    "scenarios with options",
    "#scenarios",
    ({ page }) => page.getByRole("switch", { name: "latency" }).click(),
    ({ page }) => page.getByText("Options of server-errors").click(),
  ],
  ["the accounts", "#accounts"],
  ["the clock, frozen", "#clock", ({ button }) => button("Freeze").click()],
  [
    "no connection",
    "",
    (_, mock) => mock.close(),
    ({ page }) => expect(page.getByText("Connection lost")).toBeVisible(),
  ],
];

test.describe("axe finds no violation, and nothing is cut off", () => {
  test.use({ allowedComplaints: /ERR_CONNECTION_REFUSED|ERR_INCOMPLETE_CHUNKED_ENCODING/ });

  test("on any page", async ({ open, mock }) => {
    for (const [name, fragment, ...steps] of states) {
      const console = await open(fragment);
      for (const step of steps) await step(console, mock);
      await expectWellMade(console.page, name);
    }
  });

  test.describe("without the control token", () => {
    test.use({ host: "0.0.0.0", allowedComplaints: /401 \(Unauthorized\)/ });

    test("on the page that asks for it", async ({ page, mock }) => {
      await page.goto(`${mock.server.url}/_orgkit/`);
      await expect(page.getByRole("heading", { name: "Control token" })).toBeVisible();
      await expectWellMade(page, "the token gate");
    });
  });
});

/** The rules whose result depends on size and colors. */
const visualRules = ["color-contrast", "scrollable-region-focusable", "aria-hidden-focus"];

/** Wide and light, then small and dark. */
async function expectWellMade(page: Page, name: string): Promise<void> {
  const axe = new AxeBuilder({ page }).setLegacyMode();
  for (const [colorScheme, width, height] of [
    ["light", 1280, 720],
    ["dark", 390, 844],
  ] as const) {
    await page.emulateMedia({ reducedMotion: "reduce", colorScheme });
    await page.setViewportSize({ width, height });
    if (colorScheme === "dark") axe.withRules(visualRules);
    expect.soft((await axe.analyze()).violations, `${name}, ${colorScheme}`).toStrictEqual([]);
    expect.soft(await page.evaluate(() => document.documentElement.scrollWidth), name).toBe(width);
  }
}
