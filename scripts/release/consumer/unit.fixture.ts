import { expect } from "vitest";
import { createTest } from "orgkit/vitest";

const test = createTest({ baseUrl: "https://api.example", world: "demo" });

test("a call is answered, and known to its test", async ({ simulation }) => {
  const headers = { authorization: "Bearer aurora-token-4f7a91" };
  expect((await fetch("https://api.example/api/v1/users", { headers })).status).toBe(200);
  expect(simulation).toHaveReceived({ operation: "listUsers" }, { count: 1 });
});
