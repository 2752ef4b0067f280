import { expect, test } from "vitest";
import { envelope, scriptedSession, type ScriptedResponse } from "../checks/scripted-session.fixture.ts";
import { openSource } from "../discovery/source.ts";
import type { Call } from "../target/call.ts";
import { takeSample } from "./sample.ts";

test.each<[what: string, idName: string, isShown: boolean]>([
  ["ids", "uid", true],
  ["no ids", "name", true],
  ["no response with the user", "uid", false],
])("users that the run created are no part of a sample: with %s", async (_, idName, isShown) => {
  const users: object[] = [{ [idName]: "u-1", login: "ada", age: 41 }];
  const answer = ({ operation, query = {} }: Call, body: string): ScriptedResponse => {
    if (operation === "listInvoices") return envelope([]);
    if (operation === "listUsers")
      return "page" in query ? envelope([], 2, users.length) : envelope(users, 1, users.length);
    const made = { [idName]: `u-${users.length + 1}`, ...Object(JSON.parse(body)) };
    users.push(made);
    return { status: 201, ...envelope(isShown ? [made] : []) };
  };
  const source = openSource(scriptedSession({}, { answer }));
  await source.ask({ operation: "createUser", body: { login: 12_345, age: null } });
  await source.ask({ operation: "createUser", body: { login: "", age: "orgkit" } });
  const { records } = await takeSample(source);
  expect(records.users.map(({ login }) => login)).toEqual(["ada"]);
});
