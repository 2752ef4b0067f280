import { expect, test } from "vitest";
import { envelope, scriptedSession, type ScriptedResponse } from "../discovery/scripted-session.fixture.ts";
import type { Call } from "./call.ts";
import { withPatience } from "./created-user.ts";
import { openCreationBudget } from "./creation-budget.ts";
import type { Exchange } from "./exchange.ts";

const created: ScriptedResponse = { status: 201, json: { data: [{ id: "usr_1" }], meta: { page: 1, total: 1 } } };
const rejected: ScriptedResponse = { status: 401, json: { error: "unauthorized" } };

/** A service that shows users some time after their creation, on its own clock. */
function lagging(lag: number, patience: number, limit = 2) {
  let now = 0;
  const shownAt: number[] = [];
  const session = scriptedSession(
    {},
    {
      answer: (call) => {
        if (call.operation === "listUsers") return envelope([], 1, 40 + shownAt.filter((at) => at <= now).length);
        shownAt.push(now + lag);
        return (call.as ?? "first") === "first" ? created : rejected;
      },
    },
  );
  const call = async (one: Call): Promise<Exchange> => {
    const made = await session.call(one);
    if ("reason" in made) throw new Error(made.reason);
    return made;
  };
  const sender = withPatience(patience, (milliseconds) => Promise.resolve(void (now += milliseconds)), call);
  const budget = openCreationBudget(sender, { limit, entries: session.entries });
  return { budget, users: () => shownAt.length, waited: () => now };
}

test.each([
  [5000, 20_000],
  [600, 1000],
  [60_000, 15_000],
])("every rejected POST creates a user that appears after %d ms, with a patience of %d", async (lag, patience) => {
  const { budget, users, waited } = lagging(lag, patience);
  const kinds = ["first", "none", "empty", "cut", "in-query"] as const;
  const made = [];
  for (const as of kinds) made.push(await budget.post({ operation: "createUser", as }));
  expect(users()).toBeLessThanOrEqual(2);
  expect(await budget.creations()).toHaveLength(users());
  expect(waited()).toBeLessThanOrEqual(patience);
  expect(made.slice(2)).toEqual([expect.any(String), expect.any(String), expect.any(String)]);
});

test("nothing is created without patience left to see it, and accepted creations are counted", async () => {
  const { budget, users } = lagging(600, 1400, 9);
  const made = [];
  for (const label of ["one", "two", "three"]) {
    made.push(
      await budget.post({ operation: "createUser", label }, { operation: "createUser", label: `${label}, too` }),
    );
  }
  expect(made.map((outcome) => typeof outcome)).toEqual(["object", "string", "string"]);
  expect(await budget.creations()).toHaveLength(users());
});
