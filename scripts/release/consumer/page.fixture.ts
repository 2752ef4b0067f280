import { expect, test } from "orgkit/playwright";

test.use({ orgkit: { baseUrl: "https://api.example", world: "demo" } });

test("a page is answered, and what it asked for is known", async ({ page, simulation }) => {
  await page.goto("about:blank");
  const status = await page.evaluate(async () => {
    const headers = { authorization: "Bearer aurora-token-4f7a91" };
    return (await fetch("https://api.example/api/v1/invoices", { headers })).status;
  });
  expect(status).toBe(200);
  await expect(simulation).toHaveReceived({ operation: "listInvoices", status: 200 }, { count: 1 });
});
