import { expect, test } from "vitest";
import { envelope, scriptedSession, type ScriptedResponse } from "./scripted-session.fixture.ts";
import type { Call } from "../target/call.ts";
import { spelling, unknownParameters } from "./request-forms.ts";
import { openSource } from "./source.ts";

const rejected: ScriptedResponse = { status: 400, json: { error: "no" } };

test.each<[reply: ScriptedResponse, value: unknown]>([
  [envelope([]), "same"],
  [{ status: 307, headers: { location: "https://target.example/api/v1/users" } }, 307],
  [{ status: 404, text: "no" }, "unknown"],
])("another spelling with the response %j is %s", async (reply, value) => {
  const source = openSource(scriptedSession({ first: reply }));
  expect((await spelling(source, "/api/v1/users/")).value).toBe(value);
});

test("a redirect to a login is not a spelling of the path", async () => {
  const source = openSource(scriptedSession({ first: { status: 302, headers: { location: "/login" } } }));
  await expect(spelling(source, "/api/v1/users/")).rejects.toThrow("302");
});

test.each([
  [envelope([{ id: 1 }]), rejected, "ignore"],
  [rejected, rejected, "reject"],
  [rejected, envelope([{ id: 1 }]), "rejectInLists"],
])("an unknown parameter with the response %j, and %j of a subscription: %s", async (reply, other, value) => {
  const answer = ({ query, path = "" }: Call): ScriptedResponse =>
    path.includes("?") ? other : query === undefined ? envelope([{ id: 1 }]) : reply;
  const source = openSource(scriptedSession({}, { ids: ["1"], answer }));
  expect((await unknownParameters(source)).value).toBe(value);
});
