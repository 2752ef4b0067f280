import fc from "fast-check";
import { dialectNames } from "../../fixtures/dialect/load.ts";
import { expect, simulate, test } from "./adapter.fixture.ts";
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
];

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
      { numRuns: process.env["ORGKIT_ALL"] === "1" ? 100 : 30 },
    );
  });
}
