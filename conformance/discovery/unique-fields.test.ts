import { expect, test } from "vitest";
import { jsonText, type JsonObject } from "../../fixtures/json.ts";
import { envelope, scriptedSession, type ScriptedResponse } from "./scripted-session.fixture.ts";
import { maxCreated } from "../target/creations.ts";
import { uniqueKey } from "./created-users.ts";
import { leavesOf } from "./leaves.ts";
import { isUnset, settled } from "./observation.ts";
import { openSource } from "./source.ts";

interface Service {
  readonly createBody: JsonObject;
  /** The user created from a body. */
  readonly made?: (body: JsonObject) => JsonObject;
  /** The unique fields, by the last name of their path in a body. */
  readonly unique: readonly string[];
}

function openService({ createBody, unique, made = (body) => body }: Service): ReturnType<typeof scriptedSession> {
  const users: JsonObject[] = [{ id: 1, email: "a@b.example", name: "A" }];
  const taken = new Set<string>();
  const answer = ({ operation }: { operation: string }, sent: string): ScriptedResponse => {
    if (operation !== "createUser") return envelope(users, 1, users.length);
    const body: JsonObject = JSON.parse(sent);
    const values = leavesOf(body).flatMap(({ path, value }) => {
      const name = path.at(-1) ?? "";
      return unique.includes(name) ? [`${name} ${jsonText(value)}`] : [];
    });
    if (!leavesOf(body).some(({ path }) => path.at(-1) === "email")) return { status: 422, json: { missing: "email" } };
    if (values.some((value) => taken.has(value))) return { status: 409, json: { error: "taken" } };
    for (const value of values) taken.add(value);
    const user = { id: users.length + 1, ...made(body) };
    users.push(user);
    return { ...envelope([user], 1, users.length), status: 201 };
  };
  const session = scriptedSession({}, { answer, maxCreated: maxCreated.learn });
  return { ...session, target: { ...session.target, createBody } };
}

const literal = { email: "zoe@example.org", name: "Zoë Quist" };
const login = { email: "zoe@example.org", login: "zoe" };
const fresh = { email: "{{unique}}@example.org", name: "Zoë {{unique}}" };
const wrapped = { data: { type: "users", attributes: literal } };
const unwrapped = ({ data }: JsonObject): JsonObject => ({ attributes: Object(Object(data).attributes) });

test.each<[what: string, service: Service, unique: unknown, confidence: string]>([
  ["given values that users may share", { createBody: literal, unique: [] }, [], "likely"],
  ["a given address that they may not", { createBody: literal, unique: ["email"] }, ["email"], "certain"],
  ["a given login that they may not", { createBody: login, unique: ["login"] }, ["login"], "certain"],
  ["fresh values that they may share", { createBody: fresh, unique: [] }, [], "certain"],
  ["fresh values, one of which they may not", { createBody: fresh, unique: ["email"] }, ["email"], "certain"],
  [
    "a wrapped address that they may not",
    { createBody: wrapped, unique: ["email"], made: unwrapped },
    ["attributes.email"],
    "certain",
  ],
  ["a wrapped address that they may", { createBody: wrapped, unique: [], made: unwrapped }, [], "certain"],
])("%s", async (_, service, unique, confidence) => {
  const session = openService(service);
  const found = await settled(uniqueKey(openSource(session)));
  expect(isUnset(found) ? found.unset : [found.value, found.confidence]).toStrictEqual([unique, confidence]);
  expect((await session.creations()).length).toBeLessThanOrEqual(maxCreated.learn);
});
