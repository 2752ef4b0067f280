import { METHODS } from "node:http";
import fc from "fast-check";
import { scenarioKinds } from "../../scenarios/catalogue.ts";
import type { Call } from "../../service/call.ts";
import type { Simulation } from "../../simulation/simulation.ts";
import { parameterNames } from "../../../fixtures/dialect/query-parameters.ts";

/** Picks one of several by weight. */
function mix<Value>(...parts: readonly (readonly [weight: number, arbitrary: fc.Arbitrary<Value>])[]) {
  return fc.oneof(...parts.map(([weight, arbitrary]) => ({ weight, arbitrary })));
}

/** Texts of all kinds, among them some that parsers treat specially. */
const anyText = fc.oneof(
  // fast-check's own unit "binary" needs seconds to list a million characters.
  fc.string({ unit: fc.integer({ min: 0, max: 0x10ffff }).map((code) => String.fromCodePoint(code)), maxLength: 20 }),
  fc.string({ maxLength: 20 }),
  fc.constantFrom("", "__proto__", "constructor", "%", "%00", "%2e%2e%2f", "%0d%0aset-cookie:%20a=b", "..", "//", "\\"),
  fc.constantFrom(
    "{{message}}",
    "<img src=x onerror=alert(1)>",
    "NaN",
    "-0",
    "1e999",
    "99999999999999999999",
    "\uD800",
  ),
);

const anyPreference = mix<string | undefined>(
  [40, fc.constant(undefined)],
  [1, fc.integer({ min: 0, max: 700 }).map((code) => `code=${code}`)],
  [1, fc.constantFrom(...scenarioKinds).map(({ name }) => `scenario=${name}`)],
  [1, anyText.map((value) => `scenario="latency:ms=${value}"`)],
  [1, anyText],
);

/** JSON of all kinds, and almost JSON; most are objects with some of the given names. */
function anyJson(names: readonly string[], usual: Readonly<Record<string, unknown>>): fc.Arbitrary<string> {
  const members = fc.dictionary(mix([1, fc.constantFrom(...names)], [1, anyText]), fc.jsonValue(), { maxKeys: 5 });
  const deep = `${"[".repeat(3000)}${"]".repeat(3000)}`;
  const odd = ['"n":1e999', `"d":${deep}`, '"id":"\\ud800"', '"name":"\\u0000"', '"__proto__":{"admin":true}'];
  const withOdd = odd.map((member) => `${JSON.stringify(usual).slice(0, -1)},${member}}`);
  return mix(
    [4, members.map((more) => JSON.stringify({ ...usual, ...more }))],
    [2, fc.tuple(fc.emailAddress(), anyText).map(([email, name]) => JSON.stringify({ ...usual, email, name }))],
    [1, fc.json()],
    [1, fc.constantFrom("", "{", "null", "\uFEFF{}", ...withOdd)],
  );
}

/** Requests of all kinds, most of them invalid. Nothing that a client can send is left out on purpose. */
export function anyCall({ accounts, dialect }: Simulation): fc.Arbitrary<Call> {
  const { paging, filtering, sorting } = dialect;
  const tokens = fc.constantFrom(...accounts.flatMap((account) => account.tokens.map(({ token }) => token)));
  const ids = accounts.flatMap((account) => account.subscriptions.all().map(({ id }) => String(id)));
  const names = [
    ...Object.values(paging).flatMap(parameterNames),
    ...(filtering.style === "none" ? [] : filtering.users),
    ...(sorting.style === "none" ? [] : [sorting.parameter]),
    ...(sorting.style === "pair" ? [`${sorting.parameter}=email&${sorting.orderParameter}`] : []),
    "access_token",
  ];
  const value = mix(
    [1, fc.integer({ min: -2, max: 60 }).map(String)],
    [2, fc.constantFrom("-email", "active", "1000", "nope")],
    [1, anyText],
  );
  const pair = fc.tuple(mix([3, fc.constantFrom(...names)], [1, anyText]), value).map((both) => both.join("="));
  const encoder = new TextEncoder();
  const json = anyJson(["email", "name", "role", "id", "status"], { email: "a@b.example", name: "A" });
  return fc.record({
    method: mix(
      [16, fc.constantFrom("GET", "GET", "POST")],
      [2, fc.constantFrom("HEAD", "OPTIONS", "PUT", "PATCH", "DELETE", "TRACE")],
      [1, anyText],
    ),
    path: mix(
      [16, fc.constantFrom("/api/v1/users", "/api/v1/invoices")],
      [4, mix([1, fc.constantFrom("", ...ids)], [1, anyText]).map((id) => `/api/v1/subscriptions/${id}`)],
      [2, fc.constantFrom("/users", "/api/v2/users", "/api/v1/users/", "//api/v1/users", "/api/v1/../v1/users")],
      [1, anyText],
    ),
    query: mix(
      [3, fc.constant("")],
      [6, fc.array(pair, { maxLength: 4 }).map((pairs) => pairs.join("&"))],
      [1, anyText],
    ),
    headers: fc.record({
      authorization: mix<string | undefined>(
        [12, tokens.map((token) => `Bearer ${token}`)],
        [1, tokens.map((token) => `bearer  ${token} `)],
        [1, fc.constantFrom("Bearer", "Basic YTpi", undefined)],
        [1, anyText],
      ),
      "content-type": mix<string | undefined>(
        [6, fc.constantFrom("application/json", "application/json; charset=utf-8", "application/x+json")],
        [1, fc.constantFrom("text/plain", "multipart/form-data; boundary=x", undefined)],
        [1, anyText],
      ),
      prefer: anyPreference,
    }),
    body: mix<Uint8Array>([8, json.map((text) => encoder.encode(text))], [1, fc.uint8Array({ maxLength: 200 })]),
  });
}

/** A request as a client sends it. */
export interface GeneratedCall {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Requests that all adapters transmit unchanged. */
export function arbitraryCall(simulation: Simulation): fc.Arbitrary<GeneratedCall> {
  return anyCall(simulation)
    .map(toGeneratedCall)
    .filter((call) => call !== undefined);
}

function toGeneratedCall({ method, path, query, headers: given, body }: Call): GeneratedCall | undefined {
  const url = URL.parse(`http://mock.example${path}?${query}`);
  const headers = Object.entries(given).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  );
  const isSendable =
    METHODS.includes(method) &&
    !["CONNECT", "TRACE"].includes(method) &&
    headers.every(([, value]) => value === value.trim() && /^[ -~\u00A0-\u00FF]*$/.test(value));
  if (url === null || !url.pathname.startsWith("/api/") || !isSendable) return undefined;
  try {
    // `fetch` in Node and msw normalize an id that cannot be decoded.
    decodeURIComponent(url.pathname);
  } catch {
    return undefined;
  }
  const call = { method, path: url.pathname + url.search, headers: Object.fromEntries(headers) };
  if (method !== "POST") return call;
  const type = { "content-type": "application/json", ...call.headers };
  return { ...call, headers: type, body: new TextDecoder().decode(body) };
}
