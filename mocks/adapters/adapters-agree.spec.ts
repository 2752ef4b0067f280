import fc from "fast-check";
import type { DialectInput } from "../../fixtures/dialect/dialect.ts";
import { builtInDialectNames } from "../../fixtures/dialect/built-in.ts";
import { adapterNames, expect, simulate, test, type Answer } from "./adapter.fixture.ts";
import { serveRoutes } from "./playwright-route.ts";
import { arbitraryCall, type GeneratedCall } from "./hostile/any-call.fixture.ts";
import type { ScenarioText } from "../scenarios/catalogue.ts";

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

// Each browser adapter opens its page once.
test.describe.configure({ mode: "default" });

test("links have the base URL of the client and keep its parameters", async ({ openAll }) => {
  const callAll = await openAll({ dialect: linked });
  const query = "sort=-email&status=active&status=invited&per_page=5";
  const [first, ...others] = await callAll({ ...get, path: `/api/v1/users?${query}&page=2&utm=x` });
  const links = { next: `{base}/api/v1/users?page=3&${query}`, pages: 8, size: 5 };
  expect(JSON.parse("broken" in Object(first) ? "{}" : Object(first).body)).toMatchObject({ links });
  const link = `</api/v1/users?page=8&${query}>; rel=last`;
  expect(first).toMatchObject({ status: 200, headers: { link, vary: "Accept, Origin" } });
  expect(others).toEqual([first, first, first]);
});

test("a page of another origin gets what the dialect allows", async ({ browser, site }) => {
  const readWith = async (cors: NonNullable<DialectInput["requests"]>["cors"]): Promise<string | undefined> => {
    const page = await browser.newPage();
    await page.goto(site);
    const baseUrl = "https://api.example";
    await serveRoutes(page, await simulate({ dialect: { requests: { cors: cors ?? null } } }), { baseUrl });
    return page.evaluate(
      async ([url, init]) => {
        const reply = await fetch(url, init).catch(() => undefined);
        return reply && `${reply.status} ${reply.headers.get("vary")}`;
      },
      [`${baseUrl}${get.path}`, { headers }] as const,
    );
  };
  expect(await readWith(null)).toBeUndefined();
  expect(await readWith({ origins: "echo" })).toBe("200 Origin");
});

test("every adapter passes on the path, the method, the headers and the body", async ({ openAll }) => {
  const callAll = await openAll();
  for (const [status, call] of calls) {
    const [first, ...others] = await callAll(call);
    expect(first).toMatchObject({ status });
    expect(others).toEqual([first, first, first]);
  }
});

const isWhole = process.env["ORGKIT_ALL"] === "1";

// An adapter reads no dialect: `npm test` takes one.
for (const dialect of isWhole ? builtInDialectNames : ["reference"]) {
  test(`every adapter gives the same response to any request in the dialect ${dialect}`, async ({ openAll }) => {
    const callAll = await openAll({ dialect });
    const anyCall = arbitraryCall(await simulate({ dialect }));
    await fc.assert(
      fc.asyncProperty(anyCall, async (call) => {
        const [first, ...others] = await callAll(call);
        expect(others).toEqual([first, first, first]);
      }),
      { numRuns: isWhole ? 100 : 20 },
    );
  });
}

test("status texts are those of RFC 9110", async ({ openAdapter }) => {
  // Playwright has its own list of status texts, and a route cannot set one.
  for (const name of adapterNames.filter((one) => one !== "Playwright route")) {
    const { call } = await openAdapter(name, { scenarios: ["respond:status=422"] });
    expect(await call(get), name).toMatchObject({ status: 422, statusText: "Unprocessable Content" });
  }
});

const bearer = { authorization: "Bearer aurora-token-4f7a91" };
const list: GeneratedCall = { method: "GET", path: "/api/v1/users?per_page=2", headers: bearer };
const last: GeneratedCall = { ...list, path: "/api/v1/users?per_page=1&page=48" };
const create: GeneratedCall = {
  method: "POST",
  path: "/api/v1/users",
  headers: { ...bearer, "content-type": "application/json" },
  body: '{"email":"ada@new.example","name":"Ada"}',
};

/** The result of a request in a word. */
function inWords(answer: Answer): string {
  if ("broken" in answer) return "broken";
  if (answer.status === 0) return "redirect";
  const isCut = answer.status === 200 && !answer.body.endsWith("}");
  return isCut ? "broken" : String(answer.status);
}

/** A scenario of each kind of delivery as a client sees it: the requests in order, and their results. */
const deliveries: readonly (readonly [
  scenario: ScenarioText,
  ...steps: (readonly [GeneratedCall, result: string])[],
])[] = [
  ["slow-body:ms=20", [list, "200"]],
  ["refused:times=1", [create, "broken"], [last, "200"]],
  ["reset:times=1", [create, "broken"], [last, "200"]],
  ["lost-response:on=createUser,times=1", [create, "broken"], [create, "409"], [last, "200"]],
  ["truncated-body:times=1", [list, "broken"], [list, "200"]],
  ["server-errors:times=1,status=503", [list, "503"], [list, "200"]],
  ["redirect-to-login:times=1", [list, "redirect"], [list, "200"]],
];

for (const [scenario, ...steps] of deliveries) {
  test(`${scenario} has the same effect for the clients of every adapter`, async ({ openAll }) => {
    const callAll = await openAll({ scenarios: [scenario] });
    for (const [call, result] of steps) {
      expect((await callAll(call)).map(inWords)).toStrictEqual([result, result, result, result]);
    }
  });
}

test("hang keeps a client waiting, and the next request gets a response", async ({ openAdapter }) => {
  for (const name of adapterNames) {
    const adapter = await openAdapter(name, { scenarios: ["hang:times=1"] });
    const hanging = adapter.call(list).then(inWords, () => "ended with the test");
    expect(inWords(await adapter.call(list)), name).toBe("200");
    expect(await Promise.race([hanging, Promise.resolve("waiting")]), name).toBe("waiting");
  }
});
