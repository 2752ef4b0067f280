import { withoutTransport, type Answer } from "./adapter-requests.fixture.ts";
import { expect, adapterNames, test } from "./adapter.fixture.ts";
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

/** The result of a request in a word. A page does not see the status of a redirect it does not follow. */
function inWords(answer: Answer): string {
  if ("broken" in answer) return "broken";
  if (answer.status === 0 || answer.status === 302) return "redirect";
  const isCut = answer.status === 200 && !answer.body.endsWith("}");
  return isCut ? "broken" : String(answer.status);
}

/** A scenario of each kind of delivery as a client sees it: the requests in order, and their results. */
const shown: Readonly<Record<string, { readonly calls: readonly GeneratedCall[]; readonly seen: readonly string[] }>> =
  {
    "slow-body:ms=20": { calls: [list], seen: ["200"] },
    "refused:times=1": { calls: [create, last], seen: ["broken", "200"] },
    "reset:times=1": { calls: [create, last], seen: ["broken", "200"] },
    "lost-response:on=createUser,times=1": { calls: [create, create, last], seen: ["broken", "409", "200"] },
    "truncated-body:times=1": { calls: [list, list], seen: ["broken", "200"] },
    "server-errors:times=2,status=503": { calls: [list, list, list], seen: ["503", "503", "200"] },
    "redirect-to-login:times=1": { calls: [list, list], seen: ["redirect", "200"] },
  };

for (const [scenario, { calls, seen }] of Object.entries(shown)) {
  test(`${scenario} has the same effect for the clients of every adapter`, async ({ openAdapter }) => {
    const adapters = await Promise.all(adapterNames.map((name) => openAdapter(name, { scenarios: [scenario] })));
    for (const [index, call] of calls.entries()) {
      const answers: Answer[] = [];
      for (const adapter of adapters) answers.push(withoutTransport(await adapter.call(call)));
      expect(answers.map(inWords)).toStrictEqual(adapterNames.map(() => seen[index]));
      const [first, ...others] = answers;
      if (/^\d+$/.test(seen[index] ?? "")) for (const other of others) expect(other).toEqual(first);
    }
  });
}

for (const name of adapterNames) {
  test(`hang keeps a client of the adapter "${name}" waiting, and the next request gets a response`, async ({
    openAdapter,
  }) => {
    const adapter = await openAdapter(name, { scenarios: ["hang:times=1"] });
    const hanging = adapter.call(list).then(inWords, () => "ended with the test");
    expect(inWords(await adapter.call(list))).toBe("200");
    expect(await Promise.race([hanging, Promise.resolve("waiting")])).toBe("waiting");
  });
}
