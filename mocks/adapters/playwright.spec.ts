import type { Page } from "@playwright/test";
import { expect, test } from "orgkit/playwright";

const baseUrl = "https://api.example/tenant/x";
test.use({ orgkit: { baseUrl, world: "demo", seed: 3 } });

async function createIn(page: Page, email: string): Promise<number> {
  return page.evaluate(
    async ({ url, address }) => {
      const headers = { authorization: "Bearer aurora-token-4f7a91", "content-type": "application/json" };
      const body = JSON.stringify({ email: address, name: "Ada" });
      return (await fetch(url, { method: "POST", headers, body })).status;
    },
    { url: `${baseUrl}/api/v1/users`, address: email },
  );
}

for (const which of ["one", "another"]) {
  test(`${which} test has its own world, behind a page of any origin`, async ({ page, simulation }) => {
    await page.goto("about:blank");
    await page.setContent("<p>An application</p>");
    expect(await createIn(page, "ada@new.example")).toBe(201);
    expect(await createIn(page, "ada@new.example")).toBe(409);
    await expect(simulation).toHaveReceived({ operation: "createUser", status: 201 }, { count: 1 });
    await expect(simulation).not.toHaveReceived({ operation: "listUsers" });
  });
}

test("an assertion waits for a future request", async ({ page, simulation }) => {
  await page.goto("about:blank");
  const expected = expect(simulation).toHaveReceived({ operation: "createUser" });
  await createIn(page, "ada@new.example");
  await expected;
});

test("a failed assertion shows the closest requests", async ({ page, simulation }) => {
  await page.goto("about:blank");
  await createIn(page, "ada@new.example");
  const missed = expect.configure({ timeout: 1 })(simulation).toHaveReceived({ operation: "createUser", status: 409 });
  await expect(missed).rejects.toThrow("status: expected 409, was 201");
});

test("pages opened later get responses, too", async ({ context, simulation }) => {
  const [one, other] = [await context.newPage(), await context.newPage()];
  expect(await createIn(one, "ada@new.example")).toBe(201);
  expect(await createIn(other, "ada@new.example")).toBe(409);
  expect(simulation.accounts[0]?.users.count()).toBe(48);
});
