// own.test.ts
import { expect } from "vitest";
import { createTest } from "orgkit/vitest";

const test = createTest();

test("a page has two users", async ({ simulation }) => {
  const headers = { authorization: "Bearer our-token-1" };
  const response = await fetch("https://api.example/tenant/x/api/v1/users", { headers });
  expect(await response.json()).toMatchObject({ data: [{ id: "u1" }, { id: "u2" }], meta: { total: 3 } });
  expect(simulation).toHaveReceived({ operation: "listUsers", status: 200 });
});
