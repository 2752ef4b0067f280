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

test("every third list is short", async ({ simulation }) => {
  simulation.use(["short-list"]);
  const headers = { authorization: "Bearer our-token-1" };
  const lists = [1, 2, 3].map(
    async () => (await (await fetch(`${service}/api/v1/users`, { headers })).json()).data.length,
  );
  expect(await Promise.all(lists)).toEqual([2, 2, 1]);
});

test("a scenario in the test itself", async ({ simulation }) => {
  let calls = 0;
  simulation.use(async (turn, next) => {
    calls += 1;
    if (calls === 1) return { status: 502, headers: {}, body: "" };
    return next({ ...turn.call, query: "page=2" });
  });
  const headers = { authorization: "Bearer our-token-1" };
  expect((await fetch(`${service}/api/v1/users`, { headers })).status).toBe(502);
  expect(await (await fetch(`${service}/api/v1/users`, { headers })).json()).toMatchObject({ data: [{ id: "u3" }] });
});
