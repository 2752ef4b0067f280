import { findRequirement } from "./catalogue.ts";
import { describe, expect, test } from "vitest";
import type { Outcome } from "./check.ts";
import { envelope, scriptedSession, type Script, type ScriptedReply } from "./scripted-session.fixture.ts";

const good = envelope([{ id: "u-1" }]);

async function judge(id: string, script: Script): Promise<Outcome | undefined> {
  return findRequirement(id)?.judge(scriptedSession({ first: good, ...script }), "listUsers");
}

describe("refused: in whatever way the document leaves open", () => {
  const refusals: readonly (readonly [sentence: string, reply: ScriptedReply])[] = [
    ["401", { status: 401, text: "" }],
    ["401 in an empty envelope", { status: 401, json: { data: [], meta: { page: 1, total: 0 } } }],
    ["403 in plain text", { status: 403, text: "no" }],
    ["404", { status: 404, text: "" }],
    ["302 to a login page", { status: 302, text: "" }],
    ["200 and a body that is no envelope", { json: { error: "unauthorized" } }],
    ["200 and a login page", { text: "<form>" }],
    ["200 and nulls in the place of data and meta", { json: { data: null, meta: null, error: "unauthorized" } }],
    ["200 and a message under the name of data", { json: { data: { error: "unauthorized" } } }],
  ];
  test.each(refusals)("%s", async (_, reply) => {
    expect(await judge("AUTH-02", { none: reply })).toMatchObject({ status: "passed" });
    expect(await judge("AUTH-04", { "never-issued": reply })).toMatchObject({ status: "passed" });
  });
});

describe("accepted: a success that serves something", () => {
  const served: readonly (readonly [sentence: string, reply: ScriptedReply])[] = [
    ["the same envelope", good],
    ["an empty envelope", envelope([])],
  ];
  test.each(served)("%s", async (_, reply) => {
    const outcome = await judge("AUTH-02", { none: reply });
    expect(outcome).toMatchObject({
      status: "failed",
      message: "with no `Authorization` header: accepted with 200, as if it were the good token",
    });
  });

  test("an envelope with the fault the good token's has too", async () => {
    const faulty = (id: string): ScriptedReply => ({ json: { data: [{ id }] } });
    expect(await judge("AUTH-02", { first: faulty("u-1"), none: faulty("u-2") })).toMatchObject({ status: "failed" });
  });

  test("the same bare list the good token gets", async () => {
    const bare: ScriptedReply = { json: [{ id: "u-1" }] };
    expect(await judge("AUTH-04", { first: bare, "never-issued": bare })).toMatchObject({ status: "failed" });
  });
});

describe("what neither accepts nor refuses is inconclusive", () => {
  test.each([429, 500, 503])("%d", async (status) => {
    expect(await judge("AUTH-02", { none: { status, text: "" } })).toMatchObject({ status: "inconclusive" });
  });

  test("a broken connection", async () => {
    expect(await judge("AUTH-02", { none: "no reply" })).toMatchObject({ status: "inconclusive" });
  });

  test("any refusal, where the good token does not succeed either", async () => {
    const outcome = await judge("AUTH-04", { first: { status: 404, text: "" } });
    expect(outcome).toMatchObject({ status: "inconclusive" });
    expect(outcome?.message).toContain("the good token does not succeed here");
  });
});

describe("AUTH-06 tries another scheme and none", () => {
  const refused: ScriptedReply = { status: 401, text: "" };
  const schemes = {
    "other-scheme": refused,
    "basic-user": refused,
    "basic-password": refused,
    "basic-named-password": refused,
    "no-scheme": refused,
  };

  test("all refused", async () => {
    const outcome = await judge("AUTH-06", schemes);
    expect(outcome).toMatchObject({ status: "passed" });
    expect(outcome?.evidence).toHaveLength(Object.keys(schemes).length);
  });

  test.each([
    ["no-scheme", "the real token without `Bearer`"],
    ["basic-user", "the real token as the user of `Basic`"],
    ["basic-password", "the real token as the password of `Basic`, without a user"],
    ["basic-named-password", "the real token as the password of `Basic`, with a user"],
  ])("one accepted is a failure that shows that one: %s", async (as, words) => {
    const outcome = await judge("AUTH-06", { ...schemes, [as]: good });
    expect(outcome).toMatchObject({
      status: "failed",
      message: `with ${words}: accepted with 200, as if it were the good token`,
    });
    expect(outcome?.evidence).toHaveLength(1);
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
