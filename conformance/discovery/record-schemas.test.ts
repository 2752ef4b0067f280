import { expect, test } from "vitest";
import { envelope, scriptedSession, type ScriptedResponse } from "../checks/scripted-session.fixture.ts";
import type { Call } from "../target/call.ts";
import { create } from "./creation.ts";
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

test("while other clients are writing, their next record may lack what all known ones have", async () => {
  const answer = ({ label }: Call): ScriptedResponse => envelope(label === undefined ? users : users.slice(1), 1, 2);
  const source = openSource(scriptedSession({}, { answer }));
  expect(await settled(listedRecord(source, "users"))).toMatchObject({ unset: expect.stringContaining("writing") });
});
