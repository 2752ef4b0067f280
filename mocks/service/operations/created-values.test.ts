import { expect, test } from "vitest";
import { openTestCaller, readEnvelope, type TestCaller } from "../../simulation/caller.fixture.ts";

const ada = { email: "ada@new.example", name: "Ada" };

type Answers = Readonly<Record<string, unknown>>;

function open(createUser: Answers): Promise<TestCaller> {
  return openTestCaller({ dialect: { createUser } });
}

test.each<readonly [what: string, createUser: Answers, body: object, shown: object]>([
  ["nulls are as any other value", { defaults: { team: "blue" } }, { ...ada, team: null }, { team: null }],
  [
    "members that a required field lacks have defaults",
    { required: ["profile"], defaults: { profile: { locale: "en", name: "nobody" } } },
    { profile: { name: "Ada" } },
    { profile: { locale: "en", name: "Ada" } },
  ],
  [
    "a text may be fresh",
    { generated: { key: "k_{{random}}" } },
    ada,
    { key: expect.stringMatching(/^k_[\da-z]{16}$/) },
  ],
  [
    "what a body has in a list has a place",
    { generated: { team: "{{body.teams.1}}" } },
    { ...ada, teams: ["a", "b"] },
    { team: "b" },
  ],
])("%s", async (_, createUser, body, shown) => {
  const reply = await (await open(createUser)).create(body);
  expect(readEnvelope(reply).data[0]).toMatchObject(shown);
});

test("unique fields may be nested", async () => {
  const caller = await open({ required: [], unique: ["contact.mail"] });
  const statuses = [];
  for (const mail of ["a", "b", "a"]) statuses.push((await caller.create({ contact: { mail } })).status);
  expect(statuses).toStrictEqual([201, 201, 409]);
});
