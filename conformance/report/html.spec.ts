import { writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { AxeBuilder } from "@axe-core/playwright";
import { expect, test as base } from "@playwright/test";
import { exampleReport, hostile } from "./example-report.fixture.ts";
import { reportHtml } from "./html.ts";

const created = [{ sent: `{"name":"orgkit7f3a9c-1b2c3d4e"}`, received: hostile }];
const places = ["after a creation", "with `Accept: */*`", "the second account"].map((how) => ({
  place: `listUsers?order_by=createdAt&per_page=24 (${how})`,
  status: "failed" as const,
}));
const results = exampleReport().results.map((result) => (result.status === "failed" ? { ...result, places } : result));
const reports = {
  failing: exampleReport({
    results,
    created,
    target: { name: `staging ${hostile}`, baseUrl: "https://x", dialect: hostile },
  }),
  unjudged: exampleReport({ results: [], choices: [], problem: `The host does not answer. ${hostile}` }),
};

/** The page of a report, opened from a file, and anything it did that it must not. */
const test = base.extend<{ open: (name: keyof typeof reports) => Promise<readonly string[]> }>({
  open: async ({ page }, use, info) => {
    const problems: string[] = [];
    page.on("console", (message) => problems.push(`console: ${message.text()}`));
    page.on("pageerror", (error) => problems.push(`error: ${error.message}`));
    page.on("request", (request) => {
      if (!/^(?:file|data):/.test(request.url())) problems.push(`request: ${request.url()}`);
    });
    await use(async (name) => {
      const path = info.outputPath(`${name}.html`);
      writeFileSync(path, reportHtml(reports[name]));
      await page.goto(pathToFileURL(path).href);
      return problems;
    });
  },
});

const views = [
  ["failing", 1280, "light"],
  ["failing", 390, "dark"],
  ["unjudged", 1280, "dark"],
] as const;

for (const [name, width, colorScheme] of views) {
  test(`the page is in order: ${name} target, ${width} wide, ${colorScheme}`, async ({ page, open }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme });
    const problems = await open(name);
    await page.evaluate(() => {
      for (const fold of document.querySelectorAll("details")) fold.open = true;
    });
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`)).toEqual([]);
    expect(problems).toEqual([]);
  });
}

test("text of a hostile target is text", async ({ page, open }) => {
  const problems = await open("failing");
  await expect(page).toHaveTitle(/^staging <\/script>/);
  await expect(page.locator("img")).toHaveCount(0);
  await expect(page.locator("script")).toHaveCount(0);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("<img src=x");
  expect(await page.content()).not.toMatch(/(?!\n)[\p{Cc}\u202E\u2028]/u);
  expect(problems).toEqual([]);
});

test("what each operation showed opens by keyboard, and a printer gets the evidence of failures", async ({
  page,
  open,
}) => {
  await open("failing");
  const row = page.locator("details.requirement", { hasText: "PATH-01" });
  await row.locator("summary").press("Enter");
  await expect(row.getByText("responded with 200").first()).toBeVisible();
  await page.emulateMedia({ media: "print" });
  await expect(page.locator(".failure .wire").first()).toBeVisible();
  await expect(page.getByRole("navigation")).toBeHidden();
});
