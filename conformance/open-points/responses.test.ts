import { expect, test } from "vitest";
import { openPointRows } from "./open-points.ts";
import { envelope, scriptedReader } from "./scripted-reader.fixture.ts";

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
