import { expect, test } from "vitest";
import { errorsSchema } from "../../fixtures/dialect/errors.ts";
import { envelope, scriptedSession, type ScriptedResponse } from "./scripted-session.fixture.ts";
import type { Call } from "../target/call.ts";
import { errors, withoutScripts } from "./errors.ts";
import { openSource } from "./source.ts";

const html = { "content-type": "text/html" };

/** A service whose failures of some statuses are pages. */
async function learnedWith(pages: readonly number[]) {
  const failure = (status: number): ScriptedResponse =>
    pages.includes(status)
      ? { status, headers: html, text: `<h1>No ${status}</h1>` }
      : { status, headers: { "content-type": "application/json" }, json: { error: `no ${status}` } };
  const answer = ({ as, path, method, id, query, body, text }: Call): ScriptedResponse => {
    if (as !== undefined) return failure(401);
    if (body !== undefined || text !== undefined) return failure(422);
    if (method !== undefined) return failure(405);
    if (id !== undefined || path !== undefined) return failure(404);
    return query === undefined ? envelope([{ id: "s-1" }]) : failure(400);
  };
  const { value } = await errors(openSource(scriptedSession({}, { answer, ids: [] })));
  return errorsSchema.parse(value);
}

test.each<[pages: readonly number[], kinds: object]>([
  [[404], { unknownPath: { contentType: "text/html" } }],
  [[401], { missingToken: { contentType: "text/html", body: "<h1>No {{status}}</h1>" } }],
])("failures with the statuses %j are pages", async (pages, expected) => {
  expect((await learnedWith(pages)).kinds).toMatchObject(expected);
});

test.each([
  ["<h1>No</h1><script src=x>a < b</script><p>x", "<h1>No</h1>{{varies}}<p>x"],
  ["<b>x</b><SCRIPT>never ends", "<b>x</b>{{varies}}"],
  [`<img src=x onerror="alert('1')" OnLoad=go() alt='one=two'>`, "<img src=x{{varies}}{{varies}} alt='one=two'>"],
  ["<a href='javascript:alert(1)'>x</a>", "<a href='{{varies}}'>x</a>"],
  ["if a<1, on=2: not HTML", "if a<1, on=2: not HTML"],
])("%s is learned without what a browser would run", (text, learned) => {
  expect(withoutScripts(text)).toBe(learned);
});
