import { describe, expect, test } from "vitest";
import { dialectSchema } from "../../fixtures/dialect/dialect.ts";
import { failureReply } from "./failure-reply.ts";
import { Failure } from "./failure.ts";

const invalid = new Failure("invalidBody", "email is required", {
  rule: "createUser.required",
  errors: [{ field: "email", message: "is required" }],
});
const unknown = new Failure("notFound", "There is no subscription with this id.");

describe("the body of each built-in format", () => {
  test.each([
    [
      "problem",
      invalid,
      "application/problem+json",
      '{"type":"about:blank","title":"Unprocessable Content","status":422,"detail":"email is required",' +
        '"code":"invalidBody","errors":[{"field":"email","message":"is required"}]}',
    ],
    [
      "problem",
      unknown,
      "application/problem+json",
      '{"type":"about:blank","title":"Not Found","status":404,' +
        '"detail":"There is no subscription with this id.","code":"notFound"}',
    ],
    [
      "enveloped",
      invalid,
      "application/json; charset=utf-8",
      '{"data":[],"meta":{"page":1,"total":0},"error":{"code":"invalidBody","message":"email is required",' +
        '"fields":[{"field":"email","message":"is required"}]}}',
    ],
    [
      "enveloped",
      unknown,
      "application/json; charset=utf-8",
      '{"data":[],"meta":{"page":1,"total":0},"error":{"code":"notFound",' +
        '"message":"There is no subscription with this id."}}',
    ],
    [
      "object",
      unknown,
      "application/json; charset=utf-8",
      '{"error":{"code":"notFound","message":"There is no subscription with this id."}}',
    ],
    ["text", invalid, "text/plain; charset=utf-8", "email is required\n"],
  ])("%s of %o", (format, failure, contentType, body) => {
    const reply = failureReply(failure, dialectSchema.parse({ errors: { format } }));
    expect([reply.headers, reply.body]).toStrictEqual([{ "content-type": contentType }, body]);
  });
});

describe("a template", () => {
  function reply(contentType: string, body: unknown, failure: Failure): string {
    return failureReply(failure, dialectSchema.parse({ errors: { format: "template", contentType, body } })).body;
  }

  test("leaves out a member without a value", () => {
    const body = { fault: { id: "{{code}}", fields: "{{errors}}", text: "{{status}} {{title}}" } };
    expect(reply("application/json", body, unknown)).toBe('{"fault":{"id":"notFound","text":"404 Not Found"}}');
  });

  test("may be a text", () => {
    expect(reply("text/csv", "{{status}},{{code}},{{errors}}", unknown)).toBe("404,notFound,");
  });

  test.each([
    ["text/html", "<p>&lt;a href=&quot;x&quot;&gt; &amp;</p>"],
    ["application/xhtml+xml; charset=utf-8", "<p>&lt;a href=&quot;x&quot;&gt; &amp;</p>"],
    ["TEXT/HTML; charset=utf-8", "<p>&lt;a href=&quot;x&quot;&gt; &amp;</p>"],
    ["application/problem+xml", "<p>&lt;a href=&quot;x&quot;&gt; &amp;</p>"],
    ["text/plain", '<p><a href="x"> &</p>'],
  ])("of type %s writes what the caller sent as %s", (contentType, body) => {
    const failure = new Failure("unsupportedMediaType", '<a href="x"> &');
    expect(reply(contentType, "<p>{{message}}</p>", failure)).toBe(body);
  });

  test("in HTML escapes the names of fields, which the caller sent", () => {
    const failure = new Failure("invalidBody", "m", { errors: [{ field: "<b>", message: "is not known" }] });
    expect(reply("text/html", "<p>{{errors}}</p>", failure)).toBe(
      "<p>[{&quot;field&quot;:&quot;&lt;b&gt;&quot;,&quot;message&quot;:&quot;is not known&quot;}]</p>",
    );
  });
});

describe("status, headers and reason", () => {
  test.each([
    [302, { "content-type": "text/plain; charset=utf-8", location: "https://login.example/sign-in" }],
    [308, { "content-type": "text/plain; charset=utf-8", location: "https://login.example/sign-in" }],
    [400, { "content-type": "text/plain; charset=utf-8" }],
  ])("a refusal with %d has the headers %j", (status, headers) => {
    const dialect = dialectSchema.parse({
      statuses: { failure: { missingToken: status } },
      errors: { format: "text" },
      auth: { login: "https://login.example/sign-in" },
    });
    const reply = failureReply(new Failure("missingToken", "m"), dialect);
    expect([reply.status, reply.headers]).toStrictEqual([status, headers]);
  });

  test("keeps the headers of the failure", () => {
    const failure = new Failure("methodNotAllowed", "m", { headers: { allow: "GET" } });
    expect(failureReply(failure, dialectSchema.parse({})).headers).toStrictEqual({
      "content-type": "application/problem+json",
      allow: "GET",
    });
  });

  test("names the rule that decided, and the operation where there is one", () => {
    const dialect = dialectSchema.parse({});
    expect(failureReply(invalid, dialect, "createUser").why).toStrictEqual({
      operation: "createUser",
      rule: "createUser.required",
    });
    expect(failureReply(unknown, dialect).why).toStrictEqual({ rule: "statuses.failure.notFound" });
  });
});
