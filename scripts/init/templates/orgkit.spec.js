import { expect, test } from "orgkit/playwright";

// Each test has its own mock, as orgkit.config.yaml describes it: test("…", async ({ page, simulation }) => { … })
test("the mock answers the page", async ({ page, simulation }) => {
  await page.goto("./");
  // Replace this by what your page does.
  const status = await page.evaluate(async (base) => {
    const headers = { authorization: "Bearer {{token}}" };
    return (await fetch(`${base.replace(/\/$/, "")}/api/v1/users`, { headers })).status;
  }, "{{baseUrl}}");
  expect(status).toBe(200);
  await expect(simulation).toHaveReceived({ operation: "listUsers" });
});
