import fc from "fast-check";
import { dialectNames } from "../../fixtures/dialect/load.ts";
import { withoutTransport, type Answer } from "./adapter-requests.fixture.ts";
import { expect, adapterNames, simulate, test, type Adapter } from "./adapter.fixture.ts";
import { arbitraryCall, type GeneratedCall } from "./hostile/any-call.fixture.ts";

/** What a client sees of one request on each adapter, with equal simulations. */
async function answersOf(adapters: readonly Adapter[], call: GeneratedCall): Promise<readonly Answer[]> {
  const answers: Answer[] = [];
  for (const adapter of adapters) answers.push(withoutTransport(await adapter.call(call)));
  return answers;
}

for (const dialect of dialectNames()) {
  test(`HTTP and msw respond to any request in the same way in the dialect ${dialect}`, async ({ openAdapter }) => {
    const adapters = [await openAdapter("http server", { dialect }), await openAdapter("msw in Node", { dialect })];
    const anyCall = arbitraryCall(await simulate({ dialect }));
    await fc.assert(
      fc.asyncProperty(anyCall, async (call) => {
        const [overHttp, overHandlers] = await answersOf(adapters, call);
        expect(overHandlers).toEqual(overHttp);
      }),
      { numRuns: process.env["ORGKIT_ALL"] === "1" ? 100 : 30 },
    );
  });
}

const headers = { authorization: "Bearer aurora-token-4f7a91" };
const get = { method: "GET", path: "/api/v1/users", headers };
const post = { ...get, method: "POST", headers: { ...headers, "content-type": "application/json" } };
const ada = { ...post, body: '{"email":"ada@new.example","name":"Ada Ångström 🦊"}' };

/** One request after the other, each on the result of the earlier ones. */
const calls: readonly (readonly [status: number, call: GeneratedCall])[] = [
  [201, ada],
  [200, { ...get, path: "/api/v1/users?page=48&per_page=1" }],
  [409, ada],
  [400, { ...post, body: '{"email":' }],
  [404, { ...get, path: "/api/v1/subscriptions/%F0%9F%A6%8A%2F.." }],
  [401, { ...get, headers: {} }],
  [405, { ...get, method: "DELETE" }],
  [200, { ...get, method: "HEAD" }],
  [503, { ...get, headers: { ...headers, prefer: "code=503" } }],
  [200, { ...get, headers: { ...headers, prefer: 'scenario="latency:ms=1"' } }],
  [400, { ...get, headers: { ...headers, prefer: "scenario=rain" } }],
];

test("every adapter gives the same responses", async ({ openAdapter }) => {
  const adapters = await Promise.all(adapterNames.map((name) => openAdapter(name)));
  const drawn = fc.sample(arbitraryCall(await simulate({})), { numRuns: 100, seed: 20_261_122 });
  for (const [status, call] of [...calls, ...drawn.map((one) => [undefined, one] as const)]) {
    const [first, ...others] = await answersOf(adapters, call);
    if (status !== undefined) expect.soft(first, JSON.stringify(call)).toMatchObject({ status });
    for (const [index, other] of others.entries()) {
      expect.soft(other, `${JSON.stringify(call)} on ${adapterNames[index + 1]}`).toEqual(first);
    }
  }
});
