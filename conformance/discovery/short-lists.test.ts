import { describe, expect, test } from "vitest";
import { envelope, scriptedSession, type ScriptedResponse } from "./scripted-session.fixture.ts";
import type { Call } from "../target/call.ts";
import { create } from "./creation.ts";
import { settled } from "./observation.ts";
import { beyondLast, unreadable } from "./page-bounds.ts";
import { defaultSize, maxSize, pagingParameters, pagingStyle } from "./paging.ts";
import { furtherMembers } from "./responses.ts";
import { sortingStyle } from "./sorting.ts";
import { openSource, type Source } from "./source.ts";

type Query = Readonly<Record<string, string>>;

/** A service with equal lists that have only one page. */
function service(list: (query: Query) => ScriptedResponse): Source {
  const answer = ({ query = {}, path = "" }: Call): ScriptedResponse =>
    path.includes("/subscriptions/")
      ? { json: { data: [{ id: "sub-1" }], meta: { page: 1, total: 1, next: null } } }
      : list(path === "" ? query : Object.fromEntries(new URLSearchParams(path.split("?")[1])));
  return openSource(scriptedSession({}, { ids: ["sub-1"], answer }));
}

const one = envelope([{ id: "u1" }], 1, 1);
const none: ScriptedResponse = {
  json: { data: [], meta: { page: 1, total: 0, next: null } },
  headers: { etag: '"e"' },
};
const rejected: ScriptedResponse = { status: 404, json: { detail: "Invalid page." } };

describe.each([
  ["no record", none],
  ["one record", one],
])("a list of %s", (__, plain) => {
  const paged = (beyond: ScriptedResponse): Source =>
    service(({ seite = "1" }) => (seite === "1" ? plain : /^\d+$/.test(seite) ? beyond : rejected));

  test("shows the name of the page if an invalid value is rejected", async () => {
    const source = paged(rejected);
    expect(await pagingStyle(source, "users")).toMatchObject({ value: "page", confidence: "likely" });
    expect((await pagingParameters(source, "users")).value).toEqual({ page: "seite" });
    expect(await settled(unreadable(source, "users"))).toMatchObject({ value: "reject" });
    expect(await settled(beyondLast(source, "users"))).toMatchObject({ value: "reject" });
    expect(await settled(beyondLast(paged(none), "users"))).toMatchObject({ value: "empty" });
  });

  test("shows that no value is rejected if none of any parameter is", async () => {
    const source = service(() => plain);
    expect(await settled(pagingStyle(source, "users"))).toHaveProperty("unset");
    expect(await settled(unreadable(source, "users"))).toMatchObject({ value: "default" });
  });

  test("is paged like the other list", async () => {
    const invoices = Array.from({ length: 30 }, (_, id) => ({ id }));
    const answer = ({ operation, query = {} }: Call): ScriptedResponse => {
      const [page, size] = [Number(query["page[number]"] ?? 1), Number(query["page[size]"] ?? 10)];
      return operation === "listUsers" ? plain : envelope(invoices.slice((page - 1) * size, page * size), page, 30);
    };
    const source = openSource(scriptedSession({}, { answer }));
    expect(await pagingStyle(source, "users")).toMatchObject({ value: "page", confidence: "likely" });
    expect((await pagingParameters(source, "users")).value).toEqual({ page: "page[number]", size: "page[size]" });
  });

  test("shows nothing if any parameter is rejected", async () => {
    const source = service((query) => (Object.keys(query).length === 0 ? plain : rejected));
    expect(await settled(unreadable(source, "users"))).toHaveProperty("unset");
    expect(await settled(pagingStyle(source, "users"))).toHaveProperty("unset");
  });
});

test("one record that comes for any page is the last page", async () => {
  expect(
    await settled(
      beyondLast(
        service(() => one),
        "users",
      ),
    ),
  ).toMatchObject({ value: "last" });
});

test("shows no order if all possible sort parameters are rejected", async () => {
  expect((await sortingStyle(service(() => none))).value).toBe("none");
  const strict = service((query) => (Object.keys(query).length === 0 ? none : rejected));
  await expect(sortingStyle(strict)).rejects.toHaveProperty("unset");
});

test("members beside records are visible without any", async () => {
  const source = service(() => none);
  expect((await furtherMembers(source)).value).toMatchObject({
    listUsers: { meta: { next: null } },
    getSubscription: { meta: { next: null } },
  });
});

test("a list that comes whole shows the size of its page when users have been created", async () => {
  const users = [{ id: "u1" }, { id: "u2" }];
  const answer = ({ operation }: Call): ScriptedResponse => {
    if (operation === "createUser") users.push({ id: "u3" });
    return envelope(users.slice(0, 2), 1, users.length);
  };
  const source = openSource(scriptedSession({}, { answer }));
  expect(await settled(defaultSize(source, "users"))).toHaveProperty("unset");
  await create(source, { name: "Ada" });
  expect(await defaultSize(source, "users")).toMatchObject({ value: 2, confidence: "certain" });
});

test("the usual size of a list on one page is likely its length, if it is longer than the mock's usual page", async () => {
  const people = Array.from({ length: 120 }, (_, id) => ({ id }));
  const source = (total: number) =>
    service(({ limit }) => envelope(people.slice(0, Math.min(Number(limit ?? total), total)), 1, total));
  expect(await defaultSize(source(38), "users")).toMatchObject({ value: 38, confidence: "likely" });
  expect(await settled(defaultSize(source(12), "users"))).toHaveProperty("unset");
  expect(await maxSize(source(120), "users")).toMatchObject({ value: 130, confidence: "likely" });
});
