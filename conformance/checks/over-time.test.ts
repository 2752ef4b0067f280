import { describe, expect, test } from "vitest";
import { secondPageFirst } from "./second-page.ts";
import type { Call } from "../target/call.ts";
import type { Exchange } from "../target/exchange.ts";
import type { Entry } from "../target/recorder.ts";
import { findRequirement } from "./catalogue.ts";
import type { Outcome } from "./check.ts";
import { people } from "./lists.fixture.ts";
import { findAlternating, rejectedInTurn } from "./over-time.ts";
import { envelope, scriptedSession, type ScriptedResponse } from "./scripted-session.fixture.ts";

/** A run that received these responses in order, and then the later ones in turn. */
async function readings(
  operation: Call["operation"],
  replies: readonly ScriptedResponse[],
  {
    calls = [],
    later = replies.slice(-1),
  }: { calls?: readonly Pick<Call, "id">[]; later?: readonly ScriptedResponse[] } = {},
): Promise<readonly string[]> {
  const entries = replies.map(({ json }, index): Entry => {
    const request = { method: "GET", url: `https://target.example/${operation}`, headers: {} };
    const exchange: Exchange = { request, response: { status: 200, headers: {}, body: JSON.stringify(json), ms: 1 } };
    return { call: { operation, label: `${index}`, ...calls[index] }, exchange, requests: 1, waited: 0 };
  });
  let asked = 0;
  const session = scriptedSession({}, { entries, answer: () => later[(asked += 1) % later.length] });
  const places = await findAlternating(session, operation, operation === "listUsers");
  return places.map(({ outcome }) => outcome.status);
}

describe("a list that goes back and forth", () => {
  const list = (records: readonly object[], total = records.length): ScriptedResponse => envelope(records, 1, total);
  const all = people(9);

  test("fails if it is empty once", async () => {
    expect(await readings("listUsers", [list(all), list([]), list(all)])).toEqual(["failed"]);
  });

  test("fails if it is empty now and then, also at first, and while it grows", async () => {
    expect(await readings("listUsers", [list([]), list(all.slice(1)), list([]), list(all)])).toEqual(["failed"]);
  });

  test("passes if it is emptied, and filled with others", async () => {
    const replies = [list(all), list([]), list([{ id: "u-new" }])];
    expect(await readings("listUsers", replies)).toEqual([]);
  });

  test("fails if it lacks a record now and then, at the end of the run, too", async () => {
    const replies = [list(all), list(all), list(all.slice(1)), list(all)];
    const later = [...replies, ...replies.slice(2)];
    expect(await readings("listUsers", replies, { later })).toEqual(["failed"]);
    expect(await readings("listUsers", replies)).toEqual([]);
  });

  test.each<readonly [string, readonly ScriptedResponse[]]>([
    ["grows", [list(all.slice(2)), list(all.slice(1)), list(all)]],
    ["stays shorter", [list(all), list(all.slice(1)), list(all.slice(1))]],
    ["is shuffled", [list(all), list(all.toReversed()), list(all)]],
    ["loses one user and gains another", [list(all), list(all.slice(1)), list([...all.slice(1), { id: "u-new" }])]],
    [
      "shows a new user only sometimes, as replicas do for a while",
      [list(all), list([...all, { id: "u-new" }]), list(all), list([...all, { id: "u-new" }])],
    ],
    ["has another total beyond the page", [list(all, 20), list(all, 19), list(all, 20)]],
  ])("passes if it %s", async (_, replies) => {
    expect(await readings("listUsers", replies)).toEqual([]);
  });
});

describe("a subscription", () => {
  const one = (total: number): ScriptedResponse => envelope([{ id: "s-1" }], 1, total);

  test("has no total that rises and falls with other requests", async () => {
    expect(await readings("getSubscription", [one(61), one(9), one(62)])).toEqual(["failed"]);
  });

  test("is the same by its id, if it is the first that is known", async () => {
    const calls = [{}, { id: "s-1" }, { id: "s-1" }];
    expect(await readings("getSubscription", [one(61), one(9), one(62)], { calls })).toEqual(["failed"]);
  });

  test("may have a growing total", async () => {
    expect(await readings("getSubscription", [one(1), one(1), one(2), one(3)])).toEqual([]);
  });
});

describe("a valid token", () => {
  /** What the requests of a run carried, and the status of each. */
  const judgeStatuses = (all: readonly (readonly [as: NonNullable<Call["as"]>, status: number])[]): string => {
    const entries = all.map(([as, status], index): Entry => {
      const request = { method: "GET", url: "https://target.example/users", headers: {} };
      const exchange: Exchange = { request, response: { status, headers: {}, body: "", ms: 1 } };
      return { call: { operation: "listUsers", as, label: `${index}` }, exchange, requests: 1, waited: 0 };
    });
    return rejectedInTurn(scriptedSession({}, { entries }), "listUsers").outcome.status;
  };

  test("is not rejected now and then", () => {
    expect(judgeStatuses([200, 200, 401, 200, 200, 401, 200].map((status) => ["first", status]))).toBe("failed");
  });

  test("may be locked out after wrong ones, expire, or be forbidden something", () => {
    const lockedOut = [1, 2, 3].flatMap(
      () =>
        [
          ["first", 200],
          ["none", 401],
          ["first", 401],
          ["first", 200],
        ] as const,
    );
    expect(judgeStatuses(lockedOut)).toBe("passed");
    expect(judgeStatuses([200, 200, 401, 401, 401].map((status) => ["first", status]))).toBe("passed");
    expect(judgeStatuses([200, 403, 200, 403, 200].map((status) => ["first", status]))).toBe("passed");
  });
});

/** Judges a rule on a list of users that can be filtered by role. */
async function judgeFiltered(
  id: string,
  answer: (role: string | undefined) => ScriptedResponse,
): Promise<Outcome | undefined> {
  const session = scriptedSession(
    {},
    {
      dialect: { filtering: { style: "plain", users: ["role"], invoices: [] }, sorting: { style: "none" } },
      answer: ({ operation, query = {} }) => (operation === "listUsers" ? answer(query["role"]) : envelope([])),
    },
  );
  return findRequirement(id)?.judge(session, "listUsers");
}

describe("a list that can be filtered", () => {
  const all = Array.from({ length: 9 }, (_, index) => ({ id: `u-${index}`, role: index < 3 ? "admin" : "member" }));
  const by = (role: string | undefined): readonly object[] =>
    all.filter((user) => role === undefined || user.role === role);

  test("is unfiltered when it is requested plainly again", async () => {
    expect(await judgeFiltered("TOTAL-01", (role) => envelope(by(role)))).toMatchObject({ status: "passed" });
    let last: string | undefined;
    const sticky = await judgeFiltered("TOTAL-01", (role) => envelope(by((last = role ?? last))));
    expect(sticky).toMatchObject({
      status: "failed",
      message: expect.stringContaining("listUsers after users filtered"),
    });
  });

  test("numbers its first page like the plain one", async () => {
    expect(await judgeFiltered("ENV-04", (role) => envelope(by(role)))).toMatchObject({ status: "passed" });
    const otherwise = await judgeFiltered("ENV-04", (role) => envelope(by(role), role === undefined ? 1 : 0));
    expect(otherwise).toMatchObject({ status: "failed", message: expect.stringContaining("`meta.page` is 0, and 1") });
  });
});

test("a list that returns the first requested page for every page fails", async () => {
  const users = people(30);
  type Page = (query: NonNullable<Call["query"]>) => ScriptedResponse;
  const byNumber: Page = ({ page: number = "1" }) =>
    envelope(users.slice(10 * Number(number) - 10, 10 * Number(number)), Number(number), users.length);
  const byStart: Page = ({ start = "0", count = "10" }) => {
    const [from, size] = [Number(start), Number(count)];
    return envelope(users.slice(from, from + size), Math.floor(from / size) + 1, users.length);
  };
  for (const page of [byNumber, byStart]) {
    for (const isKept of [false, true]) {
      let kept: ScriptedResponse | undefined;
      const answer = ({ query = {} }: Call): ScriptedResponse => (isKept ? (kept ??= page(query)) : page(query));
      const session = scriptedSession({}, { answer });
      await secondPageFirst(session, "listUsers");
      const outcome = await findRequirement("PAGE-01")?.judge(session, "listUsers");
      expect(outcome?.status).toBe(isKept ? "failed" : "passed");
    }
  }
});

test.each<readonly [string, ScriptedResponse, string]>([
  ["is an empty array", { json: [] }, "ENV-01"],
  ["has an array as its `meta`", { json: { data: [], meta: [] } }, "ENV-03"],
  ["is followed by more", { text: '{"data":[],"meta":{"page":1,"total":0}}null' }, "ENV-01"],
])("the response to a filter without matches is an envelope too: one that %s fails", async (_, reply, id) => {
  const session = scriptedSession(
    {},
    {
      answer: ({ operation, query = {} }) => {
        if (operation !== "listUsers") return envelope([]);
        return query["name"] === undefined ? envelope([{ id: "u-1", name: "Ada" }]) : reply;
      },
    },
  );
  expect(await findRequirement(id)?.judge(session, "listUsers")).toMatchObject({ status: "failed" });
});
