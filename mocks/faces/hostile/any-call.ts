import fc from "fast-check";
import type { Dialect } from "../../../fixtures/dialect/dialect.ts";
import type { ListPaging } from "../../../fixtures/dialect/paging.ts";
import { scenarioKinds } from "../../scenarios/catalogue.ts";
import type { Call } from "../../service/call.ts";
import type { Simulation } from "../../simulation/simulation.ts";

/** Texts that mean something to somebody on their way. */
const loaded = fc.constantFrom(
  "",
  "__proto__",
  "constructor",
  "toString",
  "%",
  "%00",
  "%2e%2e%2f",
  "%2F",
  "%0d%0aset-cookie:%20a=b",
  "..",
  "//",
  "\\",
  "{{message}}",
  "${7*7}",
  "<img src=x onerror=alert(1)>",
  "' or 1=1 --",
  "NaN",
  "-0",
  "1e999",
  "99999999999999999999",
  "\uD800",
  "\u202E",
);

const text = fc.oneof(fc.string({ unit: "binary", maxLength: 20 }), fc.string({ maxLength: 20 }), loaded);

/** Calls of every kind, most of them wrong in a way: nothing a caller can send is left out on purpose. */
export function anyCall(simulation: Simulation): fc.Arbitrary<Call> {
  const { accounts, dialect } = simulation;
  const tokens = accounts.flatMap((account) => account.tokens.map(({ token }) => token));
  const ids = accounts.flatMap((account) => account.subscriptions.all().map(({ id }) => String(id)));
  return fc.record({
    method: fc.oneof(
      { weight: 16, arbitrary: fc.constantFrom("GET", "POST") },
      { weight: 2, arbitrary: fc.constantFrom("HEAD", "OPTIONS", "PUT", "PATCH", "DELETE", "TRACE") },
      { weight: 1, arbitrary: text },
    ),
    path: anyPath(ids),
    query: anyQuery(dialect),
    headers: anyHeaders(tokens),
    body: anyBody,
  });
}

function anyPath(ids: readonly string[]): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 16, arbitrary: fc.constantFrom("/api/v1/users", "/api/v1/users", "/api/v1/invoices") },
    {
      weight: 4,
      arbitrary: fc.oneof(fc.constantFrom("", ...ids), text).map((id) => `/api/v1/subscriptions/${id}`),
    },
    {
      weight: 2,
      arbitrary: fc.constantFrom("/users", "/api/v2/users", "/api/v1/users/", "//api/v1/users", "/api/v1/../v1/users"),
    },
    { weight: 1, arbitrary: text },
  );
}

function anyQuery({ paging, filtering, sorting }: Dialect): fc.Arbitrary<string> {
  const known = [
    ...pagingNames(paging.users),
    ...pagingNames(paging.invoices),
    ...(filtering.style === "none" ? [] : filtering.users),
    ...(sorting.style === "none" ? [] : [sorting.parameter]),
    "access_token",
    "_method",
  ];
  const value = fc.oneof(fc.integer({ min: -2, max: 60 }).map(String), fc.constantFrom("-email", "active"), text);
  const pairs = fc.array(fc.tuple(fc.oneof(fc.constantFrom(...known), text), value), { maxLength: 4 });
  return fc.oneof(
    { weight: 3, arbitrary: fc.constant("") },
    { weight: 6, arbitrary: pairs.map((list) => list.map(([name, given]) => `${name}=${given}`).join("&")) },
    { weight: 1, arbitrary: text },
  );
}

function pagingNames(paging: ListPaging): readonly string[] {
  return paging.style === "none" ? [] : Object.values(paging.parameters);
}

function anyHeaders(tokens: readonly string[]): fc.Arbitrary<Call["headers"]> {
  const authorization = fc.oneof(
    { weight: 12, arbitrary: fc.constantFrom(...tokens).map((token) => `Bearer ${token}`) },
    { weight: 1, arbitrary: fc.constantFrom(...tokens).map((token) => `bearer  ${token} `) },
    { weight: 1, arbitrary: text },
    { weight: 1, arbitrary: fc.constant(undefined) },
  );
  const contentType = fc.oneof(
    {
      weight: 6,
      arbitrary: fc.constantFrom("application/json", "application/json; charset=utf-8", "application/x+json"),
    },
    { weight: 1, arbitrary: fc.constantFrom("text/plain", "multipart/form-data; boundary=x") },
    { weight: 1, arbitrary: text },
    { weight: 1, arbitrary: fc.constant(undefined) },
  );
  return fc
    .record({ authorization, contentType, prefer: anyPreference, method: fc.constantFrom(undefined, "DELETE", "GET") })
    .map(({ contentType: type, prefer, method, ...headers }) => ({
      ...headers,
      "content-type": type,
      prefer,
      "x-http-method-override": method,
    }));
}

const anyPreference = fc.oneof(
  { weight: 40, arbitrary: fc.constant(undefined) },
  { weight: 1, arbitrary: fc.integer({ min: 0, max: 700 }).map((code) => `code=${code}`) },
  { weight: 1, arbitrary: fc.constantFrom(...scenarioKinds).map(({ name }) => `scenario=${name}`) },
  { weight: 1, arbitrary: text.map((given) => `scenario="latency:ms=${given}"`) },
  { weight: 1, arbitrary: text },
);

const encoder = new TextEncoder();

const anyBody = fc.oneof(
  { weight: 2, arbitrary: fc.constant(new Uint8Array()) },
  {
    weight: 4,
    arbitrary: fc
      .dictionary(fc.oneof(fc.constantFrom("email", "name", "role", "id", "status"), text), fc.jsonValue(), {
        maxKeys: 5,
      })
      .map((members) => encoder.encode(JSON.stringify({ email: "a@b.example", name: "A", ...members }))),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(fc.emailAddress(), text)
      .map(([email, name]) => encoder.encode(JSON.stringify({ email, name }))),
  },
  { weight: 1, arbitrary: fc.json().map((json) => encoder.encode(json)) },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 200 }) },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom(
        '{"email":"a@b.example","email":"c@d.example","name":"A"}',
        '{"email":"a@b.example","name":"A","__proto__":{"admin":true},"constructor":{"prototype":1}}',
        '{"email":"a@b.example","name":"A","n":1e999}',
        `{"email":"a@b.example","name":${"[".repeat(3000)}${"]".repeat(3000)}}`,
        '{"email":"a@b.example\\u0000","name":"\\ud800"}',
        "\uFEFF{}",
        "{",
        "null",
      )
      .map((json) => encoder.encode(json)),
  },
);
