// backend.test.ts
import { http, HttpResponse } from "msw";
import { createTest } from "orgkit/vitest";
import { expect } from "vitest";

const test = createTest();
const service = "https://api.example/tenant/x";

test("the rest of the backend is there", async ({ simulation }) => {
  const login = await fetch(`${service}/login`, { method: "POST", body: '{"email":"ada@x.example"}' });
  const headers = { authorization: `Bearer ${(await login.json()).token}` };
  expect((await fetch(`${service}/api/v1/users/u3`, { method: "DELETE", headers })).status).toBe(204);
  expect(await (await fetch(`${service}/api/v1/users`, { headers })).json()).toMatchObject({ meta: { total: 2 } });
  expect((await fetch(`${service}/api/v1/users?export=1`, { headers })).status).toBe(503);
  expect(simulation).toHaveReceived({ path: "/login", rule: "handler POST /login" }, { count: 1 });
});

test("a third party is down in this test", async ({ simulation }) => {
  simulation.handlers(http.get("https://maps.example/tiles", () => HttpResponse.error()));
  await expect(fetch("https://maps.example/tiles")).rejects.toThrow(TypeError);
  expect(simulation).toHaveReceived({ path: "https://maps.example/tiles", status: 0 });
});
