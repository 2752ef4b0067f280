// own.spec.ts
import { expect, test } from "orgkit/playwright";

test("a page has two users", async ({ page, simulation }) => {
  await page.goto("about:blank");
  const second = await page.evaluate(async () => {
    const headers = { authorization: "Bearer our-token-1" };
    return (await fetch("https://api.example/tenant/x/api/v1/users?page=2", { headers })).json();
  });
  expect(second).toMatchObject({ data: [{ id: "u3" }] });
  await expect(simulation).toHaveReceived({ operation: "listUsers", status: 200 });
});
