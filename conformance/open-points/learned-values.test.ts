import { expect, test } from "vitest";
import type { Reader } from "./reader.ts";
import type { Reading } from "./open-point.ts";
import { openPointRows } from "./open-points.ts";
import type { JsonObject } from "../../fixtures/values/json.ts";
import { smallService, envelope, scriptedReader, type ScriptedResponse } from "./scripted-reader.fixture.ts";
import type { Call } from "../log/model.ts";

/** Reads a key as `learn` does. */
async function read(reader: Reader, key: string): Promise<Reading> {
  const row = openPointRows.find((one) => one.key === key);
  const [operation = "listUsers"] = row?.operations ?? [];
  const value = await row?.read(reader, operation);
  if (value === undefined) throw new Error(`there is no row of ${key}`);
  return value;
}

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
  const { value, doubt } = await read(reader, "records.invoice");
  expect([value, doubt]).toEqual([
    expect.objectContaining({ properties: expect.objectContaining({ subscription_id: { type: ["string", "null"] } }) }),
    undefined,
  ]);
  expect((await read(reader, "records.subscription")).value).toHaveProperty("properties.seats.type", [
    "integer",
    "null",
  ]);
});

test("the fields of one account are likely, not certain", async () => {
  const { reader } = scriptedReader(service({ status: 401 }));
  const { value, doubt } = await read(reader, "records.invoice");
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
  expect(await read(scriptedReader(serve(false)).reader, "subscriptions")).toMatchObject({ value: "ofAccount" });
  expect(await read(scriptedReader(serve(true)).reader, "subscriptions")).toMatchObject({
    problem: "the second account's token reads a subscription of the first",
  });
});

test("a failure with a deeply nested body is read in no time", async () => {
  const nested = `${"[".repeat(90)}{"code":"no"}${"]".repeat(90)}`;
  const { reader } = scriptedReader(({ as }) => (as === "none" ? { status: 401, text: nested } : envelope([])));
  expect(await read(reader, "errors")).toHaveProperty("value.contentType", "application/json");
});

test("the status of a creation is that of accepted ones, where rejected ones get 200 and say so", async () => {
  const create = (body: JsonObject): JsonObject =>
    Object.hasOwn(body, "name") ? { id: "n-1", ...body } : { status: 200, json: { ok: false } };
  const { reader } = scriptedReader(smallService({ create }));
  await reader.ask({ operation: "createUser", body: { email: "ada@x.example" } });
  await reader.ask({ operation: "createUser" });
  expect((await read(reader, "statuses.success.createUser")).value).toBe(201);
});

const users = envelope([{ id: "u-1" }, { id: "u-2" }]);

/** What `learn` writes at a key for a service whose responses have these headers, or this body. */
async function learned(key: string, respond: (count: number) => object): Promise<unknown> {
  let count = 0;
  const { reader } = scriptedReader(() => ({ ...users, ...respond((count += 1)) }));
  for (const operation of ["listUsers", "listInvoices"] as const) await reader.ask({ operation });
  return (await openPointRows.find((row) => row.key === key)?.read(reader, "listUsers"))?.value;
}

const learnedHeaders = (headers: (count: number) => object) =>
  learned("responses.headers", (count) => ({ headers: headers(count) }));

const jwt = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl";

test.each([
  ["authorization", "Bearer abcdefgh"],
  ["x-user-name", "Ada"],
  ["cache-control", `private, token=${jwt}`],
  ["warning", "299 ada@example.org old"],
  ["link", '<https://api.example/users?page=2&access_token=abc>; rel="next"'],
  ["x-request-id", "the same each time"],
  ["transfer-encoding", "chunked"],
])("the header %s: %s is not learned", async (name, value) => {
  expect(await learnedHeaders(() => ({ [name]: value }))).toStrictEqual({});
});

test.each([
  ["cache-control", "private, max-age=60"],
  ["vary", "Accept-Encoding"],
  ["content-language", "en"],
  ["deprecation", "@1767225600"],
  ["sunset", "Sat, 31 Dec 2050 23:59:59 GMT"],
  ["api-version", "2026-01"],
])("the header %s: %s is learned", async (name, value) => {
  expect(await learnedHeaders(() => ({ [name]: value }))).toStrictEqual({ always: { [name]: value } });
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
