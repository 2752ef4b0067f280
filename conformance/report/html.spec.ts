import { writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { AxeBuilder } from "@axe-core/playwright";
import { expect, test, type Page } from "@playwright/test";
import { exampleReport, hostile } from "./example-report.fixture.ts";
import { reportHtml } from "./html.ts";

const places = [{ place: `listUsers?order_by=createdAt&per_page=24 (the second account)`, status: "failed" as const }];
const pages = {
  failing: reportHtml(
    exampleReport({
      results: exampleReport().results.map((result) => ({ ...result, places })),
      created: [{ sent: `{"name":"orgkit7f3a9c-1b2c3d4e"}`, received: hostile }],
      target: { name: `staging ${hostile}`, baseUrl: "https://x", dialect: hostile },
    }),
  ),
  unjudged: reportHtml(exampleReport({ results: [], problem: `The host does not answer. ${hostile}` })),
};

/** Opens a page from a file. @returns what it does that it must not */
async function open(page: Page, name: keyof typeof pages, path: string): Promise<readonly string[]> {
  const problems: string[] = [];
  page.on("console", (message) => problems.push(`console: ${message.text()}`));
  page.on("pageerror", (error) => problems.push(`error: ${error.message}`));
  page.on("request", (request) => {
    if (!/^(?:file|data):/.test(request.url())) problems.push(`request: ${request.url()}`);
  });
  writeFileSync(path, pages[name]);
  await page.goto(pathToFileURL(path).href);
  return problems;
}

for (const [name, width, colorScheme] of [
  ["failing", 1280, "light"],
  ["failing", 390, "dark"],
  ["unjudged", 1280, "dark"],
] as const) {
  test(`the page is accessible, and shows hostile text as text: ${name} target, ${width} wide, ${colorScheme}`, async ({
    page,
  }, info) => {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme });
    const problems = await open(page, name, info.outputPath("report.html"));
    await page.evaluate(() => {
      for (const fold of document.querySelectorAll("details")) fold.open = true;
    });
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`)).toEqual([]);
    await expect(page).toHaveTitle(/^staging/);
    await expect(page.locator("img, script")).toHaveCount(0);
    expect(problems).toEqual([]);
  });
}

test("the results of an operation open by keyboard, and a printer gets the evidence of failures", async ({
  page,
}, info) => {
  await open(page, "failing", info.outputPath("report.html"));
  const row = page.locator("details.requirement", { hasText: "PATH-01" });
  await row.locator("summary").press("Enter");
  await expect(row.getByText("responded with 200").first()).toBeVisible();
  await page.emulateMedia({ media: "print" });
  await expect(page.locator(".failure .wire").first()).toBeVisible();
  await expect(page.getByRole("navigation")).toBeHidden();
});
