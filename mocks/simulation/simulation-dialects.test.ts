import { describe, expect, test } from "vitest";
import type { OperationId } from "../../fixtures/contract/operations.ts";
import { errorTemplate } from "../../fixtures/dialect/error-templates.ts";
import { dialectNames, loadDialect } from "../../fixtures/dialect/load.ts";
import type { FailureKind } from "../../fixtures/dialect/statuses.ts";
import { loadWorld } from "../../fixtures/worlds/load.ts";
import { createIdIssuer } from "../service/identifiers.ts";
import { openTestCaller, readEnvelope, type TestCall, type TestCaller } from "./caller.fixture.ts";

const json = { "content-type": "application/json" };
const subscriptions = "/api/v1/subscriptions";

function post(body: string): TestCall {
  return { method: "POST", headers: json, body };
}

const good: readonly (readonly [operation: OperationId, title: string, call: TestCall])[] = [
  ["listUsers", "the users", {}],
  ["listUsers", "unknown parameters", { query: "nothing=1&&%=%" }],
  ["listUsers", "a scheme as the document writes it", { headers: { authorization: "Bearer aurora-token-4f7a91" } }],
  ["listInvoices", "the invoices", { path: "/api/v1/invoices" }],
  ["listInvoices", "no invoices", { path: "/api/v1/invoices", token: "cedar-token-9e15b7" }],
  ["createUser", "a creation", post('{"email":"a@new.example","name":"A"}')],
];

const bad: readonly (readonly [kind: FailureKind, title: string, call: TestCall])[] = [
  ["missingToken", "no header", { headers: { authorization: undefined } }],
  ["missingToken", "an empty header", { headers: { authorization: "" } }],
  ["missingToken", "no token after the word", { headers: { authorization: "Bearer " } }],
  ["missingToken", "another scheme", { headers: { authorization: "Basic aurora-token-4f7a91" } }],
  ["refusedToken", "an unknown token", { token: "nobody-0001" }],
  ["refusedToken", "a token cut short", { path: "/api/v1/invoices", token: "aurora-token-4f7a9" }],
  ["refusedToken", "an unknown token of a creation", { ...post("{}"), token: "nobody-0001" }],
  ["expiredToken", "an expired token", { token: "aurora-expired-0b2c" }],
  ["unknownPath", "another path", { path: "/api/v1/nothing" }],
  ["methodNotAllowed", "another method", { method: "DELETE" }],
  ["methodNotAllowed", "another method for invoices", { method: "POST", path: "/api/v1/invoices" }],
  ["badParameter", "an id in bad percent-encoding", { path: `${subscriptions}/%zz` }],
  ["unsupportedMediaType", "a body of no type", { method: "POST", body: "{}" }],
  ["unreadableBody", "a body cut off", post('{"email":')],
  ["unreadableBody", "a list for a body", post("[]")],
  ["payloadTooLarge", "a body too large", post(" ".repeat(1024 * 1024 + 1))],
  ["invalidBody", "an empty object", post("{}")],
  ["invalidBody", "an address that is none", post('{"email":"a","name":"A"}')],
  ["conflict", "an address that is taken", post('{"email":"omar.osei@aurora-cycles.example","name":"A"}')],
];

describe.each(dialectNames())("in the dialect %s", (name) => {
  const dialect = loadDialect(name);
  const { contentType } = errorTemplate(dialect.errors);
  const open = (): Promise<TestCaller> => openTestCaller({ dialect });

  test.each(good)("%s answers %s with the declared status and the envelope", async (operation, _, call) => {
    const caller = await open();
    const reply = await caller.call(call);
    expect([reply.status, reply.headers["content-type"]]).toStrictEqual([
      dialect.statuses.success[operation],
      "application/json; charset=utf-8",
    ]);
    const { data, meta } = readEnvelope(reply);
    expect(meta.total).toBeGreaterThanOrEqual(data.length);
  });

  test("getSubscription answers with each subscription of the account", async () => {
    const caller = await open();
    for (const { id } of caller.simulation.accounts[0]?.subscriptions.all() ?? []) {
      const reply = await caller.call({ path: `${subscriptions}/${encodeURIComponent(id)}` });
      expect(reply.status).toBe(dialect.statuses.success.getSubscription);
      expect(readEnvelope(reply)).toMatchObject({ data: [{ id }], meta: { page: 1, total: 1 } });
    }
  });

  test.each(bad)("%s answers %s with the declared status and content type", async (kind, _, call) => {
    const caller = await open();
    const reply = await caller.call(call);
    expect([reply.status, reply.headers["content-type"]]).toStrictEqual([dialect.statuses.failure[kind], contentType]);
  });

  test("notFound answers an unknown subscription of the right form with the declared status", async () => {
    const id = createIdIssuer(99).issue(dialect.subscriptionId.format, () => false, 987_654);
    const caller = await open();
    const reply = await caller.call({ path: `${subscriptions}/${id}` });
    expect([reply.status, reply.headers["content-type"]]).toStrictEqual([
      dialect.statuses.failure.notFound,
      contentType,
    ]);
  });

  test("a refusal carries the declared challenge, or points to the login page", async () => {
    const caller = await open();
    const { status, headers } = await caller.call({ headers: { authorization: undefined } });
    expect(headers["www-authenticate"]).toBe(dialect.auth.challenge ?? undefined);
    expect(headers["location"]).toBe(status < 400 ? dialect.auth.login : undefined);
  });

  test("the world empty has the envelope the document shows", async () => {
    const caller = await openTestCaller({ dialect, world: loadWorld("empty", 1) });
    for (const path of ["/api/v1/users", "/api/v1/invoices"]) {
      const reply = await caller.call({ path, token: "empty-token-0001" });
      expect(reply.body).toBe('{"data":[],"meta":{"page":1,"total":0}}');
    }
  });
});

describe("the versions of the path", () => {
  test.each(dialectNames())("are aliases in %s as it declares", async (name) => {
    const dialect = loadDialect(name);
    const caller = await openTestCaller({ dialect });
    const expected = (answer: "alias" | "notFound"): number =>
      answer === "alias" ? dialect.statuses.success.listUsers : dialect.statuses.failure.unknownPath;
    expect([
      (await caller.call({ path: "/users" })).status,
      (await caller.call({ path: "/api/v2/users" })).status,
    ]).toStrictEqual([expected(dialect.versions.unversioned), expected(dialect.versions.others)]);
  });
});
