import { expect, test } from "vitest";
import { envelope, scriptedSession, type ScriptedResponse } from "./scripted-session.fixture.ts";
import type { Call } from "../target/call.ts";
import { create } from "./creation.ts";
import { isMoving } from "./list.ts";
import { settled } from "./observation.ts";
import { listedRecord } from "./record-schemas.ts";
import { openSource } from "./source.ts";

const users = ["ada", "bob"].map((name) => ({ id: name, contact: { email: `${name}@a.example` }, name }));
const sent = { email: "lllll", name: 12_345 };

test.each<[what: string, returned: object, name: unknown]>([
  ["any type may have been stored", {}, { type: ["integer", "string"] }],
  ["types are those that are shown", { id: "l", contact: { email: "lllll" }, name: "12345" }, { type: "string" }],
  ["the same for users without the texts", { id: "l", name: "12345" }, { type: "string" }],
])("where the response to a creation shows %j, %j fits", async (_, returned, name) => {
  const answer = ({ operation }: Call): ScriptedResponse =>
    operation === "createUser" ? { ...envelope([returned]), status: 202 } : envelope(users, 1, 2);
  const source = openSource(scriptedSession({}, { answer }));
  await create(source, sent);
  const email = { type: "string" };
  expect((await listedRecord(source, "users")).value).toMatchObject({
    properties: { name, contact: { properties: { email } } },
  });
  expect((await listedRecord(source, "users")).value).not.toHaveProperty("properties.contact.properties.email.format");
});

test.each(["after a while", "at the end"])("records of other clients, seen %s, may have other fields", async (when) => {
  const answer = ({ label }: Call): ScriptedResponse => envelope(label === when ? users.slice(1) : users, 1, 2);
  const source = openSource(scriptedSession({}, { answer }));
  expect(await settled(listedRecord(source, "users"))).toMatchObject({ unset: expect.stringContaining("writing") });
});

test("a user that this run creates is not a sign of other clients", async () => {
  const entries: string[] = [];
  const answer = ({ operation }: Call): ScriptedResponse => {
    if (operation !== "createUser") return envelope([...entries.map((id) => ({ ...users[0], id })), ...users], 1, 2);
    entries.push("mine");
    return { ...envelope([]), status: 202 };
  };
  const source = openSource(scriptedSession({}, { answer }));
  await isMoving(source, "users");
  await create(source, sent);
  expect(await settled(listedRecord(source, "users"))).not.toHaveProperty("unset");
});
