import { expect, test } from "vitest";
import { envelope, scriptedSession, type ScriptedResponse } from "../checks/scripted-session.fixture.ts";
import { operations } from "../../fixtures/contract/operations.ts";
import type { Call } from "../target/call.ts";
import { methodHandling } from "./other-methods.ts";
import { openSource } from "./source.ts";
import { failureStatus } from "./statuses.ts";

const noSuchMethod: ScriptedResponse = { status: 405, text: "method" };
const noSuchPath: ScriptedResponse = { status: 404, text: "nothing here" };
const record = envelope([{ id: "s-1" }]);

test.each<[responses: readonly [ScriptedResponse, ScriptedResponse, ScriptedResponse], value: object, status: number]>([
  [[noSuchMethod, noSuchMethod, noSuchMethod], {}, 405],
  [[noSuchMethod, record, noSuchPath], { subscriptions: "get", invoices: "unknownPath" }, 405],
  [[noSuchPath, noSuchPath, record], { invoices: "get" }, 404],
])("other methods of the three paths get %j", async ([users, subscriptions, invoices], value, status) => {
  const replies = { user: users, subscription: subscriptions, invoice: invoices };
  const answer = ({ operation, path, method }: Call): ScriptedResponse => {
    if (path?.includes("no-such-path") === true) return noSuchPath;
    if (method === undefined) return record;
    return path?.includes("/subscriptions/") === true ? subscriptions : replies[operations[operation].record];
  };
  const source = openSource(scriptedSession({}, { answer }));
  expect((await methodHandling(source)).value).toEqual(value);
  expect((await failureStatus(source, "methodNotAllowed")).value).toBe(status);
});
