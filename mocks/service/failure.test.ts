import { describe, expect, test } from "vitest";
import { dialectSchema } from "../../fixtures/dialect/dialect.ts";
import { Failure, failureReply } from "./failure.ts";

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

test("keeps the headers of the failure, and names the rule that decided and the operation where there is one", () => {
  const failure = new Failure("methodNotAllowed", "m", { headers: { allow: "GET" } });
  const dialect = dialectSchema.parse({});
  const reply = failureReply(failure, dialect);
  expect(reply.headers).toStrictEqual({ "content-type": "application/problem+json", allow: "GET" });
  expect(reply.why).toStrictEqual({ rule: "statuses.failure.methodNotAllowed" });
  const { why } = failureReply(invalid, dialect, "createUser");
  expect(why).toStrictEqual({ operation: "createUser", rule: "createUser.required" });
});
