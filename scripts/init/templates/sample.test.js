import { expect } from "vitest";
import { baseUrl, test } from "./vitest.js";

test("the mock responds and keeps the request", async ({ simulation }) => {
  const headers = { authorization: "Bearer {{token}}" };
  const response = await fetch(`${baseUrl}/api/v1/users`, { headers });
  expect(response.status).toBe(200);
  expect(simulation).toHaveReceived({ operation: "listUsers" }, { count: 1 });
});
