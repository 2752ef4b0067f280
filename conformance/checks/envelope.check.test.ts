import { findRequirement } from "./catalogue.ts";
import { describe, expect, test } from "vitest";
import type { OperationId } from "../../fixtures/contract/operations.ts";
import type { Call } from "../target/call.ts";
import { Unavailable } from "../target/session.ts";
import type { Outcome } from "./check.ts";
import { envelope, scriptedSession, type ScriptedResponse, type Script } from "./scripted-session.fixture.ts";

async function judge(
  id: string,
  first: Script["first"],
  operation: OperationId = "listUsers",
): Promise<Outcome | undefined> {
  return findRequirement(id)?.judge(scriptedSession(first === undefined ? {} : { first }), operation);
}

const user = { id: "u-1" };

describe("a response that keeps a rule passes", () => {
  const cases: readonly (readonly [id: string, sentence: string, reply: ScriptedResponse])[] = [
    ["ENV-01", "an object", envelope([user])],
    ["ENV-01", "further members", { json: { data: [], meta: { page: 1, total: 0, pages: 1 }, links: {} } }],
    ["ENV-02", "an empty array", envelope([])],
    ["ENV-03", "an object", envelope([user])],
    ["ENV-04", "a page written 1.0", { text: '{"data":[{}],"meta":{"page":1.0,"total":1}}' }],
    ["ENV-04", "a first page numbered 0 where there are records", envelope([user], 0)],
    ["ENV-05", "a very large total", { text: '{"data":[{}],"meta":{"page":1,"total":9007199254740993}}' }],
    ["ENV-06", "no records", envelope([])],
    ["ENV-07", "as many as the total", envelope([user])],
    ["ENV-07", "fewer than the total", envelope([user], 1, 40)],
    ["ENV-08", "no content type", envelope([user])],
    ["ENV-08", "a type of its own", { ...envelope([user]), headers: { "content-type": "application/vnd.x+json" } }],
    ["ENV-08", "plain text", { ...envelope([user]), headers: { "content-type": "text/plain" } }],
    ["ENV-09", "records with the names of the envelope", envelope([{ data: [], meta: { page: 1, total: 2 } }])],
    ["ENV-09", "a text with these names", envelope([{ note: '{"data":1,"data":2}' }])],
  ];
  test.each(cases)("%s: %s", async (id, _, reply) => {
    expect(await judge(id, reply)).toMatchObject({ status: "passed" });
  });
});

describe("a response that breaks a rule fails, in plain words", () => {
  const cases: readonly (readonly [id: string, reply: ScriptedResponse, message: string])[] = [
    ["ENV-01", { json: [user] }, "the body is an array; §2 shows a JSON object with `data` and `meta`"],
    ["ENV-01", { text: "<html>" }, "the body is not JSON; §2 shows a JSON object with `data` and `meta`"],
    [
      "ENV-01",
      { text: `\uFEFF${JSON.stringify({ data: [user], meta: { page: 1, total: 1 } })}` },
      "the body begins with a byte order mark, which JSON must not have (RFC 8259 §8.1)",
    ],
    ["ENV-01", { text: "" }, "the body is not JSON; §2 shows a JSON object with `data` and `meta`"],
    ["ENV-02", { json: { data: user, meta: {} } }, "`data` is an object; §2 says array"],
    ["ENV-02", { json: { data: null, meta: {} } }, "`data` is null; §2 says array"],
    ["ENV-02", { json: { items: [], meta: {} } }, "`data` is absent; §2 says array"],
    ["ENV-02", envelope([user, null]), "`data` contains null, which is not a record (§2: the returned records)"],
    [
      "ENV-02",
      envelope([{}]),
      "`data` contains an object without members, which is not a record (§2: the returned records)",
    ],
    [
      "ENV-02",
      envelope([[user, { ...user, id: "u-2" }]]),
      "`data` contains a list of records, which is not a record (§2: the returned records)",
    ],
    ["ENV-03", { json: { data: [], meta: [] } }, "`meta` is an array; §2 says object"],
    ["ENV-04", envelope([user], "1"), '`meta.page` is the string "1"; §2 says integer'],
    ["ENV-04", envelope([user], 1.5), "`meta.page` is the number 1.5; §2 says integer"],
    ["ENV-05", envelope([user], 1, -1), "`meta.total` is the number -1; §2 says integer, a count"],
    ["ENV-05", { json: { data: [], meta: { page: 1 } } }, "`meta.total` is absent; §2 says integer, a count"],
    [
      "ENV-06",
      envelope([], 0, 0),
      "`data` is empty with `meta.page` the number 0 and `meta.total` the number 0; §2 shows 1 and 0",
    ],
    ["ENV-07", envelope([user, user], 1, 1), "`meta.total` is 1, but `data` holds 2 records"],
    [
      "ENV-08",
      { ...envelope([user]), headers: { "content-type": "text/html; charset=utf-8" } },
      "the body is JSON, and `Content-Type` says text/html; charset=utf-8",
    ],
    ["ENV-09", { text: '{"data":[],"data":[],"meta":{"page":1,"total":0}}' }, "`data` occurs twice in the body"],
    ["ENV-09", { text: '{"meta":{"total":1,"page":1,"total":0},"data":[]}' }, "`meta.total` occurs twice in the body"],
  ];
  test.each(cases)("%s: %j", async (id, reply, message) => {
    const outcome = await judge(id, reply);
    expect(outcome).toMatchObject({ status: "failed", message });
    expect(outcome?.evidence).toHaveLength(1);
  });
});

describe("one defect is one failure: checks leave faults of other rules to them", () => {
  const cases: readonly (readonly [id: string, reply: ScriptedResponse, reason: string])[] = [
    ["ENV-02", { json: [] }, "the body is not a JSON object (see ENV-01)"],
    ["ENV-03", { text: "no" }, "the body is not a JSON object (see ENV-01)"],
    ["ENV-04", { json: { data: [], meta: 1 } }, "`meta` is not an object (see ENV-03)"],
    ["ENV-05", { json: { data: [] } }, "`meta` is not an object (see ENV-03)"],
    ["ENV-06", { json: { data: {}, meta: {} } }, "the body has no envelope (see ENV-01 to ENV-03)"],
    ["ENV-07", { json: { data: 1, meta: { total: 1 } } }, "`data` is not an array (see ENV-02)"],
    ["ENV-07", envelope([user], 1, "1"), "`meta.total` is not a count (see ENV-05)"],
    ["ENV-07", envelope([user], 1, -1), "`meta.total` is not a count (see ENV-05)"],
    ["ENV-01", { status: 500, text: "" }, "the authorized request did not succeed (see PATH-01)"],
  ];
  test.each(cases)("%s: %j", async (id, reply, message) => {
    expect(await judge(id, reply)).toMatchObject({ status: "skipped", message });
  });
});

describe("ENV-06 judges only a response that says there are no records", () => {
  test("records show nothing about it", async () => {
    const script = { first: envelope([user]), second: envelope([user]) };
    const outcome = await findRequirement("ENV-06")?.judge(scriptedSession(script), "listUsers");
    expect(outcome).toMatchObject({ status: "skipped" });
    expect(outcome?.lack).toBeUndefined();
  });

  test("another account without records shows it", async () => {
    const script = { first: envelope([user]), second: envelope([], 0, 0) };
    expect(await findRequirement("ENV-06")?.judge(scriptedSession(script), "listInvoices")).toMatchObject({
      status: "failed",
      message: "`data` is empty with `meta.page` the number 0 and `meta.total` the number 0; §2 shows 1 and 0",
    });
  });

  test("a declared filter that matches nothing shows it", async () => {
    const session = scriptedSession(
      { first: envelope([user]), second: envelope([user]) },
      { dialect: {}, answer: ({ query }) => (query?.["status"] === "orgkit-no-such-value" ? envelope([]) : undefined) },
    );
    expect(await findRequirement("ENV-06")?.judge(session, "listUsers")).toMatchObject({ status: "passed" });
  });

  test("a response with the only record shows nothing", async () => {
    expect(await judge("ENV-06", envelope([user]), "getSubscription")).toMatchObject({ lack: "nothing" });
  });

  test("the content of a creation's response is open, so an empty `data` with a total is not a fault", async () => {
    expect(await judge("ENV-06", envelope([], 1, 48), "createUser")).toMatchObject({ status: "skipped" });
  });

  test("an empty list with a total is a fault", async () => {
    expect(await judge("ENV-06", envelope([], 1, 48), "listInvoices")).toMatchObject({ status: "failed" });
  });
});

test("a request that cannot be sent is skipped with its reason", async () => {
  expect(await judge("ENV-01", new Unavailable("writes are off", "writes"))).toEqual({
    status: "skipped",
    message: "writes are off",
    lack: "writes",
    evidence: [],
  });
});

test.each<[what: string, isDeclared: boolean]>([
  ["a declared filter", true],
  ["a filter of the target", false],
])("a list without a body, where %s matches nothing, fails", async (_, isDeclared) => {
  const all = Array.from({ length: 9 }, (_unused, index) => ({ id: `u-${index}`, status: index % 3 ? "on" : "off" }));
  const answer = ({ query = {} }: Call): ScriptedResponse => {
    const found = all.filter(({ status }) => (query["status"] ?? status) === status);
    return found.length === 0 ? { status: 204, text: "" } : envelope(found);
  };
  const session = scriptedSession({}, { answer, ...(isDeclared ? { dialect: {} } : {}) });
  expect(await findRequirement("ENV-01")?.judge(session, "listUsers")).toMatchObject({
    status: "failed",
    message: expect.stringContaining("filtered without matches"),
  });
});
