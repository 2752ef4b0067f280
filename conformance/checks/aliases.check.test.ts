import { describe, expect, test } from "vitest";
import type { OperationId } from "../../fixtures/contract/operations.ts";
import type { Call } from "../target/call.ts";
import { findRequirement } from "./catalogue.ts";
import type { Outcome } from "./check.ts";
import { envelope, scriptedSession, type ScriptedResponse } from "./scripted-session.fixture.ts";

const users = [
  { id: "u-1", email: "ada@acme.example", name: "Ada Lovelace" },
  { id: "u-2", email: "bob@acme.example", name: "Bob Byte" },
];
const good = envelope(users);
const rejected: ScriptedResponse = { status: 401, text: "" };
const missing: ScriptedResponse = { status: 404, text: "" };

/** The response to another spelling; the plain request rejects wrong credentials. */
function judge(
  other: (call: Call) => ScriptedResponse | undefined,
  operation: OperationId = "listUsers",
): Promise<Outcome> | undefined {
  const answer = (call: Call): ScriptedResponse => {
    if ((call.as ?? "first") === "first") return good;
    return (call.path ?? call.method) === undefined ? rejected : (other(call) ?? missing);
  };
  return findRequirement("AUTH-11")?.judge(scriptedSession({}, { answer }), operation);
}

describe("another spelling without a token, with a response that has no record", () => {
  test.each<[words: string, reply: ScriptedResponse]>([
    ["nothing there", missing],
    ["the same rejection", rejected],
    ["a redirect to the plain spelling", { status: 308, text: "" }],
    ["200 and a page", { text: "<!doctype html><title>Acme</title>" }],
    ["200 and an envelope without records", envelope([])],
    ["200 without a body, to HEAD and OPTIONS too", { text: "", headers: { "content-length": "0" } }],
    ["204, as to a preflight", { status: 204, text: "", headers: { allow: "GET, POST" } }],
    ["503", { status: 503, text: "" }],
  ])("%s", async (_, reply) => {
    expect(await judge(() => reply)).toMatchObject({ status: "passed" });
  });
});

describe("another spelling without a guard", () => {
  test.each([
    ["/api/v1/users/", "a trailing slash"],
    ["/api/v1//users", "a double slash"],
    ["/api/v1/Users", "a capital letter"],
    ["/api/v1/%75sers", "a percent-encoded letter"],
    ["/users", "no `/api/v1`"],
    ["//api/v1/users", "a slash before the path"],
  ])("%s", async (path, words) => {
    const outcome = await judge((call) => (call.path === path ? good : undefined));
    expect(outcome).toMatchObject({ status: "failed" });
    expect(outcome?.message).toContain(`on listUsers with ${words}, no \`Authorization\` header: responded with 200`);
    expect(outcome?.evidence).toHaveLength(1);
  });

  test("a bare list of known records, and a total that counts some", async () => {
    const slash = (reply: ScriptedResponse) => judge(({ path }) => (path === "/api/v1/users/" ? reply : undefined));
    expect(await slash({ json: users })).toMatchObject({ status: "failed" });
    expect(await slash(envelope([], 1, 47))).toMatchObject({ status: "failed" });
  });

  test("for any token, if only a header is required", async () => {
    const outcome = await judge(({ path, as }) =>
      path === "/api/v1/users/" ? (as === "none" ? rejected : good) : undefined,
    );
    expect(outcome?.message).toContain("with a trailing slash, an unknown token: responded with 200");
  });

  test("HEAD with the length of the records", async () => {
    const length = String(JSON.stringify(good.json).length);
    const head = (value: string) =>
      judge(({ method }) => (method === "HEAD" ? { text: "", headers: { "content-length": value } } : undefined));
    expect(await head(length)).toMatchObject({ status: "failed" });
    expect(await head("2")).toMatchObject({ status: "passed" });
  });

  test("a creation", async () => {
    const made: ScriptedResponse = { ...envelope([users[0]]), status: 201 };
    expect(await judge(({ path }) => (path === "/users" ? made : undefined), "createUser")).toMatchObject({
      status: "failed",
    });
    // The list is the response to OPTIONS, and not a user.
    expect(await judge(({ method }) => (method === "OPTIONS" ? good : undefined), "createUser")).toMatchObject({
      status: "passed",
    });
  });
});

test("other paths are tried with an unknown token where a guard answers, other methods without a token only", async () => {
  const asked: Call[] = [];
  await judge((call) => (asked.push(call), rejected));
  const tried = (isMethod: boolean) =>
    new Set(asked.filter(({ method }) => (method !== undefined) === isMethod).map(({ as }) => as));
  expect(tried(false)).toEqual(new Set(["none", "never-issued"]));
  expect(tried(true)).toEqual(new Set(["none"]));
});

test("if the plain request needs no token, other spellings show nothing more", async () => {
  const session = scriptedSession({}, { answer: () => good });
  expect(await findRequirement("AUTH-11")?.judge(session, "listUsers")).toMatchObject({ status: "skipped" });
});
