import { findRequirement } from "./catalogue.ts";
import { describe, expect, test } from "vitest";
import type { Call } from "../target/call.ts";
import { Unavailable } from "../target/session.ts";
import type { Outcome } from "./check.ts";
import { envelope, scriptedSession, type Script, type ScriptedResponse } from "./scripted-session.fixture.ts";

describe("PATH-01", () => {
  async function judge(
    first: Script["first"],
    operation: "listUsers" | "createUser" = "listUsers",
  ): Promise<Outcome | undefined> {
    return findRequirement("PATH-01")?.judge(scriptedSession(first === undefined ? {} : { first }), operation);
  }

  test.each([200, 201, 202, 206, 299])("%d is a success", async (status) => {
    expect(await judge({ status, text: "" })).toMatchObject({ status: "passed", message: `responded with ${status}` });
  });

  test.each([302, 400, 401, 404, 405, 500, 503])("%d is not a success", async (status) => {
    expect(await judge({ status, text: "" })).toMatchObject({ status: "failed" });
  });

  test.each([400, 409, 413, 415, 422])("%d may be caused by the body sent to createUser", async (status) => {
    const outcome = await judge({ status, text: "" }, "createUser");
    expect(outcome).toMatchObject({ status: "inconclusive" });
    expect(outcome?.message).toContain("--create-body");
  });

  test("429 and no response are inconclusive", async () => {
    expect(await judge({ status: 429, text: "" })).toMatchObject({ status: "inconclusive" });
    expect(await judge("no response")).toMatchObject({ status: "inconclusive" });
  });
});

describe("SCOPE-01", () => {
  const mine = { id: "i-1", amount: 5 };
  const theirs = { id: "i-2", amount: 5 };
  async function judge(first: ScriptedResponse, second: Script["second"]): Promise<Outcome | undefined> {
    return findRequirement("SCOPE-01")?.judge(
      scriptedSession({ first, second: second ?? envelope([]) }),
      "listInvoices",
    );
  }

  test("different invoices pass", async () => {
    expect(await judge(envelope([mine]), envelope([theirs]))).toMatchObject({ status: "passed" });
  });

  test("an empty list contains none of the first account's", async () => {
    expect(await judge(envelope([mine]), envelope([]))).toMatchObject({ status: "passed" });
  });

  test("ids assigned per account are different records", async () => {
    const outcome = await judge(envelope([{ id: 1, amount: 5 }]), envelope([{ id: 1, amount: 7 }]));
    expect(outcome).toMatchObject({ status: "passed" });
  });

  test("one record in both fails, whatever the order of its members", async () => {
    const outcome = await judge(
      envelope([mine, { id: "i-3" }]),
      envelope([theirs, { amount: 5, id: "i-1" }, { id: "i-4" }]),
    );
    expect(outcome).toMatchObject({ status: "failed" });
    expect(outcome?.message).toContain("1 of the first account's 2 invoices");
    expect(outcome?.evidence).toHaveLength(2);
  });

  test("equal records without identity prove nothing", async () => {
    expect(await judge(envelope([{ amount: 5 }]), envelope([{ amount: 5 }]))).toMatchObject({ status: "inconclusive" });
  });

  test("equal invoices with plain ids are the same, if one sequence numbers the users of both accounts", async () => {
    const judgeUsers = async (second: readonly number[], total: number): Promise<string | undefined> => {
      const invoices = envelope([1, 2, 3].map((id) => ({ id, amount: 1900 })));
      const answer = ({ operation, as = "first" }: Call): ScriptedResponse =>
        operation === "listInvoices"
          ? invoices
          : as === "second"
            ? envelope(
                second.map((id) => ({ id, name: `b${id}` })),
                1,
                total,
              )
            : envelope([1, 2, 4, 5, 7, 8, 11].map((id) => ({ id, name: `a${id}` })));
      return (await findRequirement("SCOPE-01")?.judge(scriptedSession({}, { answer }), "listInvoices"))?.status;
    };
    expect(await judgeUsers([31, 32, 33], 9)).toBe("failed");
    expect(await judgeUsers([1, 2, 3], 3)).toBe("inconclusive");
    expect(await judgeUsers([13, 12, 9], 10)).toBe("inconclusive");
  });

  test("records too deep to compare are inconclusive, not an internal error", async () => {
    const deep: ScriptedResponse = {
      text: `{"data":[${"[".repeat(100_000)}${"]".repeat(100_000)}],"meta":{"page":1,"total":1}}`,
    };
    expect(await judge(deep, deep)).toMatchObject({ status: "inconclusive" });
  });

  test.each([
    ["second", "first account's 3 invoices are also in the second account's list"],
    ["first", "second account's 3 invoices are also in the first account's list"],
  ] as const)("an invoice of the other account on a further page of the %s one's list fails", async (as, words) => {
    const lists = { first: ["a3k9z2", "a7p2x4", "a5d8q1"], second: ["b2m6r3", "b8t1v5", "b4h7w9"] };
    const invoices = (ids: readonly string[]): ScriptedResponse => envelope(ids.map((id) => ({ id, amount: 5 })));
    const foreign = as === "first" ? lists.second : lists.first;
    const session = scriptedSession(
      {},
      {
        answer: ({ as: asks = "first", query }) =>
          invoices(
            asks === as && query?.["page"] === "2"
              ? foreign.slice(1, 2)
              : asks === "second"
                ? lists.second
                : lists.first,
          ),
      },
    );
    const call = { operation: "listInvoices", as, query: { page: "2" } } as const;
    await session.call(call);
    const outcome = await findRequirement("SCOPE-01")?.judge(session, "listInvoices");
    expect(outcome).toMatchObject({ status: "failed" });
    expect(outcome?.message).toContain(`1 of the ${words}, on listInvoices?page=2`);
    const wrong = outcome?.places?.filter(({ status }) => status === "failed").map(({ place }) => place);
    expect(wrong?.every((place) => /page=2|parameters/.test(place))).toBe(true);
  });

  test("a list that is sometimes the other account's fails, even if its invoices look similar", async () => {
    const list = (amounts: readonly number[]): ScriptedResponse => envelope(amounts.map((amount) => ({ amount })));
    const judgeReadings = async (second: (label: string) => readonly number[]): Promise<Outcome | undefined> => {
      const answer = ({ as, label = "" }: Call): ScriptedResponse => list(as === "second" ? second(label) : [10, 20]);
      const session = scriptedSession({}, { answer });
      for (const label of ["one", "two", "three", "four"]) {
        await session.call({ operation: "listInvoices", as: "second", label });
      }
      return findRequirement("SCOPE-01")?.judge(session, "listInvoices");
    };
    expect(await judgeReadings((label) => (label === "three" ? [10, 20] : [10, 30]))).toMatchObject({
      status: "failed",
    });
    expect(await judgeReadings(() => [10, 20])).toMatchObject({ status: "inconclusive" });
  });

  test("a cache between the accounts fails, even if their invoices look similar", async () => {
    const amounts = { first: [10, 20, 30, 40], second: [50, 60] };
    const judgeKept = async (keyOf: (call: Call) => string): Promise<Outcome | undefined> => {
      const kept = new Map<string, ScriptedResponse>();
      const answer = (call: Call): ScriptedResponse => {
        if (call.operation !== "listInvoices") return envelope([{ id: "u-1" }]);
        const own = envelope(amounts[call.as === "second" ? "second" : "first"].map((amount) => ({ amount })));
        const reply = kept.get(keyOf(call)) ?? own;
        kept.set(keyOf(call), reply);
        return reply;
      };
      return findRequirement("SCOPE-01")?.judge(scriptedSession({}, { answer }), "listInvoices");
    };
    const text = expect.stringContaining("was shown the list of the other account, and at another time its own");
    const address = ({ query }: Call): string => JSON.stringify(query ?? {});
    expect(await judgeKept(address)).toMatchObject({ status: "failed", message: text });
    const isOfAnyone = (call: Call): boolean => call.query === undefined;
    expect(await judgeKept((call) => (isOfAnyone(call) ? "plain" : `${call.as} ${address(call)}`))).toMatchObject({
      status: "failed",
      message: text,
    });
    expect(await judgeKept((call) => `${call.as} ${address(call)}`)).toMatchObject({ status: "passed" });
  });

  test("equal invoices fail if they name the account of a subscription that only one of the accounts gets", async () => {
    const judgeNamed = async (account: string, status: number): Promise<Outcome | undefined> => {
      const answer = ({ operation, as }: Call): ScriptedResponse => {
        if (operation === "listUsers") return envelope([{ id: "u-1" }]);
        if (operation === "listInvoices") return envelope([10, 20].map((amount) => ({ account: "north", amount })));
        return as === "second" ? { status } : envelope([{ account, plan: "basic" }]);
      };
      return findRequirement("SCOPE-01")?.judge(scriptedSession({}, { answer }), "listInvoices");
    };
    expect(await judgeNamed("north", 404)).toMatchObject({
      status: "failed",
      message: expect.stringContaining('2 invoices with `account` "north"'),
    });
    expect((await judgeNamed("south", 404))?.status).toBe("inconclusive");
    expect((await judgeNamed("north", 500))?.status).toBe("inconclusive");
  });

  test("another account's ETag that gets a 304 fails, unless both have the same", async () => {
    async function judgeTag(second: readonly unknown[]): Promise<Outcome | undefined> {
      const answer = ({ as, headers }: Call): ScriptedResponse =>
        headers?.["if-none-match"] === undefined
          ? { ...envelope(as === "second" ? second : [mine]), headers: { etag: `"${as ?? "first"}"` } }
          : { status: 304 };
      return findRequirement("SCOPE-01")?.judge(scriptedSession({}, { answer }), "listInvoices");
    }
    expect(await judgeTag([theirs])).toMatchObject({ status: "failed" });
    expect((await judgeTag([mine]))?.message).not.toContain("304");
  });

  test("two empty lists show nothing", async () => {
    expect(await judge(envelope([]), envelope([]))).toMatchObject({ status: "skipped" });
  });

  test("without a second token it is skipped", async () => {
    expect(await judge(envelope([mine]), new Unavailable("no second token", "second-token"))).toMatchObject({
      status: "skipped",
    });
  });

  test("a second token without a success is inconclusive", async () => {
    expect(await judge(envelope([mine]), { status: 401, text: "" })).toMatchObject({ status: "inconclusive" });
  });
});

describe("SUB-02 and SUB-03", () => {
  const alike = envelope([{ plan: "team", seats: 5, paid: true }]);
  async function judge(id: string, reply: (id: string) => ScriptedResponse): Promise<Outcome | undefined> {
    const answer = ({ id: asked = "s-1" }: Call): ScriptedResponse => reply(asked);
    return findRequirement(id)?.judge(scriptedSession({}, { answer, ids: ["s-1", "s-2"] }), "getSubscription");
  }

  test("similar subscriptions without identity prove nothing", async () => {
    expect(await judge("SUB-02", () => alike)).toMatchObject({ status: "inconclusive" });
    expect(await judge("SUB-03", () => alike)).toMatchObject({ status: "inconclusive" });
  });

  test("an id is recognized by its value, wherever it is", async () => {
    const own = (id: string): ScriptedResponse => envelope([{ of: { ref: id }, plan: "team" }]);
    expect(await judge("SUB-02", own)).toMatchObject({ status: "passed" });
    expect(await judge("SUB-02", () => own("s-1"))).toMatchObject({ status: "failed" });
    expect(await judge("SUB-03", (id) => own(id === "s-2" ? "s-2" : "s-1"))).toMatchObject({ status: "failed" });
  });
});

describe("SUB-01", () => {
  async function judge(first: ScriptedResponse): Promise<Outcome | undefined> {
    return findRequirement("SUB-01")?.judge(scriptedSession({ first }), "getSubscription");
  }

  test("one record passes", async () => {
    expect(await judge(envelope([{ key: "s-1" }]))).toMatchObject({ status: "passed" });
  });

  test.each([0, 2])("%d records fail", async (count) => {
    expect(await judge(envelope(Array.from({ length: count }, () => ({ key: "s-1" }))))).toMatchObject({
      status: "failed",
      message: `\`data\` holds ${count} records for the known id "s-1"; §1 says one subscription`,
    });
  });
});
