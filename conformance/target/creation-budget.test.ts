import { describe, expect, test } from "vitest";
import { envelope, scriptedSession, type ScriptedResponse } from "../discovery/scripted-session.fixture.ts";
import type { Call } from "./call.ts";
import type { Creation } from "./creations.ts";
import type { CountingSession } from "./open-session.ts";
import { Unavailable } from "./session.ts";

const created: ScriptedResponse = { status: 201, json: { data: [{ id: "usr_1" }], meta: { page: 1, total: 1 } } };
const rejected: ScriptedResponse = { status: 401, json: { error: "unauthorized" } };
const isGood = ({ as = "first" }: Call): boolean => as === "first";

/** The result of a POST: how many users it really creates, and its response. */
type Post = (call: Call) => { readonly creates: number; readonly reply: ScriptedResponse | "no response" };

/** Also returns how many users were really created. */
type Service = { readonly session: CountingSession; readonly users: () => number };

interface Ways {
  /** An account's list after this many creations. */
  readonly list?: (users: number, as: Call["as"]) => ScriptedResponse;
  readonly hasSecond?: boolean;
  readonly maxCreated?: number;
}

/** A service whose list shows only a count. */
function serve(
  post: Post,
  { list = (users) => envelope([], 1, 40 + users), maxCreated = 2, hasSecond = false }: Ways = {},
): Service {
  let users = 0;
  const session = scriptedSession(
    {},
    {
      maxCreated,
      hasSecond,
      answer: (call) => {
        if (call.method !== undefined) return { status: 405, text: "" };
        if (call.operation !== "createUser") return list(users, call.as);
        const { creates, reply } = post(call);
        users += creates;
        return reply;
      },
    },
  );
  return { session, users: () => users };
}

const operation = "createUser";
const wrong = ["none", "empty", "never-issued", "changed", "cut", "in-query", "in-body"] as const;
const unreadable = { type: "application/json", content: '{"name":' };

/** What a run may post: accepted and rejected, each with its name. */
const posts: Readonly<Record<string, Call>> = {
  first: { operation },
  ...Object.fromEntries(wrong.map((as) => [as, { operation, as }])),
  "an empty body": { operation, body: {} },
  unreadable: { operation, text: unreadable },
  "unreadable again": { operation, text: unreadable, label: "again" },
  "unreadable without a token": { operation, text: unreadable, as: "none" },
  "for the second account": { operation, as: "second" },
  "again for the second account": { operation, as: "second", label: "again" },
  again: { operation, label: "again" },
  "a third time": { operation, label: "a third time" },
};

/** Posts all of them, and returns the status of each response, or why it was not sent. */
async function postAll({ session }: Service): Promise<Readonly<Record<string, number | string | undefined>>> {
  await session.call({ operation: "listUsers" });
  const found: [string, number | string | undefined][] = [];
  for (const [name, call] of Object.entries(posts)) {
    const sent = await session.call(call);
    found.push([name, sent instanceof Unavailable ? sent.reason : sent.response?.status]);
  }
  return Object.fromEntries(found);
}

const honest: Post = (call) => {
  if (!isGood(call)) return { creates: 0, reply: rejected };
  const isInvalid =
    call.text !== undefined || (call.body !== undefined && !JSON.stringify(call.body).includes("orgkitU"));
  return isInvalid ? { creates: 0, reply: { status: 422, json: {} } } : { creates: 1, reply: created };
};

describe("whatever a target makes of a POST, no more than two users are created", () => {
  const targets: readonly (readonly [sentence: string, post: Post, ways?: Ways])[] = [
    ["honest", honest],
    ["no token is looked at", () => ({ creates: 1, reply: created })],
    ["no header is needed", (call) => (call.as === "none" ? { creates: 1, reply: created } : honest(call))],
    ["every rejected POST creates", (call) => ({ creates: 1, reply: isGood(call) ? created : rejected })],
    [
      "every rejected POST is answered 500, and creates",
      (call) => (isGood(call) ? honest(call) : { creates: 1, reply: { status: 500, text: "" } }),
    ],
    ["the good POST is answered 500, and creates", () => ({ creates: 1, reply: { status: 500, text: "" } })],
    [
      "every POST but the good one hangs, and creates",
      (call) => (isGood(call) ? honest(call) : { creates: 1, reply: "no response" }),
    ],
    ["every POST hangs, and creates", () => ({ creates: 1, reply: "no response" })],
    ["any body is taken", (call) => (isGood(call) ? { creates: 1, reply: created } : honest(call))],
    [
      "any body is rejected, and creates",
      (call) =>
        isGood(call) && call.body !== undefined ? { creates: 1, reply: { status: 422, json: {} } } : honest(call),
    ],
    ["two at a time", (call) => (isGood(call) ? { creates: 2, reply: created } : honest(call))],
    [
      "a login page is sent to whoever shows no token, and creates",
      (call) => (isGood(call) ? honest(call) : { creates: 1, reply: { status: 200, text: "<!doctype html>" } }),
    ],
    [
      "every rejected POST creates, and the list has no total",
      (call) => ({
        creates: 1,
        reply: isGood(call) ? created : rejected,
      }),
      { list: () => ({ json: { data: [], meta: {} } }) },
    ],
    [
      "every rejected POST creates, and the list cannot be read",
      (call) => ({
        creates: 1,
        reply: isGood(call) ? created : rejected,
      }),
      { list: () => ({ status: 500, text: "" }) },
    ],
    [
      "every rejected POST creates, and the total never moves",
      (call) => ({
        creates: 1,
        reply: isGood(call) ? created : rejected,
      }),
      { list: () => envelope([], 1, 40) },
    ],
  ];

  test.each(targets.map(([sentence, post, ways]) => ({ sentence, post, ways })))(
    "$sentence",
    async ({ post, ways }) => {
      const service = serve(post, ways);
      await postAll(service);
      expect(service.users()).toBeLessThanOrEqual(2);
      // All created users are counted.
      expect((await service.session.creations()).length).toBeGreaterThanOrEqual(service.users());
    },
  );

  test("there is one maximum for everything", async () => {
    const service = serve(() => ({ creates: 1, reply: created }), { maxCreated: 5 });
    await postAll(service);
    expect(service.users()).toBe(5);
  });
});

describe("what could create too many users is not sent", () => {
  test.each<readonly [string, Post]>([
    ["no token is looked at", () => ({ creates: 1, reply: created })],
    ["rejected and created", (call) => ({ creates: 1, reply: isGood(call) ? created : rejected })],
    ["hangs and creates", (call) => (isGood(call) ? honest(call) : { creates: 1, reply: "no response" })],
  ])("%s: the first POST without a token is sent, no other, and the reason names the user", async (_, post) => {
    const { first, none, ...others } = await postAll(serve(post));
    for (const one of [first, none]) expect(one).not.toEqual(expect.any(String));
    for (const [name, reason] of Object.entries(others)) {
      expect(reason, name).toContain("a creation with no `Authorization` header");
      expect(reason, name).toContain("a run creates at most 2 users");
    }
  });

  test("on a correct target everything is sent until there are two users", async () => {
    const service = serve(honest);
    const { "a third time": last, ...others } = await postAll(service);
    expect(others).toEqual({
      ...Object.fromEntries(Object.keys(others).map((name) => [name, 401])),
      first: 201,
      again: 201,
      "an empty body": 422,
      unreadable: 422,
      "unreadable again": 422,
    });
    expect(last).toBe("not tried: a run creates at most 2 users");
    expect(service.users()).toBe(2);
  });
});

describe("created users are reported", () => {
  const shownBy = (creations: readonly Creation[]): readonly string[] => creations.map((made) => made.shownBy);

  test.each<readonly [string, Post, readonly string[]]>([
    ["by the response", honest, ["response", "response"]],
    [
      "by the list, where the response denies it",
      (call) => (isGood(call) ? honest(call) : { creates: 1, reply: rejected }),
      ["response", "list"],
    ],
    [
      "as possible, where no response came",
      (call) => (isGood(call) ? honest(call) : { creates: 1, reply: "no response" }),
      ["response", "nothing"],
    ],
    [
      "each of two that one POST created",
      (call) => (isGood(call) ? { creates: 2, reply: created } : honest(call)),
      ["response", "list"],
    ],
  ])("%s", async (_, post, wanted) => {
    const service = serve(post);
    await postAll(service);
    expect(shownBy(await service.session.creations())).toEqual(wanted);
  });

  test("users created by other clients are not counted, and do not interfere", async () => {
    let others = 0;
    const service = serve(honest, { list: (users) => envelope([], 1, 40 + users + (others += 1)) });
    const found = await postAll(service);
    expect(shownBy(await service.session.creations())).toEqual(["response", "response"]);
    expect(wrong.map((as) => found[as])).toEqual(wrong.map(() => 401));
  });

  test("a resumed run counts its earlier requests", async () => {
    const first = serve(honest);
    await postAll(first);
    const again = scriptedSession({}, { maxCreated: 2, answer: () => created, entries: first.session.entries });
    expect(shownBy(await again.creations())).toEqual(["response", "response"]);
    expect(await again.call({ operation: "createUser", label: "after an interruption" })).toHaveProperty("reason");
  });
});

describe("creations for the second account", () => {
  /** Judges a service whose first account's list shows its own users, and counts all users. */
  async function judgeSecond(reply: ScriptedResponse): Promise<{ readonly mine: number; readonly all: number }> {
    let mine = 0;
    const post: Post = (call) => {
      if (call.as === "second") return { creates: 1, reply };
      const answer = honest(call);
      mine += answer.creates;
      return answer;
    };
    const service = serve(post, { maxCreated: 4, list: () => envelope([], 1, 40 + mine) });
    await postAll(service);
    return { mine, all: service.users() };
  }

  test.each<readonly [string, ScriptedResponse]>([
    ["an error", { status: 500, json: {} }],
    ["a success without an envelope", { status: 201, json: { data: null } }],
  ])("may have created a user if the response is %s", async (_, reply) => {
    const { mine, all } = await judgeSecond(reply);
    expect(all).toBeGreaterThan(mine);
    expect(all).toBeLessThanOrEqual(4);
  });

  test("are reported if each POST creates a user there, too", async () => {
    const service = serve((call) => (isGood(call) ? { creates: 2, reply: created } : honest(call)), {
      maxCreated: 4,
      hasSecond: true,
      list: (users, as) => envelope([], 1, (as === "second" ? 20 : 40) + users / 2),
    });
    await postAll(service);
    expect(service.users()).toBe(4);
    expect(await service.session.creations()).toHaveLength(4);
  });
});
