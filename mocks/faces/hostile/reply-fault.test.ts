import { describe, expect, test } from "vitest";
import { loadDialect } from "../../../fixtures/dialect/load.ts";
import { testCall } from "../../simulation/caller.fixture.ts";
import { controlFault, replyFault, type SeenReply } from "./reply-fault.fixture.ts";

const cors = { "access-control-allow-origin": "*" };
const json = { ...cors, "content-type": "application/json; charset=utf-8" };
const problem = { ...cors, "content-type": "application/problem+json" };
const good = '{"data":[],"meta":{"page":1,"total":0}}';
const refused = '{"type":"about:blank","title":"Unauthorized","status":401,"detail":"no","code":"missingToken"}';

function fault(reply: Partial<SeenReply>, dialect = "reference", method = "GET"): string | undefined {
  return replyFault(testCall({ method }), { status: 200, headers: json, body: good, ...reply }, loadDialect(dialect));
}

describe("a reply is one of the dialect's", () => {
  test("an envelope, and a failure by its template", () => {
    expect(fault({})).toBeUndefined();
    expect(fault({ status: 401, headers: problem, body: refused })).toBeUndefined();
    expect(
      fault(
        { status: 400, headers: { ...cors, "content-type": "text/plain; charset=utf-8" }, body: "no\n" },
        "plaintext",
      ),
    ).toBeUndefined();
  });

  test.each([
    ["no header", { headers: { ...json, location: "/a\r\nset-cookie: x" } }, /cannot be sent/],
    ["not for a page", { headers: { "content-type": json["content-type"] } }, /could not read/],
    ["another type", { headers: { ...cors, "content-type": "text/html" } }, /of type text\/html/],
    ["no envelope", { body: '{"data":{}}' }, /a body that is none/],
    ["a total too small", { body: '{"data":[{"id":1}],"meta":{"page":1,"total":0}}' }, /a body that is none/],
    ["a fault of the server", { status: 500, headers: problem, body: refused }, /status 500 is none/],
    ["another status", { status: 418, headers: problem, body: refused }, /status 418 is none/],
    ["another body", { status: 401, headers: problem, body: "{}" }, /a body that is none/],
    ["one member more", { status: 401, headers: problem, body: refused.replace("{", '{"stack":"at",') }, /a body that/],
    ["another status inside", { status: 404, headers: problem, body: refused }, /a body that is none/],
  ])("but not %s", (_, reply, expected) => {
    expect(fault(reply)).toMatch(expected);
  });

  test("nor one that leads elsewhere, or a body for HEAD", () => {
    const headers = { ...cors, "content-type": "text/html; charset=utf-8", location: "https://evil.example/" };
    expect(fault({ status: 302, headers, body: "" }, "login-page")).toBe("a redirect to no login page");
    expect(fault({}, "reference", "HEAD")).toBe("a body for HEAD");
  });
});

test("a reply of the control API is a success, or a problem of the caller's", () => {
  const headers = { "content-type": "application/problem+json" };
  expect(controlFault({ status: 204, headers: {}, body: "" })).toBeUndefined();
  expect(controlFault({ status: 404, headers, body: '{"status":404,"detail":"no"}' })).toBeUndefined();
  expect(controlFault({ status: 500, headers, body: '{"status":500,"detail":"broken"}' })).toMatch(/no problem of/);
  expect(controlFault({ status: 404, headers: {}, body: "" })).toMatch(/of type undefined/);
  expect(controlFault({ status: 404, headers, body: '{"status":400,"detail":"no"}' })).toBe("404 says it is 400");
});
