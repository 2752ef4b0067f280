import { describe, expect, test } from "vitest";
import { metaOf } from "../../fixtures/contract/envelope.ts";
import type { OperationId } from "../../fixtures/contract/operations.ts";
import { fillDialect } from "../../fixtures/dialect/read-dialect.ts";
import { errorTemplate, failureStatus, type FailureKind } from "../../fixtures/dialect/error-templates.ts";
import { dialectNames, loadDialect } from "../../fixtures/dialect/load.ts";
import { loadWorld } from "../../fixtures/worlds/load.ts";
import { IdIssuer } from "../service/identifiers.ts";
import { openTestCaller, readEnvelope, testCall, testTimestamp, type TestCall } from "./caller.fixture.ts";
import { createSimulation } from "./simulation.ts";

const cors = { "access-control-allow-origin": "*", "access-control-expose-headers": "*" };
const json = { "content-type": "application/json" };
const subscriptions = "/api/v1/subscriptions";
const invoices = "/api/v1/invoices";
const noToken = { authorization: undefined };

const post = (body: string): TestCall => ({ method: "POST", headers: json, body });

const good: readonly (readonly [operation: OperationId, call: TestCall])[] = [
  ["listUsers", {}],
  ["listInvoices", { path: invoices }],
  ["listInvoices", { path: invoices, token: "cedar-token-9e15b7" }],
  ["createUser", post('{"email":"a@new.example","name":"A"}')],
];

/** Each has one more mistake that is judged later. */
const bad: readonly (readonly [kind: FailureKind, call: TestCall])[] = [
  ["missingToken", { headers: noToken, query: "access_token=aurora-token-4f7a91" }],
  ["refusedToken", { token: "nobody-0001", query: "page=0" }],
  ["refusedToken", { ...post("{"), token: "nobody-0001" }],
  ["expiredToken", { token: "aurora-expired-0b2c" }],
  ["unknownPath", { path: "/api/v1/nothing", token: "nobody-0001" }],
  ["methodNotAllowed", { method: "DELETE", token: "nobody-0001" }],
  ["badParameter", { path: `${subscriptions}/%zz`, token: "no" }],
  ["unsupportedMediaType", { method: "POST", body: "{" }],
  ["unreadableBody", post('{"email":')],
  ["payloadTooLarge", post(" ".repeat(1024 * 1024 + 1))],
  ["invalidBody", post("{}")],
  ["conflict", post('{"email":"omar.osei@aurora-cycles.example","name":"A"}')],
];

describe.each(dialectNames())("in the dialect %s", (name) => {
  const dialect = loadDialect(name);
  const { success, failure } = dialect.statuses;

  test("successes have the declared status, the envelope, and CORS headers for every origin", async () => {
    const caller = await openTestCaller({ dialect });
    for (const [operation, call] of good) {
      const reply = await caller.call(call);
      expect(reply).toMatchObject({ status: success[operation], headers: { ...cors, ...contentType(dialect) } });
      const { data, meta } = readEnvelope(reply);
      expect(meta.total).toBeGreaterThanOrEqual(data.length);
    }
  });

  test("failures have the declared status and content type, and CORS headers, and change nothing", async () => {
    const id = new IdIssuer(99).issue(dialect.subscriptionId.format, () => false, 987_654);
    const caller = await openTestCaller({ dialect });
    for (const [kind, call] of [...bad, ["notFound", { path: `${subscriptions}/${id}` }] as const]) {
      const reply = await caller.call(call);
      expect(reply, JSON.stringify(call).slice(0, 100)).toMatchObject({
        status: failureStatus(dialect, kind),
        headers: { ...cors, "content-type": errorTemplate(dialect.errors).contentType },
      });
    }
    expect(caller.simulation.accounts[0]?.users.count()).toBe(47);
    const { status, headers } = await caller.call({ headers: noToken });
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
          if (other === index) expect(readEnvelope(reply)).toMatchObject({ data: [{ id }], meta: metaOf(1, 1) });
        }
      }
    }
  });
});

function contentType({ responses }: ReturnType<typeof loadDialect>): object {
  return { "content-type": responses.contentType };
}

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
  const steps: readonly (readonly [waitMs: number, call: TestCall, expected: readonly unknown[]])[] = [
    [0, {}, [200, "1", "60", undefined]],
    [0, { token: "nobody-0001" }, [401, undefined, undefined, undefined]],
    [0, { query: "page=0" }, [400, "0", "60", undefined]],
    [59_001, {}, [429, "0", "1", "1"]],
    [0, { token: "cedar-token-9e15b7" }, [200, "1", "60", undefined]],
    [999, {}, [200, "1", "60", undefined]],
  ];
  for (const [waitMs, call, expected] of steps) {
    now += waitMs;
    const { status, headers } = await caller.call(call);
    const names = ["ratelimit-remaining", "ratelimit-reset", "retry-after"];
    expect([status, ...names.map((name) => headers[name])]).toStrictEqual(expected);
  }
});
