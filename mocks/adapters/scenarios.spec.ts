import type { ScenarioText } from "../scenarios/catalogue.ts";
import { type Answer, expect, adapterNames, test } from "./adapter.fixture.ts";
import type { GeneratedCall } from "./hostile/any-call.fixture.ts";

const bearer = { authorization: "Bearer aurora-token-4f7a91" };
const list: GeneratedCall = { method: "GET", path: "/api/v1/users?per_page=2", headers: bearer };
const last: GeneratedCall = { ...list, path: "/api/v1/users?per_page=1&page=48" };
const create: GeneratedCall = {
  method: "POST",
  path: "/api/v1/users",
  headers: { ...bearer, "content-type": "application/json" },
  body: '{"email":"ada@new.example","name":"Ada"}',
};

// Each browser adapter opens its page once.
test.describe.configure({ mode: "default" });

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
