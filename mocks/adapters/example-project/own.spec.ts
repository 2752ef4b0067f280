// own.spec.ts
import { expect, test } from "orgkit/playwright";

test("a user logs in and sees the second page", async ({ page, simulation }) => {
  await page.goto("about:blank");
  const second = await page.evaluate(async () => {
    const service = "https://api.example/tenant/x";
    const login = await fetch(`${service}/login`, { method: "POST", body: '{"email":"ada@x.example"}' });
    const headers = { authorization: `Bearer ${(await login.json()).token}` };
    return (await fetch(`${service}/api/v1/users?page=2`, { headers })).json();
  });
  expect(second).toMatchObject({ data: [{ id: "u3" }] });
  await expect(simulation).toHaveReceived({ operation: "listUsers", status: 200 });
});
