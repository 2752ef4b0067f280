/* oxlint-disable no-unused-vars -- tests.js is added at the end */
// What a team writes that has MSW only.
import { Collection } from "@msw/data";
import { http, HttpResponse } from "msw";
import { setupServer } from "msw/node";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import people from "./people.json";

const schema = z.object({
  id: z.string(),
  email: z.email(),
  name: z.string(),
  role: z.string(),
  createdAt: z.string(),
});
const headers = { authorization: "Bearer bench-token-1", "content-type": "application/json" };
let users = new Collection({ schema });
const rejectToken = (request) =>
  request.headers.get("authorization") === headers.authorization
    ? undefined
    : HttpResponse.json({ error: "unauthorized" }, { status: 401 });
const server = setupServer(
  http.get("https://api.example/api/v1/users", ({ request }) => {
    const query = new URL(request.url).searchParams;
    const [page, size] = [Number(query.get("page") ?? "1"), Number(query.get("per_page") ?? "20")];
    const data = users.all().slice((page - 1) * size, page * size);
    return rejectToken(request) ?? HttpResponse.json({ data, meta: { page, total: users.count() } });
  }),
  http.post("https://api.example/api/v1/users", async ({ request }) => {
    const rejection = rejectToken(request);
    if (rejection) return rejection;
    const body = await request.json();
    if (typeof body.email !== "string" || typeof body.name !== "string")
      return HttpResponse.json({ error: "invalid" }, { status: 422 });
    if (users.findFirst((q) => q.where({ email: body.email })))
      return HttpResponse.json({ error: "taken" }, { status: 409 });
    const created = { id: crypto.randomUUID(), role: "member", ...body, createdAt: new Date().toISOString() };
    return HttpResponse.json({ data: [await users.create(created)], meta: { page: 1, total: 1 } }, { status: 201 });
  }),
);
beforeAll(() => server.listen());
afterAll(() => server.close());
beforeEach(async () => {
  users = new Collection({ schema });
  for (const user of people) await users.create(user);
});
