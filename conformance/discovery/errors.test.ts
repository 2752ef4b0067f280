import { expect, test } from "vitest";
import { errorsSchema } from "../../fixtures/dialect/errors.ts";
import { envelope, scriptedSession, type ScriptedResponse } from "../checks/scripted-session.fixture.ts";
import type { Call } from "../target/call.ts";
import { errors } from "./errors.ts";
import { openSource } from "./source.ts";

const html = { "content-type": "text/html" };

/** A service whose failures of some statuses are pages, if the request does not ask for JSON. */
async function learnedWith(pages: readonly number[]) {
  const failure = (status: number, isJson: boolean): ScriptedResponse =>
    isJson || !pages.includes(status)
      ? { status, headers: { "content-type": "application/json" }, json: { error: `no ${status}` } }
      : { status, headers: html, text: `<h1>No ${status}</h1>` };
  const answer = ({ as, path, method, id, query, body, text, headers }: Call): ScriptedResponse => {
    const isJson = headers?.["accept"] === undefined || headers["accept"].includes("json");
    if (as !== undefined) return failure(401, isJson);
    if (body !== undefined || text !== undefined) return failure(422, isJson);
    if (method !== undefined) return failure(405, isJson);
    if (id !== undefined || path !== undefined) return failure(404, isJson);
    return query === undefined ? envelope([{ id: "s-1" }]) : failure(400, isJson);
  };
  const { value } = await errors(openSource(scriptedSession({}, { answer, ids: [] })));
  return errorsSchema.parse(value);
}

test.each<[pages: readonly number[], kinds: object]>([
  [[404], { unknownPath: "<h1>No {{status}}</h1>" }],
  [[404, 401], { unknownPath: "<h1>No {{status}}</h1>", missingToken: "<h1>No {{status}}</h1>" }],
  [[], {}],
])("failures with the statuses %j are pages for browsers", async (pages, expected) => {
  const { kinds = {} } = await learnedWith(pages);
  const learned = Object.entries(kinds).flatMap(([kind, { otherwise }]) => (otherwise ? [[kind, otherwise.body]] : []));
  expect(Object.fromEntries(learned)).toMatchObject(expected);
  expect(learned.length > 0).toBe(pages.length > 0);
});
