import { expect } from "vitest";
import { createTest } from "orgkit/vitest";

const test = createTest({ baseUrl: "https://api.example", world: "demo" });

for (const page of [1, 2, 3]) {
  test.concurrent(`call ${page} is answered, and known to its own test alone`, async ({ simulation }) => {
    const headers = { authorization: "Bearer aurora-token-4f7a91" };
    const ask = (): Promise<Response> => fetch(`https://api.example/api/v1/users?page=${page}`, { headers });
    expect((await ask()).status).toBe(200);
    await new Promise((resolve) => setTimeout(resolve, page));
    expect((await ask()).status).toBe(200);
    expect(simulation).toHaveReceived({ operation: "listUsers" }, { count: 2 });
  });
}
