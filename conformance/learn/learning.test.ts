import { describe, expect, test } from "vitest";
import { envelope, scriptedSession, type Script, type ScriptOptions } from "../checks/scripted-session.ts";
import { Unavailable } from "../target/session.ts";
import { isUnset } from "./finding.ts";
import { mostRequests, mostUsers, openLearning, shared, silenceSince, type Learning } from "./learning.ts";

function learningOf(script: Script, options: ScriptOptions = {}): Learning {
  return openLearning(scriptedSession(script, options));
}

test("no more than the bound is ever sent", async () => {
  const learning = learningOf({ first: envelope([]) });
  for (let page = 0; page < 2 * mostRequests; page += 1) {
    await learning.ask({ operation: "listUsers", query: { page: String(page) } });
  }
  expect(learning.requests).toBeLessThanOrEqual(mostRequests);
  expect(learning.requests).toBeGreaterThan(mostRequests - 10);
  expect(await learning.ask({ operation: "listUsers", query: { page: "0" } })).toMatchObject({
    call: { query: { page: "0" } },
  });
  expect(await learning.ask({ operation: "listUsers" })).toHaveProperty("unset");
});

test("no more users than the bound are created, but bodies that are no JSON are still sent", async () => {
  const learning = learningOf(
    {},
    { answer: ({ body }) => (body === undefined ? { status: 400, json: {} } : { ...envelope([{}]), status: 201 }) },
  );
  for (let index = 0; index < 2 * mostUsers; index += 1) {
    await learning.ask({ operation: "createUser", body: { index } });
  }
  expect(learning.created).toBe(mostUsers);
  const text = await learning.ask({ operation: "createUser", text: { type: "text/plain", content: "x" } });
  expect(isUnset(text)).toBe(false);
});

describe("what tells nothing is no answer", () => {
  test.each([
    ["no reply" as const, "the connection broke"],
    [{ status: 503 }, "503"],
    [{ status: 429 }, "429"],
    [new Unavailable("writes are off (--allow-writes)", "writes"), "writes are off"],
  ])("%j", async (reply, reason) => {
    const learning = learningOf({ first: reply });
    const answer = await learning.ask({ operation: "listUsers" });
    expect(isUnset(answer) ? answer.unset : "").toContain(reason);
    expect(silenceSince(learning, 0)).toBe(answer);
    expect(silenceSince(learning, 1)).toBeUndefined();
  });
});

test("a run that is stopped asks no more", async () => {
  const learning = openLearning(scriptedSession({ first: envelope([]) }), AbortSignal.abort());
  await expect(learning.ask({ operation: "listUsers" })).rejects.toThrow("abort");
  expect(learning.requests).toBe(0);
});

test("a fact is found out once for each target and arguments", async () => {
  let times = 0;
  const fact = shared((_: Learning, name: string) => Promise.resolve(`${name} ${(times += 1)}`));
  const [one, other] = [learningOf({}), learningOf({})];
  expect([await fact(one, "a"), await fact(one, "a"), await fact(one, "b"), await fact(other, "a")]).toEqual([
    "a 1",
    "a 1",
    "b 2",
    "a 3",
  ]);
});
