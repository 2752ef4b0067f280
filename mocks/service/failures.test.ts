import { expect, test } from "vitest";
import { openTestCaller, type TestCall } from "../simulation/caller.fixture.ts";
import type { Reply } from "./call.ts";

const json = { "content-type": "application/json" };
const invalid: TestCall = { method: "POST", headers: json, body: '{"email":"x","name":7}' };
const unknown: TestCall = { path: "/api/v1/subscriptions/sub%201" };
const noToken: TestCall = { headers: { authorization: undefined } };
const expired: TestCall = { token: "aurora-expired-0b2c" };
const put: TestCall = { method: "PUT" };

async function ask(errors: object, call: TestCall, dialect: object = {}): Promise<Reply> {
  return (await openTestCaller({ dialect: { errors, ...dialect } })).call(call);
}

const message = "There is no subscription with this id.";
const errors = [
  { field: "email", message: "must be a valid email" },
  { field: "name", message: "must be of the type string" },
];
const detail = "email must be a valid email; name must be of the type string";
const envelope = { data: [], meta: { page: 1, total: 0 } };
const code = "invalidBody";
const problemType = "application/problem+json";
const jsonType = "application/json; charset=utf-8";

test.each<readonly [format: string, call: TestCall, type: string, body: object | string]>([
  [
    "problem",
    invalid,
    problemType,
    { type: "about:blank", title: "Unprocessable Content", status: 422, detail, code, errors },
  ],
  [
    "problem",
    unknown,
    problemType,
    { type: "about:blank", title: "Not Found", status: 404, detail: message, code: "notFound" },
  ],
  ["enveloped", invalid, jsonType, { ...envelope, error: { code, message: detail, fields: errors } }],
  ["enveloped", unknown, jsonType, { ...envelope, error: { code: "notFound", message } }],
  ["object", invalid, jsonType, { error: { code, message: detail, details: errors } }],
  ["text", invalid, "text/plain; charset=utf-8", `${detail}\n`],
])("the format %s of %j is %s", async (format, call, type, body) => {
  const { headers, body: text } = await ask({ format }, call);
  expect([headers["content-type"], text]).toStrictEqual([type, typeof body === "string" ? body : JSON.stringify(body)]);
});

const quoting: TestCall = { method: "POST", headers: { "content-type": '<a href="x">' } };
const naming: TestCall = { method: "POST", headers: json, body: '{"email":"a@b.example","name":"A","<b>":1}' };
const escaped = "<p>The Content-Type is &lt;a href=&quot;x&quot;&gt;; send application/json.</p>";

test.each<readonly [type: string, body: unknown, call: TestCall, expected: unknown]>([
  [
    "application/json",
    { f: { id: "{{code}}", e: "{{errors}}", t: "{{status}} {{title}}" } },
    unknown,
    { f: { id: "notFound", t: "404 Not Found" } },
  ],
  ["text/csv", "{{status}},{{code}},{{errors}}", unknown, "404,notFound,"],
  ["text/plain", "{{statusString}}: no {{id}} at {{method}} {{path}}", unknown, `404: no sub 1 at GET ${unknown.path}`],
  ["text/plain", "<p>{{message}}</p>", quoting, '<p>The Content-Type is <a href="x">; send application/json.</p>'],
  ["TEXT/HTML; charset=utf-8", "<p>{{message}}</p>", quoting, escaped],
  ["application/problem+xml", "<p>{{message}}</p>", quoting, escaped],
  ["text/html", "{{field}}", naming, "&lt;b&gt;"],
  ["application/json", { m: ["{{field}} {{reason}}"], f: "{{field}}" }, invalid, { m: detail.split("; "), f: "email" }],
  [
    "application/json",
    { e: { "{{field}}": ["{{reason}}"] } },
    invalid,
    { e: { email: ["must be a valid email"], name: ["must be of the type string"] } },
  ],
  [
    "application/json",
    { e: [{ in: [{ f: "{{field}}" }] }] },
    invalid,
    { e: [{ in: [{ f: "email" }, { f: "name" }] }] },
  ],
  ["application/json", { e: { "{{field}}": 1 }, l: [{ on: "{{field}}" }], f: "{{field}}" }, noToken, { e: {}, l: [] }],
  ...["page=x", "per_page=1000", "sort=none", "none=1"].map(
    (query) => ["application/json", { in: "{{field}}" }, { query }, { in: query.split("=")[0] }] as const,
  ),
])("the template of type %s, %j, of %j", async (contentType, body, call, expected) => {
  const dialect = {
    paging: { users: { style: "page", oversize: "reject" } },
    requests: { unknownParameters: "reject" },
    createUser: { unknownFields: "reject" },
  };
  const reply = await ask({ format: "template", contentType, body }, call, dialect);
  expect(reply.body).toBe(typeof expected === "string" ? expected : JSON.stringify(expected));
});

const template = { format: "template", contentType: "application/json", body: { e: "{{code}}", m: "{{message}}" } };
const ownValues = { missingToken: { values: { e: "never used", code: "no_token", message: ["a", "b"] } } };
const inText = { notFound: { contentType: "text/plain", body: "gone", headers: { "x-reason": "gone" } } };
const timeValues = { missingToken: { body: { at: "{{now}}", trace: "{{uuid}}" } } };
const bare = { missingToken: { contentType: null, body: "" }, methodNotAllowed: { headers: { allow: null } } };
const hasNo = (name: string): unknown => expect.not.objectContaining({ [name]: expect.anything() });

test.each<readonly [kinds: object, call: TestCall, expected: object]>([
  [ownValues, noToken, { body: '{"e":"no_token","m":["a","b"]}' }],
  [ownValues, expired, { body: '{"e":"no_token","m":["a","b"]}' }],
  [{ ...ownValues, expiredToken: {} }, expired, { body: expect.stringContaining('"e":"expiredToken"') }],
  [ownValues, unknown, { body: `{"e":"notFound","m":"${message}"}` }],
  [inText, unknown, { body: "gone", headers: { "content-type": "text/plain", "x-reason": "gone" } }],
  [timeValues, noToken, { body: expect.stringMatching(/^{"at":"2026-03-01T12:30:00.000Z","trace":"[\da-f-]{36}"}$/) }],
  [bare, noToken, { body: "", headers: hasNo("content-type") }],
  [bare, put, { headers: hasNo("allow") }],
])("kinds of failures, %j, of %j", async (kinds, call, expected) => {
  expect(await ask({ ...template, kinds }, call)).toMatchObject(expected);
});

test("failures of one millisecond have ids of their own, the same ones in a replay", async () => {
  const kinds = { missingToken: { body: "{{uuid}}" } };
  const readIds = async (): Promise<readonly string[]> => {
    const caller = await openTestCaller({ dialect: { errors: { ...template, kinds } } });
    return [(await caller.call(noToken)).body, (await caller.call(noToken)).body];
  };
  const ids = await readIds();
  expect(new Set(ids).size).toBe(2);
  expect(await readIds()).toStrictEqual(ids);
});
