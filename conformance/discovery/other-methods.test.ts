import { expect, test } from "vitest";
import { envelope, scriptedSession, type ScriptedResponse } from "./scripted-session.fixture.ts";
import { operations } from "../../fixtures/contract/operations.ts";
import type { Call } from "../target/call.ts";
import { settled } from "./observation.ts";
import { openSource } from "./source.ts";
import { failureStatus } from "./statuses.ts";

const rejected: ScriptedResponse = { status: 405, text: "method" };
const record = envelope([{ id: "s-1" }]);

test.each<[responses: readonly [ScriptedResponse, ScriptedResponse, ScriptedResponse], found: object]>([
  [[rejected, rejected, rejected], { value: 405 }],
  [[rejected, record, record], { value: 405 }],
  [[record, record, record], { unset: "other methods are not rejected" }],
])("other methods of the three paths get %j", async ([users, subscriptions, invoices], found) => {
  const replies = { user: users, subscription: subscriptions, invoice: invoices };
  const answer = ({ operation, path, method }: Call): ScriptedResponse => {
    if (method === undefined) return record;
    return path?.includes("/subscriptions/") === true ? subscriptions : replies[operations[operation].record];
  };
  const source = openSource(scriptedSession({}, { answer }));
  expect(await settled(failureStatus(source, "methodNotAllowed"))).toMatchObject(found);
});
