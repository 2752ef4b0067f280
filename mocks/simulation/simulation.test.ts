import { describe, expect, test } from "vitest";
import { metaOf } from "../../fixtures/contract/envelope.ts";
import type { OperationId } from "../../fixtures/contract/operations.ts";
import { dialectNames, loadDialect } from "../../fixtures/dialect/load.ts";
import { loadWorld } from "../../fixtures/worlds/load.ts";
import { createIdIssuer } from "../service/identifiers.ts";
import { openTestCaller, readEnvelope, testCall, testTimestamp, type TestCall } from "./caller.fixture.ts";
import { createSimulation } from "./simulation.ts";
import { fillDialect } from "../../fixtures/dialect/read-dialect.ts";
import { errorTemplate, failureStatus, type FailureKind } from "../../fixtures/dialect/error-templates.ts";

const cors = { "access-control-allow-origin": "*", "access-control-expose-headers": "*" };
const json = { "content-type": "application/json" };
const subscriptions = "/api/v1/subscriptions";
const invoices = "/api/v1/invoices";
const noToken = { authorization: undefined };

function post(body: string): TestCall {
  return { method: "POST", headers: json, body };
}

const good: readonly (readonly [operation: OperationId, title: string, call: TestCall])[] = [
  ["listUsers", "the users", {}],
  ["listUsers", "unknown parameters", { query: "nothing=1&&%=%" }],
  ["listInvoices", "the invoices", { path: invoices }],
  ["listInvoices", "no invoices", { path: invoices, token: "cedar-token-9e15b7" }],
  ["createUser", "a creation", post('{"email":"a@new.example","name":"A"}')],
];

const bad: readonly (readonly [kind: FailureKind, title: string, call: TestCall])[] = [
  ["missingToken", "no header", { headers: noToken }],
  ["missingToken", "a token in the query", { headers: noToken, query: "access_token=aurora-token-4f7a91" }],
  ["refusedToken", "an unknown token", { token: "nobody-0001" }],
  ["refusedToken", "an unknown token, before the parameters", { query: "page=0", token: "nobody-0001" }],
  ["refusedToken", "an unknown token, before the body", { ...post("{"), token: "nobody-0001" }],
  ["expiredToken", "an expired token", { token: "aurora-expired-0b2c" }],
  ["unknownPath", "another path, before the token", { path: "/api/v1/nothing", token: "nobody-0001" }],
  ["methodNotAllowed", "another method, before the token", { method: "DELETE", token: "nobody-0001" }],
  ["methodNotAllowed", "another method for invoices", { method: "POST", path: invoices }],
  ["badParameter", "an id in bad percent-encoding, before the token", { path: `${subscriptions}/%zz`, token: "no" }],
  ["unsupportedMediaType", "a body of no type", { method: "POST", body: "{}" }],
  ["unreadableBody", "a body cut off", post('{"email":')],
  ["payloadTooLarge", "a body too large", post(" ".repeat(1024 * 1024 + 1))],
  ["invalidBody", "an empty object", post("{}")],
  ["conflict", "an address that is taken", post('{"email":"omar.osei@aurora-cycles.example","name":"A"}')],
];

describe.each(dialectNames())("in the dialect %s", (name) => {
  const dialect = loadDialect(name);
  const { success, failure } = dialect.statuses;
  const { contentType } = errorTemplate(dialect.errors);

  test("successes have the declared status, the envelope, and CORS headers for every origin", async () => {
    for (const [operation, title, call] of good) {
      const caller = await openTestCaller({ dialect });
      const reply = await caller.call(call);
      expect(reply, title).toMatchObject({
        status: success[operation],
        headers: { ...cors, "content-type": "application/json; charset=utf-8" },
      });
      const { data, meta } = readEnvelope(reply);
      expect(meta.total).toBeGreaterThanOrEqual(data.length);
    }
  });

  test("failures have the declared status and content type, and CORS headers for every origin", async () => {
    const unknown = createIdIssuer(99).issue(dialect.subscriptionId.format, () => false, 987_654);
    const path = `${subscriptions}/${unknown}`;
    for (const [kind, title, call] of [...bad, ["notFound", "an unknown id of the right form", { path }] as const]) {
      const caller = await openTestCaller({ dialect });
      const reply = await caller.call(call);
      expect(reply, title).toMatchObject({
        status: failureStatus(dialect, kind),
        headers: { ...cors, "content-type": contentType },
      });
      expect(caller.simulation.accounts[0]?.users.count(), title).toBe(47);
    }
  });

  test("a rejection has the declared challenge, or redirects to the login page", async () => {
    const { status, headers } = await (await openTestCaller({ dialect })).call({ headers: noToken });
    expect(headers["www-authenticate"]).toBe(dialect.auth.challenge ?? undefined);
    expect(headers["location"]).toBe(status < 400 ? dialect.auth.login : undefined);
  });

  test("the world empty has the envelope of the document", async () => {
    const caller = await openTestCaller({ dialect, world: loadWorld("empty", 1) });
    for (const path of ["/api/v1/users", invoices]) {
      const reply = await caller.call({ path, token: "empty-token-0001" });
      expect(reply.body).toBe(JSON.stringify({ data: [], meta: metaOf(1, 0) }));
    }
  });

  test.each(["demo", "edge"])("each account of the world %s has its own records, and no other's", async (world) => {
    const caller = await openTestCaller({ dialect, world: loadWorld(world, 1) });
    const { accounts } = caller.simulation;
    for (const [index, { tokens, users, subscriptions: own, invoices: bills }] of accounts.entries()) {
      const token = tokens[0]?.token ?? "";
      await caller.create({ email: `user.${index}@new.example`, name: "User" }, { token });
      for (const [path, records] of [
        ["/api/v1/users", users],
        [invoices, bills],
      ] as const) {
        const { data, meta } = readEnvelope(await caller.call({ token, path }));
        expect([meta.total, data]).toStrictEqual([records.count(), records.all().slice(0, data.length)]);
      }
      for (const { id } of own.all()) {
        const path = `${subscriptions}/${encodeURIComponent(id)}`;
        for (const [other, { tokens: others }] of accounts.entries()) {
          const reply = await caller.call({ token: others[0]?.token ?? "", path });
          expect(reply.status).toBe(other === index ? success.getSubscription : failure.notFound);
          if (other === index)
            expect(readEnvelope(reply)).toMatchObject({ data: [{ id }], meta: { page: 1, total: 1 } });
        }
      }
    }
  });
});

describe("a reply", () => {
  test.each([...good, ...bad].filter(([, , { method }]) => method === undefined))(
    "of %s to HEAD is that to GET, without the body: %s",
    async (_, __, call) => {
      const caller = await openTestCaller();
      const got = await caller.call(call);
      expect(await caller.call({ ...call, method: "HEAD" })).toStrictEqual({ ...got, body: "" });
      expect(got.body).not.toBe("");
    },
  );

  test.each(["/api/v1/users", "/api/v1/subscriptions/x", "/nothing"])(
    "to OPTIONS of %s is that to a preflight",
    async (path) => {
      const caller = await openTestCaller();
      expect(await caller.call({ method: "OPTIONS", path, headers: noToken })).toStrictEqual({
        status: 204,
        headers: {
          ...cors,
          "access-control-allow-methods": "GET, HEAD, POST, OPTIONS",
          "access-control-allow-headers": "Authorization, *",
          "access-control-max-age": "600",
        },
        body: "",
        why: { rule: "requests.cors" },
      });
    },
  );
});

test("the journal shows whether a response is based on a default or on a declared key", async () => {
  const dialect = fillDialect({ name: "learned", statuses: { failure: { unknownPath: 410 } } });
  const simulation = await createSimulation({ dialect });
  await simulation.answer(testCall({ path: "/nothing" }));
  await simulation.answer(testCall({ method: "PUT" }));
  expect(simulation.journal.entries().map(({ why }) => why)).toStrictEqual([
    { rule: "statuses.failure.unknownPath", scenarios: [] },
    { rule: "statuses.failure.methodNotAllowed", scenarios: [], isDefault: true },
  ]);
});

test("a rate limit is announced in every accepted response, and lasts until the next window", async () => {
  let now = testTimestamp;
  const rate = { requests: 2, seconds: 60 };
  const caller = await openTestCaller({ clock: { now: () => now }, dialect: { limits: { rate } } });
  const ask = async (call: TestCall): Promise<readonly unknown[]> => {
    const { status, headers } = await caller.call(call);
    return [status, headers["ratelimit-remaining"], headers["ratelimit-reset"], headers["retry-after"]];
  };
  expect(await ask({})).toStrictEqual([200, "1", "60", undefined]);
  expect(await ask({ token: "nobody-0001" })).toStrictEqual([401, undefined, undefined, undefined]);
  expect(await ask({ query: "page=0" })).toStrictEqual([400, "0", "60", undefined]);
  now += 59_001;
  expect(await ask({})).toStrictEqual([429, "0", "1", "1"]);
  expect(await ask({ token: "cedar-token-9e15b7" })).toStrictEqual([200, "1", "60", undefined]);
  now += 999;
  expect(await ask({})).toStrictEqual([200, "1", "60", undefined]);
});
