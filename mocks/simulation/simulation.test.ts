import { expect, test } from "vitest";
import { fillDialect } from "../../fixtures/dialect/read-dialect.ts";
import { errorTemplate } from "../../fixtures/dialect/error-templates.ts";
import { openDialect } from "../../fixtures/dialect/open.ts";
import { builtInDialectNames } from "../../fixtures/dialect/built-in.ts";
import { failureStatus, type FailureKind } from "../../fixtures/dialect/failures.ts";
import { openTestCaller, readEnvelope, testCall, testTimestamp, type TestCall } from "./caller.fixture.ts";
import { createSimulation } from "./simulation.ts";

const subscriptions = "/api/v1/subscriptions";
const noToken = { authorization: undefined };

function post(body: string): TestCall {
  return { method: "POST", headers: { "content-type": "application/json" }, body };
}

/** Each has one more mistake that is judged later. */
const mistakes: readonly (readonly [kind: FailureKind, call: TestCall])[] = [
  ["missingToken", { headers: noToken, query: "access_token=aurora-token-4f7a91" }],
  ["refusedToken", { ...post("{"), token: "nobody-0001", query: "page=0" }],
  ["expiredToken", { token: "aurora-expired-0b2c", query: "page=0" }],
  ["unknownPath", { path: "/api/v1/nothing", token: "nobody-0001" }],
  ["methodNotAllowed", { method: "DELETE", token: "nobody-0001" }],
  ["badParameter", { path: `${subscriptions}/%zz`, token: "no" }],
  ["unsupportedMediaType", { method: "POST", body: "{" }],
  ["unreadableBody", post('{"email":')],
  ["payloadTooLarge", post(" ".repeat(1024 * 1024 + 1))],
  ["invalidBody", post("{}")],
  ["conflict", post('{"email":"omar.osei@aurora-cycles.example","name":"A"}')],
];

test.each(builtInDialectNames)(
  "failures have the status and content type of the dialect %s, and change nothing",
  async (name) => {
    const dialect = await openDialect(name);
    const caller = await openTestCaller({ dialect });
    for (const [kind, call] of mistakes) {
      const { status, headers } = await caller.call(call);
      const type = errorTemplate(dialect.errors).contentType;
      expect([kind, status, headers["content-type"]]).toStrictEqual([kind, failureStatus(dialect, kind), type]);
    }
    expect(caller.simulation.accounts[0]?.users.count()).toBe(47);
  },
);

test.each(["demo", "edge"])("each account of the world %s has its own records, and no other's", async (world) => {
  const caller = await openTestCaller({ world });
  const accounts = caller.simulation.accounts.map((account) => ({ ...account, token: account.tokens[0]?.token ?? "" }));
  for (const { id: owner, token, users, invoices, subscriptions: own } of accounts) {
    for (const [path, list] of [
      ["/api/v1/users", users],
      ["/api/v1/invoices", invoices],
    ] as const) {
      const { data, meta } = readEnvelope(await caller.call({ token, path }));
      expect([meta, data]).toStrictEqual([{ page: 1, total: list.count() }, list.all().slice(0, data.length)]);
    }
    for (const { id } of own.all()) {
      const call = { path: `${subscriptions}/${encodeURIComponent(id)}` };
      for (const other of accounts) {
        const { status } = await caller.call({ ...call, token: other.token });
        expect(status).toBe(other.id === owner ? 200 : 404);
      }
    }
  }
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
  const steps: readonly (readonly [waitMs: number, call: TestCall, ...expected: unknown[]])[] = [
    [0, {}, 200, "1", "60", undefined],
    [0, { token: "nobody-0001" }, 401, undefined, undefined, undefined],
    [0, { query: "page=0" }, 400, "0", "60", undefined],
    [59_001, {}, 429, "0", "1", "1"],
    [0, { token: "cedar-token-9e15b7" }, 200, "1", "60", undefined],
    [999, {}, 200, "1", "60", undefined],
  ];
  for (const [waitMs, call, ...expected] of steps) {
    now += waitMs;
    const { status, headers } = await caller.call(call);
    const names = ["ratelimit-remaining", "ratelimit-reset", "retry-after"];
    expect([status, ...names.map((name) => headers[name])]).toStrictEqual(expected);
  }
});
