import { operationIds, type OperationId } from "../../fixtures/contract/operations.ts";
import { findRequirement } from "./catalogue.ts";
import { describe, expect, test } from "vitest";
import type { Call } from "../target/call.ts";
import { Unavailable } from "../target/session.ts";
import type { Outcome } from "./check.ts";
import { kindsTried, rejectedKinds } from "./rejection.ts";
import { envelope, scriptedSession, type Script, type ScriptedResponse } from "./scripted-session.fixture.ts";

const good = envelope([{ id: "u-1" }]);

const rejected: ScriptedResponse = { status: 401, text: "" };
const none = new Unavailable("not with these tokens", "nothing");

/** Calls without an entry in the script are rejected, or cannot be sent. */
async function judge(id: string, script: Script, operation: OperationId = "listUsers"): Promise<Outcome | undefined> {
  const answer = ({ as = "first" }: Call): Script["first"] =>
    Object.hasOwn(script, as) || as === "first" ? undefined : /^jwt|cookies$/.test(as) ? none : rejected;
  const session = scriptedSession({ first: good, second: good, ...script }, { answer });
  return findRequirement(id)?.judge(session, operation);
}

describe("rejected: in any way that the document leaves open", () => {
  const rejections: readonly (readonly [sentence: string, reply: ScriptedResponse])[] = [
    ["401", { status: 401, text: "" }],
    ["401 in an empty envelope", { status: 401, json: { data: [], meta: { page: 1, total: 0 } } }],
    ["403 in plain text", { status: 403, text: "no" }],
    ["404", { status: 404, text: "" }],
    ["302 to a login page", { status: 302, text: "" }],
    ["200 and a body that is not an envelope", { json: { error: "unauthorized" } }],
    ["200 and a login page", { text: "<form>" }],
    ["200 and nulls instead of data and meta", { json: { data: null, meta: null, error: "unauthorized" } }],
    ["200 and a message under the name of data", { json: { data: { error: "unauthorized" } } }],
  ];
  test.each(rejections)("%s", async (_, reply) => {
    expect(await judge("AUTH-02", { none: reply })).toMatchObject({ status: "passed" });
    expect(await judge("AUTH-04", { "never-issued": reply })).toMatchObject({ status: "passed" });
  });
});

describe("accepted: a success with data", () => {
  const served: readonly (readonly [sentence: string, reply: ScriptedResponse])[] = [
    ["the same envelope", good],
    ["an empty envelope", envelope([])],
  ];
  test.each(served)("%s", async (_, reply) => {
    const outcome = await judge("AUTH-02", { none: reply });
    expect(outcome).toMatchObject({
      status: "failed",
      message: "with no `Authorization` header: accepted with 200, as if it were the valid token",
    });
  });

  test("an envelope with the same fault as for the valid token", async () => {
    const faulty = (id: string): ScriptedResponse => ({ json: { data: [{ id }] } });
    expect(await judge("AUTH-02", { first: faulty("u-1"), none: faulty("u-2") })).toMatchObject({ status: "failed" });
  });

  test("the same bare list as for the valid token", async () => {
    const bare: ScriptedResponse = { json: [{ id: "u-1" }] };
    expect(await judge("AUTH-04", { first: bare, "never-issued": bare })).toMatchObject({ status: "failed" });
  });
});

describe("a response that neither accepts nor rejects is inconclusive", () => {
  test.each([429, 500, 503])("%d", async (status) => {
    expect(await judge("AUTH-02", { none: { status, text: "" } })).toMatchObject({ status: "inconclusive" });
  });

  test("a broken connection", async () => {
    expect(await judge("AUTH-02", { none: "no response" })).toMatchObject({ status: "inconclusive" });
  });

  test("any rejection, if the valid token does not succeed either", async () => {
    const outcome = await judge("AUTH-04", { first: { status: 404, text: "" } });
    expect(outcome).toMatchObject({ status: "inconclusive" });
    expect(outcome?.message).toContain("the valid token does not succeed here");
  });
});

describe("AUTH-06 tries another scheme and none", () => {
  const schemes = Object.fromEntries(rejectedKinds["AUTH-06"].map((kind) => [kind, rejected]));

  test("all rejected", async () => {
    const outcome = await judge("AUTH-06", schemes);
    expect(outcome).toMatchObject({ status: "passed" });
    expect(outcome?.evidence).toHaveLength(Object.keys(schemes).length);
  });

  test.each([
    ["no-scheme", "the real token without `Bearer`"],
    ["no-space", "`Bearer` and the real token without a space between them"],
    ["colon", "`Bearer:` and the real token, with a colon instead of the space"],
    ["basic-user", "the real token as the `Basic` user"],
    ["basic-password", "the real token as the `Basic` password, without a user"],
    ["basic-token", "the real token under `Basic`, in base64"],
    ["token-scheme", "the real token under `Token`"],
    ["longer-scheme", "the real token under a scheme that ends in `Bearer`"],
    ["basic-named-password", "the real token as the `Basic` password, with a user"],
  ])("one accepted is a failure with that one: %s", async (as, words) => {
    const outcome = await judge("AUTH-06", { ...schemes, [as]: good });
    expect(outcome).toMatchObject({
      status: "failed",
      message: `with ${words}: accepted with 200, as if it were the valid token`,
    });
    expect(outcome?.evidence).toHaveLength(1);
  });
});

describe("each further kind of wrong token is a separate failure", () => {
  test.each([
    ["AUTH-02", "session-cookies", "no `Authorization` header, but the cookies of an authorized response"],
    ["AUTH-04", "percent-sign", "`%` instead of the token"],
    ["AUTH-04", "pattern", "`*` instead of the token"],
    ["AUTH-04", "any-text", "`.*`, the regular expression of any text, instead of the token"],
    ["AUTH-04", "member-name", "`constructor` instead of the token"],
    ["AUTH-04", "null", "`null` instead of the token, as a client without one sends it"],
    ["AUTH-04", "undefined", "`undefined` instead of the token, as a client without one sends it"],
    ["AUTH-04", "forged-jwt", "an unknown JSON Web Token"],
    ["AUTH-05", "letter-case", "the real token in another letter case"],
    ["AUTH-05", "one-in-brackets", "the real token with one character in brackets, as in a pattern"],
    ["AUTH-05", "sql", "the real token with SQL after it"],
    ["AUTH-05", "last-changed", "the real token with its last character changed"],
    ["AUTH-05", "crossed", "the first part of the real token and the last part of another account's"],
    ["AUTH-05", "jwt-none", 'the real token with `"alg":"none"` and no signature'],
    ["AUTH-05", "after-another", "an unknown token, followed by the real token"],
  ])("%s: %s", async (id, as, words) => {
    expect(await judge(id, {})).toMatchObject({ status: "passed" });
    expect(await judge(id, { [as]: good })).toMatchObject({
      status: "failed",
      message: `with ${words}: accepted with 200, as if it were the valid token`,
    });
  });

  test("creations try few of the similar kinds: each may create a user", async () => {
    const outcome = await judge("AUTH-05", { changed: good, "one-wildcard": good }, "createUser");
    expect(outcome).toMatchObject({ status: "failed" });
    expect(outcome?.evidence).toHaveLength(1);
  });

  test("a quick run tries each operation with one kind of each requirement", () => {
    const session = scriptedSession({}, { isQuick: true });
    for (const operation of operationIds) {
      for (const kinds of Object.values(rejectedKinds)) {
        const tried = kindsTried(session, operation, kinds);
        expect(tried.filter((kind) => !kind.startsWith("jwt"))).toHaveLength(1);
      }
    }
  });

  test("SQL is sent only with writes", () => {
    const { target } = scriptedSession({});
    const kinds = (allowWrites: boolean) =>
      kindsTried({ isQuick: false, target: { ...target, allowWrites } }, "listUsers");
    expect(kinds(true)).toContain("sql");
    expect(kinds(false)).not.toContain("sql");
    expect(kinds(false)).toContain("cut");
  });
});

describe("a wrong token is tried at other places, too", () => {
  const record = (id: string): ScriptedResponse => envelope([{ id }]);
  const judgeIds = (id: string, isOpen: (call: Call) => boolean) => {
    const answer = (call: Call): ScriptedResponse =>
      (call.as ?? "first") === "first" || isOpen(call) ? record(call.id ?? "s-1") : rejected;
    return findRequirement(id)?.judge(scriptedSession({}, { answer, ids: ["s-1", "s-2"] }), "getSubscription");
  };

  test.each([
    ["AUTH-02", "none"],
    ["AUTH-04", "never-issued"],
  ] as const)("%s at another id", async (id, kind) => {
    expect(await judgeIds(id, () => false)).toMatchObject({ status: "passed" });
    const outcome = await judgeIds(id, ({ as, id: asked }) => as === kind && asked === "s-2");
    expect(outcome).toMatchObject({ status: "failed" });
    expect(outcome?.message).toContain('on the id "s-2": with');
  });
});

describe("AUTH-01", () => {
  test.each([
    [200, "passed"],
    [404, "inconclusive"],
    [422, "inconclusive"],
    [401, "failed"],
    [403, "failed"],
    [302, "failed"],
    [429, "inconclusive"],
    [500, "inconclusive"],
  ])("%d: %s", async (status, expected) => {
    expect(await judge("AUTH-01", { first: { status, text: "" } })).toMatchObject({ status: expected });
  });
});

describe("AUTH-01 after wrong tokens", () => {
  const unauthorized: ScriptedResponse = { status: 401, text: "" };

  /**
   * @param isRejected whether a valid request is rejected: by its query, the numbers of earlier wrong and valid ones, and
   *   its operation
   */
  const judgeAfter = async (
    isRejected: (query: string, wrong: number, before: number, operation: Call["operation"]) => boolean,
  ) => {
    const counts = { wrong: 0, good: 0 };
    const answer = ({ as = "first", query, operation }: Call): ScriptedResponse => {
      counts[as === "first" ? "good" : "wrong"] += 1;
      const asked = new URLSearchParams(query).toString();
      return as === "first" && !isRejected(asked, counts.wrong, counts.good, operation) ? good : unauthorized;
    };
    const session = scriptedSession({}, { answer });
    const outcome = await findRequirement("AUTH-01")?.judge(session, "listUsers");
    return { outcome, sent: session.entries.map(({ call: { as = "good" } }) => as) };
  };

  test("the valid token is accepted directly after wrong ones, and wrong ones are sent directly after it", async () => {
    const { outcome, sent } = await judgeAfter(() => false);
    expect(outcome).toMatchObject({ status: "passed" });
    expect(sent).toEqual(["good", "none", "never-issued", "good", "none", "never-issued"]);
  });

  test("a rejection cached by URL fails", async () => {
    const { outcome } = await judgeAfter((query, wrong) => wrong > 0 && query === "");
    expect(outcome).toMatchObject({ status: "failed" });
    expect(outcome?.message).toContain("on listUsers after wrong tokens: the valid request is rejected repeatedly");
  });

  test("a rejection that is kept for all queries of an operation fails", async () => {
    const { outcome } = await judgeAfter((_, wrong, __, operation) => wrong > 0 && operation === "listUsers");
    expect(outcome).toMatchObject({ status: "failed" });
  });

  test.each([
    ["a lock-out of the caller", (_: string, wrong: number) => wrong > 0],
    ["a lock-out that ends", (_: string, wrong: number, before: number) => wrong > 0 && before < 3],
    ["every other request", (_: string, __: number, before: number) => before % 2 === 0 && before < 5],
    ["any query", (query: string, wrong: number) => wrong > 0 || query !== ""],
  ])("%s does not", async (_, isRejected) => {
    const { outcome } = await judgeAfter(isRejected);
    expect(outcome).toMatchObject({ status: "passed" });
    expect(outcome?.places).toMatchObject([{ status: "inconclusive" }]);
  });
});
