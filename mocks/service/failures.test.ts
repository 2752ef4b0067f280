import { describe, expect, test } from "vitest";
import { dialectSchema } from "../../fixtures/dialect/dialect.ts";
import { openTestCaller } from "../simulation/caller.fixture.ts";
import { Failure, failureReply } from "./reply.ts";

const errors = [{ field: "email", message: "is required" }];
const invalid = new Failure("invalidBody", "email is required", { rule: "createUser.required", errors });
const message = "There is no subscription with this id.";
const unknown = new Failure("notFound", message);
const problem = { type: "about:blank" };

describe("the body of each built-in format", () => {
  const envelope = { data: [], meta: { page: 1, total: 0 } };
  const fields = { code: "invalidBody", message: "email is required" };
  const json = "application/json; charset=utf-8";

  test.each([
    [
      "problem",
      invalid,
      "application/problem+json",
      {
        ...problem,
        title: "Unprocessable Content",
        status: 422,
        detail: "email is required",
        code: "invalidBody",
        errors,
      },
    ],
    [
      "problem",
      unknown,
      "application/problem+json",
      { ...problem, title: "Not Found", status: 404, detail: message, code: "notFound" },
    ],
    ["enveloped", invalid, json, { ...envelope, error: { ...fields, fields: errors } }],
    ["enveloped", unknown, json, { ...envelope, error: { code: "notFound", message } }],
    ["object", invalid, json, { error: { ...fields, details: errors } }],
    ["text", invalid, "text/plain; charset=utf-8", "email is required\n"],
  ])("%s of %o", (format, failure, contentType, body) => {
    const reply = failureReply(failure, dialectSchema.parse({ errors: { format } }));
    const text = typeof body === "string" ? body : JSON.stringify(body);
    expect([reply.headers, reply.body]).toStrictEqual([{ "content-type": contentType }, text]);
  });
});

describe("a template", () => {
  test("lists all wrong fields", () => {
    const body = { list: [{ on: "{{field}}" }], errors: "{{errors}}" };
    const wrong = [...errors, { field: "name", message: "is long" }];
    const dialect = dialectSchema.parse({ errors: { format: "template", contentType: "application/json", body } });
    const seen: { list: { on: string }[]; errors: { field: string }[] } = JSON.parse(
      failureReply(new Failure("invalidBody", "no", { errors: wrong }), dialect).body,
    );
    expect([seen.list.map(({ on }) => on), seen.errors.map(({ field }) => field)]).toEqual([
      ["email", "name"],
      ["email", "name"],
    ]);
  });

  const escaped = "<p>&lt;a href=&quot;x&quot;&gt; &amp;</p>";
  const fault = { id: "{{code}}", fields: "{{errors}}", text: "{{status}} {{title}}" };
  const quoting = new Failure("unsupportedMediaType", '<a href="x"> &');
  const naming = new Failure("invalidBody", "m", { errors: [{ field: "<b>", message: "is not known" }] });

  test.each([
    [
      "leaves out a member without a value",
      "application/json",
      { fault },
      unknown,
      '{"fault":{"id":"notFound","text":"404 Not Found"}}',
    ],
    ["may be a text", "text/csv", "{{status}},{{code}},{{errors}}", unknown, "404,notFound,"],
    ["escapes what the caller sent in HTML", "TEXT/HTML; charset=utf-8", "<p>{{message}}</p>", quoting, escaped],
    ["escapes it in XHTML", "application/xhtml+xml; charset=utf-8", "<p>{{message}}</p>", quoting, escaped],
    ["escapes it in XML", "application/problem+xml", "<p>{{message}}</p>", quoting, escaped],
    ["leaves it in text", "text/plain", "<p>{{message}}</p>", quoting, '<p><a href="x"> &</p>'],
    [
      "escapes the names of fields",
      "text/html",
      "{{errors}}",
      naming,
      "[{&quot;field&quot;:&quot;&lt;b&gt;&quot;,&quot;message&quot;:&quot;is not known&quot;}]",
    ],
  ])("%s", (_, contentType, body, failure, expected) => {
    const dialect = dialectSchema.parse({ errors: { format: "template", contentType, body } });
    expect(failureReply(failure, dialect).body).toBe(expected);
  });
});

describe("a kind of failures", () => {
  const call = { method: "GET", path: "/api/v1/subscriptions/sub%201" };
  const reply = (kinds: object, failure: Failure, shared: object = {}): ReturnType<typeof failureReply> => {
    const template = { format: "template", contentType: "application/json", body: { e: "{{code}}", m: "{{message}}" } };
    const dialect = dialectSchema.parse({ errors: { ...template, ...shared, kinds } });
    return failureReply(failure, dialect, { call, now: Date.UTC(2026, 0, 2) });
  };

  test("can have its own texts in the shared format, also for similar kinds", () => {
    const kinds = { missingToken: { values: { e: "never used", code: "no_token", message: ["first", "second"] } } };
    expect(reply(kinds, new Failure("missingToken", "m")).body).toBe('{"e":"no_token","m":["first","second"]}');
    expect(reply(kinds, new Failure("expiredToken", "m")).body).toBe('{"e":"no_token","m":["first","second"]}');
    expect(reply({ ...kinds, expiredToken: {} }, new Failure("expiredToken", "m")).body).toBe(
      '{"e":"expiredToken","m":"m"}',
    );
    expect(reply(kinds, new Failure("notFound", "m")).body).toBe('{"e":"notFound","m":"m"}');
  });

  test("can have its own format and content type, which may mention the request", () => {
    const kinds = {
      notFound: {
        contentType: "text/plain",
        body: "{{statusString}}: no {{id}} at {{method}} {{path}}",
        headers: { "x-reason": "gone" },
      },
      missingToken: { contentType: null, body: "" },
      refusedToken: { body: { status: "{{statusString}}", at: "{{now}}", trace: "{{uuid}}" } },
    };
    expect(reply(kinds, unknown)).toMatchObject({
      headers: { "content-type": "text/plain", "x-reason": "gone" },
      body: `404: no sub 1 at GET ${call.path}`,
    });
    expect(reply(kinds, new Failure("missingToken", "m"))).toMatchObject({ headers: {}, body: "" });
    const { at, trace, status } = JSON.parse(reply(kinds, new Failure("refusedToken", "m")).body);
    expect([status, at]).toStrictEqual(["401", "2026-01-02T00:00:00.000Z"]);
    expect(trace).toMatch(/^[0-9a-f-]{36}$/);
  });

  test("omits a header that others have", () => {
    const failure = new Failure("methodNotAllowed", "m", { headers: { allow: "GET" } });
    expect(reply({ methodNotAllowed: { headers: { allow: null } } }, failure).headers).toStrictEqual({
      "content-type": "application/json",
    });
  });

  test.each([
    ["missingToken", '{"errors":{},"list":[]}'],
    ["notFound", '{"errors":{},"list":[]}'],
    ["unreadableBody", '{"errors":{},"list":[]}'],
  ] as const)("lists no field for %s", (kind, expected) => {
    const body = { field: "{{field}}", errors: { "{{field}}": ["{{reason}}"] }, list: [{ on: "{{field}}" }] };
    expect(reply({ [kind]: { body } }, new Failure(kind, "m")).body).toBe(expected);
  });

  test.each([
    [
      { errors: [{ loc: ["body", "{{field}}"], msg: "{{reason}}" }] },
      '{"errors":[{"loc":["body","email"],"msg":"is required"},{"loc":["body","name"],"msg":"is bad"}]}',
    ],
    [{ errors: { "{{field}}": ["{{reason}}"] } }, '{"errors":{"email":["is required"],"name":["is bad"]}}'],
    [{ message: ["{{field}} {{reason}}"] }, '{"message":["email is required","name is bad"]}'],
    [{ field: "{{field}}" }, '{"field":"email"}'],
    [{ e: [{ in: [{ f: "{{field}}" }] }] }, '{"e":[{"in":[{"f":"email"},{"f":"name"}]}]}'],
  ])("lists each wrong field in its own way: %j", (body, expected) => {
    const wrong = [...errors, { field: "name", message: "is bad" }];
    expect(reply({ invalidBody: { body } }, new Failure("invalidBody", "m", { errors: wrong })).body).toBe(expected);
  });
});

test("keeps the headers of the failure, and names the rule that decided and the operation, if there is one", () => {
  const failure = new Failure("methodNotAllowed", "m", { headers: { allow: "GET" } });
  const dialect = dialectSchema.parse({});
  const reply = failureReply(failure, dialect);
  expect(reply.headers).toStrictEqual({ "content-type": "application/problem+json", allow: "GET" });
  expect(reply.why).toStrictEqual({ rule: "statuses.failure.methodNotAllowed" });
  const { why } = failureReply(invalid, dialect, { operation: "createUser" });
  expect(why).toStrictEqual({ operation: "createUser", rule: "createUser.required" });
});

test.each([
  ["page=x", "page"],
  ["per_page=1000", "per_page"],
  ["sort=none", "sort"],
  ["none=1", "none"],
])("a failure of %s names the parameter", async (query, name) => {
  const caller = await openTestCaller({
    dialect: {
      paging: { users: { style: "page", oversize: "reject" } },
      requests: { unknownParameters: "reject" },
      errors: { format: "template", contentType: "application/json", body: { in: "{{field}}" } },
    },
  });
  expect(JSON.parse((await caller.call({ query })).body)).toEqual({ in: name });
});
