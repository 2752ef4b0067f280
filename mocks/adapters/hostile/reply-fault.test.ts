import { expect, test } from "vitest";
import { metaOf } from "../../../fixtures/contract/envelope.ts";
import { loadDialect } from "../../../fixtures/dialect/load.ts";
import { testCall } from "../../simulation/caller.fixture.ts";
import { controlFault, replyFault, type SeenReply } from "./reply-fault.fixture.ts";

const cors = { "access-control-allow-origin": "*" };
const problem = { ...cors, "content-type": "application/problem+json" };
const rejected = '{"type":"about:blank","title":"Unauthorized","status":401,"detail":"no","code":"missingToken"}';
const good = {
  status: 200,
  headers: { ...cors, "content-type": "application/json; charset=utf-8" },
  body: JSON.stringify({ data: [], meta: metaOf(1, 0) }),
};
const failure = { status: 401, headers: problem, body: rejected };
const plain = { status: 400, headers: { ...cors, "content-type": "text/plain; charset=utf-8" }, body: "no\n" };
const elsewhere = { ...cors, "content-type": "text/html; charset=utf-8", location: "https://evil.example/" };

test.each<[fault: RegExp | undefined, reply: SeenReply, dialect?: string, method?: string]>([
  [undefined, good],
  [undefined, failure],
  [undefined, plain, "plaintext"],
  [/cannot be sent/, { ...good, headers: { ...good.headers, location: "/a\r\nset-cookie: x" } }],
  [/could not read/, { ...good, headers: { "content-type": good.headers["content-type"] } }],
  [/of type text\/html/, { ...good, headers: elsewhere }],
  [/a body that is none/, { ...good, body: '{"data":[{"id":1}],"meta":{"page":1,"total":0}}' }],
  [/status 500 is none/, { ...failure, status: 500 }],
  [/status 418 is none/, { ...failure, status: 418 }],
  [/a body that is none/, { ...failure, body: rejected.replace("{", '{"stack":"at",') }],
  [/a body that is none/, { ...failure, status: 404 }],
  [/a redirect to no login page/, { status: 302, headers: elsewhere, body: "" }, "login-page"],
  [/a body for HEAD/, good, "reference", "HEAD"],
])("the fault is %s: %j", (fault, reply, dialect = "reference", method = "GET") => {
  expect(replyFault(testCall({ method }), reply, loadDialect(dialect)) ?? "nothing").toMatch(fault ?? /^nothing$/);
});

test.each([
  [undefined, { status: 204, headers: {}, body: "" }],
  [undefined, { status: 404, headers: problem, body: '{"status":404,"detail":"no"}' }],
  ["500 with no problem", { status: 500, headers: problem, body: '{"status":500,"detail":"broken"}' }],
  ["404 of type undefined", { status: 404, headers: {}, body: "" }],
  ["404 says it is 400", { status: 404, headers: problem, body: '{"status":400,"detail":"no"}' }],
])("a response of the control API, %s: %j", (expected, reply) => {
  expect(controlFault(reply)?.slice(0, expected?.length)).toBe(expected);
});
