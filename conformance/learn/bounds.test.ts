import { expect, test } from "vitest";
import { hasId, operationIds } from "../../fixtures/contract/operations.ts";
import type { Call } from "../target/call.ts";
import { envelope, scriptedSession, type ScriptedResponse } from "../discovery/scripted-session.fixture.ts";
import { compose } from "./compose.ts";
import { dialectFile } from "./dialect-file.ts";
import { learnFrom } from "./learn-from.ts";

const rejected = { status: 401, headers: { "content-type": "application/json" }, json: { error: "no" } };

const nested = (levels: number): string => `${'{"a":['.repeat(levels / 2)}1${"]}".repeat(levels / 2)}`;
const wide = (fields: number): object =>
  Object.fromEntries(Array.from({ length: fields }, (_, index) => [`field${index}`, index]));
const many = (records: number): readonly object[] => Array.from({ length: records }, (_, id) => ({ id }));
const list = (data: readonly unknown[]): string => JSON.stringify({ data, meta: { page: 1, total: data.length } });

/** Each is a response; the file mentions those that exceed the limits. */
const replies: readonly (readonly [what: string, isBeyond: boolean, text: string])[] = [
  ["a record of 300,000 fields", true, list([{ id: "u1", ...wide(300_000) }, { id: "u2" }])],
  ["a record of 5,000 fields", true, list([{ id: "u1", ...wide(5000) }, { id: "u2" }])],
  ["400,000 records", true, list(many(400_000))],
  ["100,000 records", true, list(many(100_000))],
  [
    "a record of 5,000 levels",
    false,
    `{"data":[{"id":"u1","x":${nested(5000)}},{"id":2}],"meta":{"page":1,"total":2}}`,
  ],
  ["members beside the envelope, 200,000 levels deep", false, `{"data":[],"meta":{},"x":${nested(200_000)}}`],
  ["nothing but levels", false, nested(5000)],
];

/** What is learned of a service with this response to some calls. */
async function learnWith(
  isFor: (call: Call) => boolean,
  reply: ScriptedResponse,
): Promise<{ text: string; keys: readonly string[] }> {
  const answer = (call: Call): ScriptedResponse => {
    if (isFor(call)) return reply;
    if (call.path?.includes("orgkit") === true) return { ...rejected, status: 404 };
    return (call.as ?? "first") === "first" ? envelope([{ id: "u1" }, { id: "u2" }]) : rejected;
  };
  const learned = await learnFrom(scriptedSession({}, { answer }));
  const composed = compose(learned);
  return { text: dialectFile(learned, composed), keys: [...composed.found.keys()] };
}

const beyond = /a response has|a record has more than/;

test.each(operationIds.flatMap((operation) => replies.map((row) => [operation, ...row] as const)))(
  "of %s that responds with %s the rest is learned",
  { timeout: 20_000 },
  async (operation, _, isBeyond, text) => {
    /** The plain call of the operation, with the valid token. */
    const isPlain = ({ operation: asked, path = "", as = "first" }: Call): boolean =>
      as === "first" &&
      (hasId(operation) ? path.startsWith("/api/v1/subscriptions/") : asked === operation && path === "");
    const learned = await learnWith(isPlain, { text });
    expect(learned.keys).toContain("statuses.failure.missingToken");
    if (isBeyond) expect(learned.text).toMatch(beyond);
  },
);

test.each([
  ["300,000 members", JSON.stringify(wide(300_000)), "statuses.success.listUsers", beyond],
  ["5,000 levels", nested(5000), "statuses.failure.missingToken", /./],
])("of a failure of %s the rest is learned", async (_, text, key, said) => {
  const learned = await learnWith(({ as = "first" }) => as !== "first", { ...rejected, text });
  expect(learned.keys).toContain(key);
  expect(learned.text).toMatch(said);
});
