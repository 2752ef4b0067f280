// handlers.ts
import { http, HttpResponse } from "msw";
import type { OwnScenarios, Simulation } from "orgkit";

export default (simulation: Simulation) => [
  // A login service: it knows the users of all accounts.
  http.post<never, { email: string }>("/login", async ({ request }) => {
    const { email } = await request.json();
    const account = simulation.accounts.find(({ users }) => users.all().some((user) => user["email"] === email));
    if (account === undefined) return HttpResponse.json({ error: "unknown user" }, { status: 401 });
    return HttpResponse.json({ token: account.tokens[0]?.token });
  }),

  // A fifth endpoint: it changes the same records.
  http.delete<{ id: string }>("/api/v1/users/:id", ({ params: { id } }) => {
    const removed = simulation.collections().users.delete((q) => q.where({ id }));
    return new HttpResponse(null, { status: removed === undefined ? 404 : 204 });
  }),

  // One case of listUsers; the interface answers all others.
  http.get("/api/v1/users", ({ request }) => {
    if (!new URL(request.url).searchParams.has("export")) return undefined;
    return HttpResponse.json({ message: "Exports are made at night." }, { status: 503 });
  }),
];

// Scenarios of your own, beside the built-in ones: simulation.use("…"), --scenario, the console.
export const scenarios: OwnScenarios = {
  // Every third list of users lacks its last record.
  "short-list": async ({ operation, number }, next) => {
    const reply = await next();
    if (operation !== "listUsers" || number % 3 !== 0) return reply;
    const { data, meta } = JSON.parse(reply.body);
    return { ...reply, body: JSON.stringify({ data: data.slice(0, -1), meta }) };
  },
};
