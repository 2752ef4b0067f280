import { createTest } from "orgkit/vitest";
import { expect } from "vitest";

// Each test has its own mock, as orgkit.config.yaml describes it.
const test = createTest();

test("the mock responds and keeps the request", async ({ simulation }) => {
  const headers = { authorization: "Bearer {{token}}" };
  const response = await fetch("{{testUrl}}/api/v1/users", { headers });
  expect(response.status).toBe(200);
  expect(simulation).toHaveReceived({ operation: "listUsers" }, { count: 1 });
});
