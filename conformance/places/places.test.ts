import { expect, test } from "vitest";
import { scriptedSession } from "../checks/scripted-session.fixture.ts";
import { placesLeftOut, visits } from "./places.ts";

const empty = { json: { data: [], meta: { page: 1, total: 0 } } };

/** A session whose run already sent this number of requests. */
function after(requests: number) {
  const call = { operation: "listUsers", label: "earlier" } as const;
  const exchange = { request: { method: "GET", url: "https://target.example/users", headers: {} } };
  const entries = [{ call, requests, waited: 0, exchange }];
  return scriptedSession({}, { entries, answer: () => empty });
}

test("a long run leaves most concurrent requests out, and can say so", async () => {
  const session = after(400);
  expect(placesLeftOut(session)).toBe(undefined);
  const found = await visits(session);
  expect(placesLeftOut(session)).toMatch(/^concurrent requests .* \(after 4\d\d requests\)$/);
  const places = new Set(found.map(({ place }) => place));
  expect(places).toContain("a read, concurrently");
  expect(places).not.toContain("listUsers, concurrently");
});

test("a short run leaves nothing out", async () => {
  const session = after(1);
  const found = await visits(session);
  expect(placesLeftOut(session)).toBe(undefined);
  expect(found.some(({ place }) => place.includes("concurrently"))).toBe(true);
});
