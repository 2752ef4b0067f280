import { findRequirement } from "./catalogue.ts";
import { describe, expect, test } from "vitest";
import type { Outcome } from "./check.ts";
import { envelope, scriptedSession, type ScriptedResponse } from "./scripted-session.fixture.ts";

const ada = { id: "u-1", email: "ada@acme.example", name: "Ada Lovelace", role: "admin" };
const bob = { id: "u-2", email: "bob@acme.example", name: "Bob Byte", role: "admin" };
const cy = { no: 48_213, seats: 5, plan: "studio" };
const rejected: ScriptedResponse = { status: 401, json: { error: "unauthorized" } };

/** Every rejection except the one without a header is an ordinary one. */
async function judge(reply: ScriptedResponse): Promise<Outcome | undefined> {
  const session = scriptedSession(
    { first: envelope([ada, bob, cy]), second: envelope([]), none: reply },
    { answer: ({ as = "first" }) => (["first", "second", "none"].includes(as) ? undefined : rejected) },
  );
  return findRequirement("AUTH-08")?.judge(session, "listUsers");
}

describe("a rejection that discloses nothing", () => {
  const silent: readonly (readonly [sentence: string, reply: ScriptedResponse])[] = [
    ["an error", rejected],
    ["an empty envelope", { status: 401, json: { data: [], meta: { page: 1, total: 0 } } }],
    ["errors under the name of data", { status: 401, json: { data: [{ code: "x", title: "y" }], meta: {} } }],
    ["a word that records have too", { status: 403, text: "you are not an admin" }],
    ["the one name of a person to ask", { status: 403, text: "ask ada@acme.example" }],
    ["an object with the member names of nothing", { status: 401, json: [{}, [], { a: {} }] }],
    ["a number that a record has too, and nothing else of it", { status: 401, json: { error: "no", retry: 48_213 } }],
    ["JSON nested a hundred thousand deep", { status: 401, text: `${"[".repeat(1e5)}${"]".repeat(1e5)}` }],
  ];
  test.each(silent)("%s", async (_, reply) => {
    expect(await judge(reply)).toMatchObject({ status: "passed" });
  });
});

describe("a rejection that discloses a record", () => {
  const telling: readonly (readonly [sentence: string, reply: ScriptedResponse])[] = [
    ["the list itself", { status: 401, json: envelope([ada, bob]).json }],
    ["one record, deep inside", { status: 403, json: { error: { context: [{ user: ada }] } } }],
    ["a part of a record", { status: 403, json: { error: "no", user: { email: ada.email, name: ada.name } } }],
    ["a part of one that is known by a number", { status: 401, json: { error: "no", no: 48_213, seats: 5 } }],
    ["records of the same make under data", { status: 401, json: { data: [{ ...ada, id: "u-9", email: "x" }] } }],
    ["a bare list with a 200, which is not an envelope and so a rejection", { status: 200, json: [ada, bob] }],
    ["a page of HTML", { status: 401, text: `<li>${bob.name} <b>${bob.email}</b>` }],
  ];
  test.each(telling)("%s", async (_, reply) => {
    const outcome = await judge(reply);
    expect(outcome).toMatchObject({ status: "failed" });
    expect(outcome?.message).toContain("with no `Authorization` header: rejected with");
    expect(outcome?.evidence).toHaveLength(1);
  });
});

test("the client's own input is not a disclosure: the id in the path, the body of a creation", async () => {
  const subscription = { id: "sub-00001", type: "subscription", plan: "gold" };
  const session = scriptedSession(
    { first: envelope([subscription]), second: envelope([]) },
    {
      ids: ["sub-00001"],
      answer: ({ as = "first", operation }) => {
        if (["first", "second"].includes(as)) return undefined;
        if (operation === "createUser") return { status: 401, json: { you: {} } };
        return { status: 404, json: { id: "sub-00001", type: "subscription", error: "not found" } };
      },
    },
  );
  const exchange = await session.call({ operation: "getSubscription", as: "none" });
  expect(exchange).toMatchObject({ request: { url: "https://target.example/api/v1/subscriptions/s-1" } });
  const outcome = await findRequirement("AUTH-08")?.judge(session, "createUser");
  expect(outcome).toMatchObject({ status: "passed" });
});

test("without a known record, or without a rejection, nothing is shown", async () => {
  const empty = scriptedSession(
    { first: envelope([]), second: envelope([]) },
    { answer: ({ as }) => (as === undefined || as === "second" ? undefined : rejected) },
  );
  expect(await findRequirement("AUTH-08")?.judge(empty, "listUsers")).toMatchObject({ status: "skipped" });
  const open = scriptedSession({}, { answer: () => envelope([ada]) });
  expect(await findRequirement("AUTH-08")?.judge(open, "listUsers")).toMatchObject({ status: "skipped" });
});
