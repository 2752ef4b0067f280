import { expect, test } from "vitest";
import {
  envelope,
  scriptedSession,
  type Script,
  type ScriptedResponse,
} from "../discovery/scripted-session.fixture.ts";
import type { Call } from "../target/call.ts";
import { Unavailable } from "../target/session.ts";
import { creationsIn, maxCreated } from "../target/creations.ts";
import { isUnset } from "../discovery/observation.ts";
import { memoize } from "../target/memoize.ts";
import { searched, type Source } from "../discovery/source.ts";
import { learnFrom } from "./learn-from.ts";
import { maxRequests, openLearning, requestsOf } from "./learning.ts";

const learningOf = (script: Script): Source => openLearning(scriptedSession(script));

test("the maximum number of requests is never exceeded", async () => {
  const learning = learningOf({ first: envelope([]) });
  for (let page = 0; page < 2 * maxRequests; page += 1) {
    await learning.ask({ operation: "listUsers", query: { page: String(page) } });
  }
  expect(requestsOf(learning)).toBeLessThanOrEqual(maxRequests);
  expect(requestsOf(learning)).toBeGreaterThan(maxRequests - 10);
  expect(await learning.ask({ operation: "listUsers", query: { page: "0" } })).toMatchObject({
    call: { query: { page: "0" } },
  });
  expect(await learning.ask({ operation: "listUsers" })).toHaveProperty("unset");
});

const created = { ...envelope([{ id: 1 }]), status: 201 };

test("the maximum number of created users is never exceeded, and then no POST is sent", async () => {
  let users = 0;
  const answer = ({ operation }: Call): ScriptedResponse => {
    if (operation !== "createUser") return envelope([], 1, users);
    users += 1;
    return created;
  };
  const learning = openLearning(scriptedSession({}, { maxCreated: 3, answer }));
  for (let index = 0; index < 6; index += 1) await learning.ask({ operation: "createUser", body: { index } });
  expect([users, creationsIn(learning.entries).length]).toEqual([3, 3]);
  const text = await learning.ask({ operation: "createUser", text: { type: "text/plain", content: "x" } });
  expect(isUnset(text) ? text.unset : "").toContain("at most 3 users");
});

test.each<[creates: number, sentence: string, reply: ScriptedResponse | "no response"]>([
  [1, "a success", created],
  [2, "a success", created],
  [1, "a rejection", { status: 422, json: { error: "email is missing" } }],
  [1, "500", { status: 500, text: "" }],
  [1, "no response", "no response"],
])(
  "of a target that creates %d with each POST and responds %s, learn creates no more than three",
  async (creates, _, reply) => {
    let users = 0;
    const answer = ({ operation, method }: Call): ScriptedResponse | "no response" => {
      if (method !== undefined) return { status: 405, text: "" };
      if (operation !== "createUser") return envelope([{ id: 7, email: "a@b.example" }], 1, 1 + users);
      users += creates;
      return reply;
    };
    const learned = await learnFrom(scriptedSession({}, { answer, maxCreated: maxCreated.learn }));
    expect(users).toBeGreaterThan(0);
    expect(users).toBeLessThanOrEqual(maxCreated.learn);
    expect(learned.created.length).toBe(users);
  },
);

test("several rejections share a reading of the list, as long as they could not exceed the maximum of users", async () => {
  const answer = ({ operation }: Call): ScriptedResponse =>
    operation === "createUser" ? { status: 422, json: {} } : envelope([], 1, 40);
  const session = scriptedSession({}, { answer, maxCreated: maxCreated.learn });
  for (let index = 0; index < 9; index += 1) await session.call({ operation: "createUser", body: { index } });
  await session.creations();
  expect(session.entries.filter(({ call }) => call.operation === "listUsers").length).toBeLessThanOrEqual(4);
});

test.each([
  ["no response" as const, "the connection broke"],
  [{ status: 503 }, "503"],
  [{ status: 429 }, "429"],
  [new Unavailable("writes are off (--allow-writes)", "writes"), "writes are off"],
])("an inconclusive response does not count: %j", async (reply, reason) => {
  const learning = learningOf({ first: reply });
  const ask = () => learning.ask({ operation: "listUsers" });
  const answer = await ask();
  expect(isUnset(answer) ? answer.unset : "").toContain(reason);
  expect(learning.inconclusive).toEqual([answer]);
  expect(await searched(learning, () => Promise.resolve(undefined))).toBeUndefined();
  await expect(searched(learning, async () => void (await ask()))).rejects.toThrow(reason);
});

test("an aborted run sends nothing more", async () => {
  const learning = openLearning(scriptedSession({ first: envelope([]) }), AbortSignal.abort());
  await expect(learning.ask({ operation: "listUsers" })).rejects.toThrow("abort");
  expect(requestsOf(learning)).toBe(0);
});

test("a fact is found once for each target and arguments", async () => {
  let times = 0;
  const fact = memoize((_: Source, name: string) => Promise.resolve(`${name} ${(times += 1)}`));
  const [one, other] = [learningOf({}), learningOf({})];
  const found = [await fact(one, "a"), await fact(one, "a"), await fact(one, "b"), await fact(other, "a")];
  expect(found).toEqual(["a 1", "a 1", "b 2", "a 3"]);
});
