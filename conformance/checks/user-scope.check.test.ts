import { expect, test } from "vitest";
import type { Call } from "../target/call.ts";
import { findRequirement } from "./catalogue.ts";
import type { Outcome } from "./check.ts";
import { envelope, scriptedSession, type ScriptedResponse } from "./scripted-session.fixture.ts";

const named = (...names: readonly string[]) => names.map((name) => ({ id: `u-${name}`, name }));
const lists = { first: named("ada", "bo", "cy"), second: named("dee", "eve") };

function judge(answer: (call: Call) => ScriptedResponse | undefined): Promise<Outcome> | Outcome | undefined {
  const session = scriptedSession(
    {},
    { answer: (call) => answer(call) ?? envelope(call.as === "second" ? lists.second : lists.first) },
  );
  return findRequirement("SCOPE-03")?.judge(session, "listUsers");
}

test("separate lists pass", async () => {
  expect(await judge(() => undefined)).toMatchObject({ status: "passed" });
});

test.each<[what: string, isThere: (call: Call) => boolean, place: string]>([
  ["a search", ({ query = {} }) => "search" in query, "users with parameters of a search"],
  ["an unknown parameter", ({ query = {} }) => "orgkitNoSuchParameter" in query, "users with an unknown parameter"],
  ["another Accept", ({ headers = {} }) => "accept" in headers, "users with Accept"],
])("a user of the other account fails if %s shows it", async (_, isThere, place) => {
  const outcome = await judge((call) =>
    call.as !== "second" && isThere(call) ? envelope([...lists.first, ...lists.second]) : undefined,
  );
  expect(outcome).toMatchObject({ status: "failed", message: expect.stringContaining(`on ${place}`) });
  expect(outcome?.message).toContain("2 of the users shown to the first account are in the list of the other account");
});

test("a user of the other account fails on the last page of a search that ignores the account", async () => {
  const [mine, theirs] = ["a", "b"].map((name) =>
    named(...Array.from({ length: 12 }, (_, index) => `${name}${index}`)),
  );
  const outcome = await judge(({ as, query = {} }) => {
    const own = (as === "second" ? theirs : mine) ?? [];
    const all = "search" in query ? [...own, ...lists.second, ...(theirs ?? [])] : own;
    const page = Number(query["page"] ?? 1);
    return envelope(all.slice(4 * page - 4, 4 * page), page, all.length);
  });
  expect(outcome).toMatchObject({ status: "failed", message: expect.stringContaining("a search, 1, the last page") });
});

test("a user of the other account fails in a list whose pages link the next", async () => {
  const mine = named("ada", "bo", "cy", "di", "ed");
  const outcome = await judge(({ as, query = {} }) => {
    if (as === "second") return undefined;
    if ("search" in query) return envelope([...mine, ...lists.second].slice(5));
    const start = Number(query["cursor"] ?? 0);
    const next = start + 2 < mine.length ? String(start + 2) : null;
    return { json: { data: mine.slice(start, start + 2), meta: { page: 1, total: mine.length, next_cursor: next } } };
  });
  expect(outcome).toMatchObject({ status: "failed", message: expect.stringContaining("a search") });
});

test("a list that a cache without the account in its key shows both accounts fails", async () => {
  const kept = new Map<string, ScriptedResponse>();
  const outcome = await judge(({ operation, as, query }) => {
    if (operation !== "listUsers") return undefined;
    const key = JSON.stringify(query);
    const reply = kept.get(key) ?? envelope(as === "second" ? lists.second : lists.first);
    kept.set(key, reply);
    return reply;
  });
  expect(outcome).toMatchObject({
    status: "failed",
    message: expect.stringContaining("at another time its own, with 2"),
  });
});

test("two tokens of one organization, or users who are in both, prove nothing", async () => {
  const same = await judge(() => envelope(lists.first));
  expect(same).toMatchObject({ status: "skipped", lack: "nothing" });
  const shared = await judge(({ as }) => (as === "second" ? envelope([...lists.second, ...named("ada")]) : undefined));
  expect(shared).toMatchObject({ status: "skipped", lack: "nothing" });
});

test("another page of a long list that both accounts have is nobody else's list", async () => {
  let created = 0;
  const outcome = await judge(({ operation, query = {} }) => {
    if (operation === "createUser") created += 1;
    if (operation !== "listUsers") return undefined;
    const page = Number(query["page"] ?? 1);
    const names = Array.from({ length: 20 }, (_, index) => `${(page - 1) * 20 + index}`);
    return envelope(named(...names), page, 3000 + created);
  });
  expect(outcome?.status).not.toBe("failed");
});

test("in a list that was not read completely, missing users are unknown", async () => {
  const outcome = await judge(({ as, query = {} }) => {
    if (as === "second") return undefined;
    return envelope("search" in query ? named("dee") : lists.first, 1, 50);
  });
  expect(outcome).toMatchObject({ status: "passed" });
});

test("an ETag of both accounts' lists fails if the second account gets 304 for the first one's", async () => {
  const judgeTag = (tagOf: (as: string) => string, vary = "accept-encoding") =>
    judge(({ as = "first", headers = {} }) => {
      const tag = tagOf(as);
      if (headers["if-none-match"] === tag) return { status: 304, headers: { etag: tag } };
      return { ...envelope(as === "second" ? lists.second : lists.first), headers: { etag: tag, vary } };
    });
  expect(await judgeTag(() => '"66"')).toMatchObject({ status: "failed" });
  expect(await judgeTag((as) => `"66-${as}"`)).toMatchObject({ status: "passed" });
  expect(await judgeTag(() => '"66"', "Authorization")).toMatchObject({ status: "passed" });
});
