import { describe, expect, test } from "vitest";
import { obligations } from "../catalogue.ts";
import type { OperationId } from "../../../fixtures/contract/operations.ts";
import type { Call } from "../../target/call.ts";
import { Unavailable } from "../../target/session.ts";
import type { Outcome } from "../check.ts";
import { openPoint } from "../open-points.fixture.ts";
import {
  envelope,
  scriptedSession,
  type Script,
  type ScriptedResponse,
  type ScriptOptions,
} from "../../discovery/scripted-session.fixture.ts";

const good = envelope([{ id: "u-1" }]);
const rejected: ScriptedResponse = { status: 401, text: "" };

/** Judges after these calls. */
async function judge(
  name: string,
  script: Script,
  calls: readonly Call[] = [],
  options: ScriptOptions = {},
): Promise<Outcome> {
  const [id = "", operation] = name.split(" ");
  const session = scriptedSession({ first: good, none: rejected, ...script }, options);
  for (const call of calls) await session.call(call);
  const on = obligations(["observed"]).find(
    ({ requirement, operation: at }) => requirement.id === id && at === operation,
  );
  if (on === undefined) throw new Error(`${name} is not observed`);
  return openPoint(id).judge(session, on.operation);
}

const broken: readonly (readonly [title: string, reply: ScriptedResponse | "no response"])[] = [
  ["does not reply", "no response"],
  ["has a fault", { status: 500, text: "" }],
  ["answers with no JSON", { text: "<html>" }],
  ["answers with a bare list", { json: [1] }],
  ["answers with nulls", { json: { data: null, meta: null } }],
  ["has strange elements", { json: { data: [null, 1, [[]], { "": {} }], meta: { page: "1", total: "x" } } }],
  ["rejects the token", { status: 403, text: "no" }],
];

describe.each(broken)("a target that %s", (_, reply) => {
  test.each(obligations(["observed"]).map(({ requirement: { id }, operation }) => [id, operation] as const))(
    "makes %s on %s neither fail nor throw",
    async (id, operation) => {
      const outcome = await judge(`${id} ${operation}`, { first: reply, none: reply }, [{ operation }]);
      expect(outcome.status).toMatch(/^(observed|skipped)$/);
    },
  );
});

test.each<[OperationId, string]>([
  ["listUsers", "OBS-01"],
  ["listInvoices", "OBS-03"],
])("on %s without records %s has nothing to show", async (operation, id) => {
  expect(await judge(`${id} ${operation}`, { first: envelope([], 1, 0) })).toMatchObject({
    status: "skipped",
    lack: "nothing",
  });
});

test("a run without an option says which", async () => {
  const unavailable = new Unavailable("no subscription id is known (--id subscription=ID)", "subscription-id");
  expect(await judge("OBS-02 getSubscription", { first: unavailable })).toMatchObject({
    status: "skipped",
    lack: "subscription-id",
  });
});

test("a creation is observed, but never made for that", async () => {
  const outcome = await judge("OBS-10 createUser", { first: "no response" });
  expect(outcome).toMatchObject({ status: "skipped", message: "this run has not created a user yet" });
});

describe("OBS-08", () => {
  const operation = "createUser";
  test.each([
    [201, "a body with email: string (email) is accepted"],
    [422, "a body with email: string (email) is rejected with 422"],
  ])("%d", async (status, expected) => {
    const session = scriptedSession({ first: { status, json: {} } });
    await session.call({ operation });
    const [entry] = session.entries;
    if (entry === undefined) throw new Error("no call was made");
    const { exchange } = entry;
    const sent = { ...exchange, request: { ...exchange.request, body: '{"email":"a@b.example"}' } };
    const outcome = await openPoint("OBS-08").judge({ ...session, entries: [{ ...entry, exchange: sent }] }, operation);
    expect(outcome).toMatchObject({ status: "observed", message: expected });
  });
});

test("evidence does not depend on which of several requests was answered first", async () => {
  const calls = ["sub_1x", "SUB_1"].map((id): Call => ({ operation: "getSubscription", id }));
  const answer = ({ id }: Call): ScriptedResponse | undefined =>
    id === undefined ? undefined : { status: 404, text: "" };
  const outcomes = await Promise.all(
    [calls, calls.toReversed()].map((some) => judge("OBS-14 getSubscription", {}, some, { answer })),
  );
  const [one, other] = outcomes.map((outcome) => outcome.evidence.map(({ request }) => request.url));
  expect(one?.join(" ")).toMatch(/sub_1x|SUB_1/);
  expect(one).toEqual(other);
});

describe("OBS-12", () => {
  test("shows the form of a challenge and none of its values", async () => {
    const headers = { "www-authenticate": 'Digest realm="acme", nonce="dcd98b7102dd2f0e", qop="auth"' };
    const outcome = await judge("OBS-12 listUsers", { none: { ...rejected, headers } });
    expect(outcome.message).toBe("a request without a token gets the challenge Digest (realm, nonce, qop)");
  });
});

test("OBS-14 distinguishes the kinds of failures, and leaves out temporary ones", async () => {
  const operation = "listUsers";
  const calls: readonly Call[] = [
    { operation, method: "PROPFIND" },
    { operation, path: "/api/v1/nothing" },
    { operation, query: { page: "x" } },
    { operation, as: "empty" },
    { operation, as: "cut" },
    { operation, as: "other-scheme" },
  ];
  const answer = (call: Call): ScriptedResponse | undefined => {
    if (call.method !== undefined) return { status: 405, text: "" };
    if (call.path !== undefined) return { status: 404, text: "" };
    return call.query === undefined ? undefined : { status: 503, text: "" };
  };
  const script: Script = { empty: { status: 400, text: "" }, cut: { json: { error: 1 } }, "other-scheme": good };
  expect((await judge("OBS-14 listUsers", script, calls, { answer })).message).toBe(
    "a request without a token gets 401, another method gets 405, an empty token gets 400, an altered token gets 200 without an envelope, another path gets 404",
  );
});

test("OBS-15 lists the kinds of failures if their bodies differ", async () => {
  const calls: readonly Call[] = [{ operation: "listUsers", as: "cut" }];
  const cut: ScriptedResponse = { status: 403, text: "no" };
  expect((await judge("OBS-15 listUsers", { cut }, calls)).message).toBe(
    "a request without a token gets no body, an altered token gets text without a content type",
  );
});

test("OBS-16 shows a 429 and the limits in headers", async () => {
  const headers = { "ratelimit-limit": "100", "ratelimit-remaining": "99", "ratelimit-policy": "100;w=60" };
  const calls: readonly Call[] = [{ operation: "listUsers", as: "cut" }];
  const script: Script = { first: { ...good, headers }, cut: { status: 429, text: "" } };
  expect((await judge("OBS-16 listUsers", script, calls)).message).toBe(
    "a response has ratelimit-limit, ratelimit-policy and ratelimit-remaining, a request over the rate limit gets 429",
  );
});

test("OBS-18 shows a 413, if a request of the run got one", async () => {
  const operation = "createUser";
  const calls: readonly Call[] = [{ operation }, { operation, text: { type: "application/json", content: "{}" } }];
  const answer = ({ text }: Call): ScriptedResponse | undefined =>
    text === undefined ? undefined : { status: 413, text: "" };
  expect(await judge("OBS-18 createUser", {}, calls, { answer })).toMatchObject({
    status: "observed",
    message: "a body too large gets 413",
  });
  expect(await judge("OBS-18 createUser", {}, [{ operation }])).toMatchObject({ status: "skipped", lack: "nothing" });
});

test("OBS-19 shows an announced end", async () => {
  const first = { ...good, headers: { sunset: "Sat, 31 Dec 2033 23:59:59 GMT" } };
  expect((await judge("OBS-19 listUsers", { first })).message).toBe("a deprecation is announced by sunset");
});

describe("OBS-05 without a dialect", () => {
  const records = Array.from({ length: 15 }, (_, index) => ({ id: `u-${index}` }));
  const plain = envelope(records);

  test.each<[string, NonNullable<ScriptOptions["answer"]>]>([
    [
      "a target that rejects what it does not know",
      ({ query }) => (query === undefined ? plain : { status: 400, text: "" }),
    ],
    ["a target that pays no heed", () => plain],
  ])("%s", async (_, answer) => {
    expect(await judge("OBS-05 listUsers", {}, [], { answer })).toMatchObject({
      message: "no common parameter leads to another page",
      observations: [],
    });
  });

  test("a target that supports no guessed parameter shows nothing", async () => {
    const answer = ({ query }: Call): ScriptedResponse => (query === undefined ? plain : { status: 500, text: "" });
    expect(await judge("OBS-05 listUsers", {}, [], { answer })).toMatchObject({ status: "skipped", lack: "nothing" });
  });

  test("a list too short to show it", async () => {
    expect(await judge("OBS-05 listUsers", {})).toMatchObject({ status: "skipped", lack: "nothing" });
  });
});
