import { expect, test } from "vitest";
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

const failure = { status: 401, headers: problem, body: refused };
const plain = { status: 400, headers: { ...cors, "content-type": "text/plain; charset=utf-8" }, body: "no\n" };

test("an envelope, and a failure by its template, are the dialect's", () => {
  expect([fault({}), fault(failure), fault(plain, "plaintext")]).toStrictEqual([undefined, undefined, undefined]);
});

test.each<readonly [RegExp, Partial<SeenReply>]>([
  [/cannot be sent/, { headers: { ...json, location: "/a\r\nset-cookie: x" } }],
  [/could not read/, { headers: { "content-type": json["content-type"] } }],
  [/of type text\/html/, { headers: { ...cors, "content-type": "text/html" } }],
  [/a body that is none/, { body: '{"data":{}}' }],
  [/a body that is none/, { body: '{"data":[{"id":1}],"meta":{"page":1,"total":0}}' }],
  [/status 500 is none/, { ...failure, status: 500 }],
  [/status 418 is none/, { ...failure, status: 418 }],
  [/a body that is none/, { ...failure, body: "{}" }],
  [/a body that is none/, { ...failure, body: refused.replace("{", '{"stack":"at",') }],
  [/a body that is none/, { ...failure, status: 404 }],
])("%s: %j", (expected, reply) => {
  expect(fault(reply)).toMatch(expected);
});

test("nor one that leads elsewhere, or a body for HEAD, is the dialect's", () => {
  const headers = { ...cors, "content-type": "text/html; charset=utf-8", location: "https://evil.example/" };
  expect(fault({ status: 302, headers, body: "" }, "login-page")).toBe("a redirect to no login page");
  expect(fault({}, "reference", "HEAD")).toBe("a body for HEAD");
});

test.each([
  [undefined, { status: 204, headers: {}, body: "" }],
  [undefined, { status: 404, headers: problem, body: '{"status":404,"detail":"no"}' }],
  ["500 with no problem", { status: 500, headers: problem, body: '{"status":500,"detail":"broken"}' }],
  ["404 of type undefined", { status: 404, headers: {}, body: "" }],
  ["404 says it is 400", { status: 404, headers: problem, body: '{"status":400,"detail":"no"}' }],
])("a reply of the control API, %s: %j", (expected, reply) => {
  expect(controlFault(reply)?.slice(0, expected?.length)).toBe(expected);
});
