import type { Page } from "@playwright/test";
import { expect, test } from "orgkit/playwright";

const baseUrl = "https://api.example/tenant/x";
test.use({ orgkit: { baseUrl, world: "demo", seed: 3 } });

async function createIn(page: Page): Promise<number> {
  return page.evaluate(async (url) => {
    const headers = { authorization: "Bearer aurora-token-4f7a91", "content-type": "application/json" };
    const body = '{"email":"ada@new.example","name":"Ada"}';
    return (await fetch(url, { method: "POST", headers, body })).status;
  }, `${baseUrl}/api/v1/users`);
}

for (const which of ["one", "another"]) {
  test(`${which} test has its own world, in all pages of its context`, async ({ page, context, simulation }) => {
    expect(await createIn(page)).toBe(201);
    expect(await createIn(await context.newPage())).toBe(409);
    await expect(simulation).toHaveReceived({ operation: "createUser", status: 201 }, { count: 1 });
    await expect(simulation).toHaveReceived({
      headers: { authorization: expect.stringMatching(/^Bearer/) },
      body: expect.objectContaining({ name: "Ada" }),
    });
    await expect(simulation).not.toHaveReceived({ operation: "listUsers" });
    // @ts-expect-error -- misspelled
    await expect(expect(simulation).not.toHaveReceived({ operatoin: "listUsers" })).rejects.toThrow("did you mean");
  });
}

test("an assertion waits for a future request, until its timeout", async ({ page, simulation }) => {
  const expected = expect(simulation).toHaveReceived({ operation: "createUser" });
  await createIn(page);
  await expected;
  const missed = expect.configure({ timeout: 1 })(simulation).toHaveReceived({ operation: "createUser", status: 409 });
  await expect(missed).rejects.toThrow("status: expected 409, was 201");
});
