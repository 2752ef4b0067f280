import { AxeBuilder } from "@axe-core/playwright";
import { expect, test } from "./app.fixture.ts";

/** Each page in each of its states: its address, its content, and the scenario. */
const states = [
  ["/users", "1 to 20 of 47"],
  ["/users?page=99", "The list has no page 99."],
  ["/users/new", "Cancel"],
  ["/invoices", "1 to 20 of 26"],
  ["/subscriptions/sub_k9p34y6n", "€29.00"],
  ["/subscriptions/sub_00000000", "There is no subscription"],
  ["/users", "Nobody is here yet.", "empty-lists"],
  ["/users", "The service has a problem", "server-errors:status=500"],
  ["/users", "Your session has ended", "expired-token"],
  ["/users", "The service is busy", "too-many-requests"],
] as const;

test(
  "axe finds no violation, in light and dark mode, and nothing is cut off on a small screen",
  { tag: "@slow" },
  async ({ page, simulation }) => {
    await page.setViewportSize({ width: 320, height: 640 });
    const violations = async (only: object = {}) => {
      const builder = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ["violations"], ...only });
      return (await builder.analyze()).violations;
    };
    for (const [address, text, ...scenarios] of states) {
      simulation.use(scenarios);
      await page.emulateMedia({ colorScheme: "light" });
      await page.goto(address);
      await expect(page.getByText(text)).toBeVisible();
      expect.soft(await page.evaluate(() => document.documentElement.scrollWidth), address).toBe(320);
      expect.soft(await violations(), `${address}, "${text}"`).toEqual([]);
      await page.emulateMedia({ colorScheme: "dark" });
      const inTheDark = await violations({ runOnly: ["color-contrast"] });
      expect.soft(inTheDark, `${address}, "${text}", in the dark`).toEqual([]);
    }
  },
);
