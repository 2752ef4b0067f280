import { listen } from "../../fixtures/network/listen.fixture.ts";
import { createServer } from "node:http";
import type { Page } from "@playwright/test";
import { http, HttpResponse } from "msw";
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

test("a page may request its own origin, where the dev server is the mock in development", async ({
  page,
  simulation,
}) => {
  simulation.handlers(http.post("/login", () => HttpResponse.json({ token: "aurora-token-4f7a91" })));
  const site = createServer(({ url }, response) => {
    response.writeHead(url === "/" ? 200 : 418, { "content-type": "text/html" }).end("<p>app</p>");
  });
  const { baseUrl: origin, stop } = await listen(site);
  await page.goto(`${origin}/`);
  const ask = (method: string, path: string): Promise<number> =>
    page.evaluate(
      async ([verb, url]) => {
        const headers = { authorization: "Bearer aurora-token-4f7a91" };
        return (await fetch(url, { method: verb, headers })).status;
      },
      [method, `/tenant/x${path}`] as const,
    );
  expect(await ask("GET", "/api/v1/users")).toBe(200);
  expect(await ask("GET", "/api/v1/subscriptions/none")).toBe(404);
  expect(await ask("POST", "/login")).toBe(200);
  // The rest is left to the server of the page.
  for (const path of ["/api/v1/sessions", "/api/other"]) expect(await ask("GET", path), path).toBe(418);
  await expect(simulation).toHaveReceived({ operation: "listUsers", status: 200 }, { count: 1 });
  await stop();
});
