import { expect, test } from "vitest";
import type { JsonObject } from "../../fixtures/values/json.ts";
import { readKey, smallService, envelope, scriptedReader, type ScriptedResponse } from "./scripted-reader.fixture.ts";
import type { Call } from "../log/model.ts";

const subscriptions = (ids: readonly (string | null)[]) =>
  ids.map((id, index) => ({ id: `i-${id}-${index}`, subscription_id: id, total: index }));

const mine = subscriptions(Array.from({ length: 12 }, (_, index) => `s-${index}`));

/** A service whose second account has these invoices. */
function service(others: ScriptedResponse): (call: Call) => ScriptedResponse {
  return ({ operation, as = "first", id }) =>
    operation === "getSubscription"
      ? envelope([{ id, plan: "basic", seats: as === "first" ? 3 : null }])
      : as === "first"
        ? envelope(mine)
        : others;
}

test("a field that is null in the second account may be null", async () => {
  const { reader } = scriptedReader(service(envelope(subscriptions(["s-100", null]))));
  const { value, doubt } = await readKey(reader, "records.invoice");
  expect([value, doubt]).toEqual([
    expect.objectContaining({ properties: expect.objectContaining({ subscription_id: { type: ["string", "null"] } }) }),
    undefined,
  ]);
  expect((await readKey(reader, "records.subscription")).value).toHaveProperty("properties.seats.type", [
    "integer",
    "null",
  ]);
});

test("the fields of one account are likely, not certain", async () => {
  const { reader } = scriptedReader(service({ status: 401 }));
  const { value, doubt } = await readKey(reader, "records.invoice");
  expect([value, doubt]).toEqual([
    expect.objectContaining({ properties: expect.objectContaining({ subscription_id: { type: "string" } }) }),
    "by 12 records of one account",
  ]);
});

test("a subscription that the other account reads is a finding, and no value of a dialect", async () => {
  const others = envelope(subscriptions(["s-100"]));
  const isForeign = (id: string | undefined, as: string): boolean => (id === "s-100") !== (as === "second");
  const serve =
    (isLeaking: boolean) =>
    (call: Call): ScriptedResponse => {
      const { operation, as = "first", id = "s-1" } = call;
      if (operation !== "getSubscription") return service(others)(call);
      return isForeign(id, as) && !isLeaking ? { status: 404 } : envelope([{ id, plan: "basic" }]);
    };
  expect(await readKey(scriptedReader(serve(false)).reader, "subscriptions")).toMatchObject({ value: "ofAccount" });
  expect(await readKey(scriptedReader(serve(true)).reader, "subscriptions")).toMatchObject({
    problem: "the second account's token reads a subscription of the first",
  });
});

test("a failure with a deeply nested body is read in no time", async () => {
  const nested = `${"[".repeat(90)}{"code":"no"}${"]".repeat(90)}`;
  const { reader } = scriptedReader(({ as }) => (as === "none" ? { status: 401, text: nested } : envelope([])));
  expect(await readKey(reader, "errors")).toHaveProperty("value.contentType", "application/json");
});

test("the status of a creation is that of accepted ones, where rejected ones get 200 and say so", async () => {
  const create = (body: JsonObject): JsonObject =>
    Object.hasOwn(body, "name") ? { id: "n-1", ...body } : { status: 200, json: { ok: false } };
  const { reader } = scriptedReader(smallService({ create }));
  await reader.ask({ operation: "createUser", body: { email: "ada@x.example" } });
  await reader.ask({ operation: "createUser" });
  expect((await readKey(reader, "statuses.success.createUser")).value).toBe(201);
});

const users = envelope([{ id: "u-1" }, { id: "u-2" }]);

/** What `learn` writes at a key for a service whose responses have these headers, or this body. */
async function learned(key: string, respond: (count: number) => object): Promise<unknown> {
  let count = 0;
  const { reader } = scriptedReader(() => ({ ...users, ...respond((count += 1)) }));
  for (const operation of ["listUsers", "listInvoices"] as const) await reader.ask({ operation });
  return (await readKey(reader, key)).value;
}

const learnedHeaders = (headers: (count: number) => object) =>
  learned("responses.headers", (count) => ({ headers: headers(count) }));

const jwt = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl";

test.each([
  [false, "authorization", "Bearer abcdefgh"],
  [false, "x-user-name", "Ada"],
  [false, "cache-control", `private, token=${jwt}`],
  [false, "warning", "299 ada@example.org old"],
  [false, "link", '<https://api.example/users?page=2&access_token=abc>; rel="next"'],
  [false, "x-request-id", "the same each time"],
  [false, "transfer-encoding", "chunked"],
  [true, "cache-control", "private, max-age=60"],
  [true, "vary", "Accept-Encoding"],
  [true, "content-language", "en"],
  [true, "deprecation", "@1767225600"],
  [true, "sunset", "Sat, 31 Dec 2050 23:59:59 GMT"],
  [true, "api-version", "2026-01"],
])("is it %s that the header %s: %s is learned", async (isLearned, name, value) => {
  const learnedAs = isLearned ? { always: { [name]: value } } : {};
  expect(await learnedHeaders(() => ({ [name]: value }))).toStrictEqual(learnedAs);
});

test("of ids of requests, the form is learned", async () => {
  const id = (count: number): string => `0b7c1f5e-52a4-4c1f-9a55-${String(count).padStart(12, "0")}`;
  const headers = await learnedHeaders((count) => ({ "x-request-id": id(count) }));
  expect(headers).toMatchObject({ listUsers: { "x-request-id": "{{uuid}}" } });
  expect(JSON.stringify(headers)).not.toContain("0b7c1f5e");
});

test("links are learned with their placeholders", async () => {
  const link = '<https://target.example/api/v1/users?sort=id>; rel="first"';
  expect(await learnedHeaders(() => ({ link }))).toMatchObject({
    listUsers: { link: ['<{{origin}}{{path}}?sort=id>; rel="first"'] },
  });
});

test("of further members, those with a credential or an address are left out", async () => {
  const further = {
    took: "short",
    session_token: "abc",
    by: "ada@example.org",
    nested: { apiKey: "k", jwt, at: "eu" },
  };
  const members = await learned("responses.members", () => ({
    json: { ...Object(users.json), ...further },
  }));
  expect(members).toMatchObject({ listUsers: { took: "short", nested: { at: "eu" } } });
  expect(JSON.stringify(members)).not.toMatch(/abc|ada|eyJ|apiKey/);
});
