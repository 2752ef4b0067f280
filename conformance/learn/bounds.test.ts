import { describe, expect, test } from "vitest";
import type { Call } from "../target/call.ts";
import { envelope, scriptedSession, type ScriptedReply } from "../checks/scripted-session.fixture.ts";
import { compose } from "./compose.ts";
import { dialectFile } from "./dialect-file.ts";
import { learnFrom } from "./learn-from.ts";

const usual = [{ id: "u1" }, { id: "u2" }];
const refused = { status: 401, headers: { "content-type": "application/json" }, json: { error: "no" } };

function nested(levels: number): string {
  return `${'{"a":['.repeat(levels / 2)}1${"]}".repeat(levels / 2)}`;
}

function wide(fields: number): object {
  return Object.fromEntries(Array.from({ length: fields }, (_, index) => [`field${index}`, index]));
}

function textOf(data: readonly unknown[]): ScriptedReply {
  return { text: JSON.stringify({ data, meta: { page: 1, total: data.length } }) };
}

const huge: readonly (readonly [name: string, reply: ScriptedReply])[] = [
  ["a record of 300,000 fields", textOf([{ id: "u1", ...wide(300_000) }, { id: "u2" }])],
  ["a record of 5,000 fields", textOf([{ id: "u1", ...wide(5000) }, { id: "u2" }])],
  ["400,000 records", textOf(Array.from({ length: 400_000 }, (_, id) => ({ id })))],
  ["100,000 records", textOf(Array.from({ length: 100_000 }, (_, id) => ({ id })))],
];
const hugeFailure = { ...refused, text: JSON.stringify(wide(300_000)) };

const deep: readonly (readonly [name: string, reply: ScriptedReply])[] = [
  [
    "a record of 5,000 levels",
    { text: `{"data":[{"id":"u1","x":${nested(5000)}},{"id":2}],"meta":{"page":1,"total":2}}` },
  ],
  ["members beside the envelope, 200,000 levels deep", { text: `{"data":[],"meta":{},"x":${nested(200_000)}}` }],
  ["nothing but levels", { text: nested(5000) }],
];

/** What is learned of a service with this reply, and how long it takes. */
async function learnWith(
  isFor: (call: Call) => boolean,
  reply: ScriptedReply,
): Promise<{ text: string; keys: Set<string> }> {
  const session = scriptedSession(
    {},
    {
      answer: (call) => {
        if (isFor(call)) return reply;
        if (call.path?.includes("orgkit") === true) return { ...refused, status: 404 };
        return (call.as ?? "first") === "first" ? envelope(usual) : refused;
      },
    },
  );
  const learned = await learnFrom(session, { forWorld: true });
  if ("problem" in learned) throw new Error(learned.problem);
  const composed = compose(learned);
  return { text: dialectFile(learned, composed), keys: new Set(composed.found.keys()) };
}

const operations = ["listUsers", "createUser", "getSubscription", "listInvoices"] as const;

/** Whether a call is the plain one of an operation, with the good token. */
function isPlain(operation: (typeof operations)[number]): (call: Call) => boolean {
  return ({ operation: asked, path = "", as = "first" }) =>
    as === "first" &&
    (operation === "getSubscription" ? path.startsWith("/api/v1/subscriptions/") : asked === operation && path === "");
}

function everywhere(
  replies: typeof huge,
): (readonly [name: string, operation: string, isFor: (call: Call) => boolean, reply: ScriptedReply])[] {
  return operations.flatMap((operation) =>
    replies.map(([name, reply]) => [name, operation, isPlain(operation), reply] as const),
  );
}

describe("a reply beyond all bounds is not looked at, which the file says, and the rest is learned", () => {
  test.each(everywhere(huge))("%s, of %s", { timeout: 20_000 }, async (_, __, isFor, reply) => {
    const { text, keys } = await learnWith(isFor, reply);
    expect(text).toMatch(/a reply (?:has|holds)|a record has more than/);
    expect(keys).toContain("statuses.failure.missingToken");
  });

  test("a failure of 300,000 members", async () => {
    const { text, keys } = await learnWith(({ as = "first" }) => as !== "first", hugeFailure);
    expect(text).toContain("a reply has");
    expect(keys).toContain("statuses.success.listUsers");
  });
});

describe("a reply of many levels ends no run", () => {
  test.each(everywhere(deep))("%s, of %s", async (_, __, isFor, reply) => {
    expect((await learnWith(isFor, reply)).keys).toContain("statuses.failure.missingToken");
  });

  test("nor does a failure of 5,000 levels", async () => {
    const { keys } = await learnWith(({ as = "first" }) => as !== "first", { ...refused, text: nested(5000) });
    expect(keys).toContain("statuses.failure.missingToken");
  });
});
