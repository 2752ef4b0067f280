import { expect, test } from "vitest";
import { envelope, scriptedSession, type ScriptedResponse } from "./scripted-session.fixture.ts";
import type { Call } from "../target/call.ts";
import { ifKnown } from "./observation.ts";
import { otherMediaType } from "./request-bodies.ts";
import { openSource, type Source } from "./source.ts";

const [unreadable, lacking, unsupported] = [400, 422, 415].map((status) => ({ status, json: { error: status } }));

/** A service that requires an email, and reads bodies of some types only. */
function serviceFor(types: RegExp): Source {
  const answer = ({ operation, text }: Call, sent: string): ScriptedResponse => {
    if (operation !== "createUser") return envelope([{ id: 1, email: "a@b.example" }]);
    if (!types.test(text?.type ?? "application/json")) return unsupported ?? {};
    if (!sent.endsWith("}")) return unreadable ?? {};
    const { email } = JSON.parse(sent);
    return typeof email === "string" ? { ...envelope([{ id: 2, email }]), status: 201 } : (lacking ?? {});
  };
  return openSource(scriptedSession({}, { answer }));
}

test.each<[types: RegExp, statuses: readonly number[] | undefined]>([
  [/json/, [415, 415, 415]],
  [/json|xml/, [415, 415]],
  [/./, undefined],
])("if types like %s are read, the others are rejected as such: %j", async (types, statuses) => {
  const rejected = await ifKnown(otherMediaType(serviceFor(types)));
  expect(rejected?.map(({ exchange }) => exchange.response.status)).toEqual(statuses);
});
