import type { ScenarioText } from "../scenarios/catalogue.ts";
import fc from "fast-check";
import type { DialectInput } from "../../fixtures/dialect/dialect.ts";
import { dialectNames } from "../../fixtures/dialect/load.ts";
import { adapterNames, expect, simulate, test } from "./adapter.fixture.ts";
import { serveRoutes } from "./playwright-route.ts";
import { arbitraryCall, type GeneratedCall } from "./hostile/any-call.fixture.ts";

const headers = { authorization: "Bearer aurora-token-4f7a91" };
const get = { method: "GET", path: "/api/v1/users", headers };
const post = { ...get, method: "POST", headers: { ...headers, "content-type": "application/json" } };
const ada = { ...post, body: '{"email":"ada@new.example","name":"Ada Ångström 🦊"}' };

const calls: readonly (readonly [status: number, call: GeneratedCall])[] = [
  [201, ada],
  [200, { ...get, path: "/api/v1/users?page=48&per_page=1" }],
  [409, ada],
  // Decoded twice, this is the id of a subscription, and the query has a wrong page.
  [404, { ...get, path: "/api/v1/subscriptions/%2573ub_k9p34y6n" }],
  [200, { ...get, path: "/api/v1/users?x=1%26page%3D0" }],
  [405, { ...get, method: "DELETE" }],
  [200, { ...get, method: "HEAD" }],
  [503, { ...get, headers: { ...headers, prefer: "code=503" } }],
  [401, { ...get, headers: { authorization: `${headers.authorization}, Bearer brightwater-token-c83d20` } }],
];

const next = "{{origin}}{{path}}?page={{next or null}}";
const linked: DialectInput = {
  responses: {
    members: { listUsers: { links: { next, pages: "{{pages}}", size: "{{size}}" } } },
    headers: { always: { vary: "Accept" }, listUsers: { link: ["<{{path}}?page={{last}}>; rel=last"] } },
  },
  requests: { cors: { origins: ["https://app.example"] } },
};

const links: readonly (readonly [scenarios: ScenarioText[], query: string, links: object, link: string])[] = [
  [
    [],
    "?sort=-email&status=active&status=invited&per_page=5&page=2&utm=x",
    { next: "{base}/api/v1/users?page=3&sort=-email&status=active&status=invited&per_page=5", pages: 8, size: 5 },
    "</api/v1/users?page=8&sort=-email&status=active&status=invited&per_page=5>; rel=last",
  ],
  [["empty-lists"], "?per_page=5", { next: null, pages: 0, size: 5 }, "</api/v1/users?page=1&per_page=5>; rel=last"],
];

for (const [scenarios, query, expected, link] of links) {
  test(`links have the base URL of the client and keep its parameters: ${query} ${scenarios.join()}`, async ({
    openAll,
  }) => {
    const callAll = await openAll({ dialect: linked, scenarios });
    const [first, ...others] = await callAll({ ...get, path: `/api/v1/users${query}` });
    expect(JSON.parse("broken" in Object(first) ? "{}" : Object(first).body)).toMatchObject({ links: expected });
    expect(first).toMatchObject({ status: 200, headers: { link, vary: "Accept, Origin" } });
    expect(others).toEqual([first, first, first]);
  });
}

const policies: readonly (readonly [cors: NonNullable<DialectInput["requests"]>["cors"], result?: string])[] = [
  [null],
  [{ origins: ["https://app.example"] }],
  [{ origins: "echo" }, "200 Origin"],
];

for (const [cors, result] of policies) {
  test(`a page of another origin gets what the dialect allows: ${JSON.stringify(cors)}`, async ({ page, site }) => {
    await page.goto(site);
    const baseUrl = "https://api.example";
    await serveRoutes(page, await simulate({ dialect: { requests: { cors: cors ?? null } } }), { baseUrl });
    const read = page.evaluate(
      async ([url, init]) => {
        const reply = await fetch(url, init).catch(() => undefined);
        return reply && `${reply.status} ${reply.headers.get("vary")}`;
      },
      [`${baseUrl}${get.path}`, { headers }] as const,
    );
    expect(await read).toBe(result);
  });
}

test("every adapter passes on the path, the method, the headers and the body", async ({ openAll }) => {
  const callAll = await openAll();
  for (const [status, call] of calls) {
    const [first, ...others] = await callAll(call);
    expect(first).toMatchObject({ status });
    expect(others).toEqual([first, first, first]);
  }
});

for (const dialect of dialectNames()) {
  test(`every adapter gives the same response to any request in the dialect ${dialect}`, async ({ openAll }) => {
    const callAll = await openAll({ dialect });
    const anyCall = arbitraryCall(await simulate({ dialect }));
    await fc.assert(
      fc.asyncProperty(anyCall, async (call) => {
        const [first, ...others] = await callAll(call);
        expect(others).toEqual([first, first, first]);
      }),
      { numRuns: process.env["ORGKIT_ALL"] === "1" ? 100 : 10 },
    );
  });
}

for (const name of adapterNames) {
  // Playwright has its own list of status texts, and a route cannot set one.
  if (name === "Playwright route") continue;
  test(`status texts are those of RFC 9110, through the adapter "${name}"`, async ({ openAdapter }) => {
    const { call } = await openAdapter(name, { scenarios: ["respond:status=422"] });
    expect(await call(get)).toMatchObject({ status: 422, statusText: "Unprocessable Content" });
  });
}
