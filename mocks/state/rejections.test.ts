import { mkdirSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { InputError } from "../../fixtures/input/input-error.ts";
import { openWorld } from "../../fixtures/worlds/open.ts";
import type { TestSetup } from "../simulation/caller.fixture.ts";
import { openStateDirectory, reopen } from "./state.fixture.ts";

const directory = openStateDirectory();

async function expectRejection(path: string, message: string, setup?: TestSetup): Promise<void> {
  const error: unknown = await reopen(path, setup).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(InputError);
  expect(error).toMatchObject({ message: expect.stringContaining(message) });
}

function runSql(statement: string): (path: string) => void {
  return (path) => {
    const db = new DatabaseSync(path);
    db.exec(statement);
    db.close();
  };
}

const notAState = "it is not a state file; name one created by orgkit mock --state, or a new one";
const { accounts, ...demo } = await openWorld("demo", 1);

test.each<[what: string, message: string, damage: (path: string) => void, setup?: TestSetup]>([
  ["text", notAState, (path) => writeFileSync(path, "name: demo\n")],
  ["bytes", notAState, (path) => writeFileSync(path, "\0".repeat(100_000))],
  ["half of a state", "it is damaged", (path) => truncateSync(path, readFileSync(path).byteLength - 4096)],
  ["another format", "another version of orgkit", runSql("PRAGMA user_version = 3")],
  ["the database of another application", notAState, runSql("PRAGMA application_id = 7")],
  ["no JSON", "it is damaged", runSql("UPDATE records SET record = replace(record, '{', '') WHERE position = 3")],
  ["other JSON", "it is damaged", runSql("UPDATE meta SET value = '{}'")],
  ["records only", "it is damaged", runSql("DELETE FROM meta")],
  [
    "an unknown scenario",
    "earthquake: unknown scenario",
    runSql(`UPDATE meta SET value = replace(value, '"scenarios":[]', '"scenarios":["earthquake"]')`),
  ],
  ["another world", "and this is edge in dialect reference; ", () => undefined, { world: await openWorld("edge", 1) }],
  ["another dialect", "and this is demo in dialect mine", () => undefined, { dialect: { name: "mine" } }],
  [
    "a world in another order",
    "has changed since",
    () => undefined,
    { world: { ...demo, accounts: accounts.toReversed() } },
  ],
])("a file with %s is reported, and stays unchanged: %s", async (_, message, damage, setup) => {
  const path = directory.newPath();
  await reopen(path);
  damage(path);
  const before = readFileSync(path);
  await expectRejection(path, message, setup);
  expect(readFileSync(path)).toStrictEqual(before);
});

test("a file whose mock was killed before it wrote anything is used", async () => {
  const path = directory.newPath();
  await reopen(path);
  runSql("DELETE FROM meta; DELETE FROM records")(path);
  expect((await reopen(path)).state.found).toBe("new, begun with 60 users");
  expect((await reopen(path)).state.found).toBe("resumed with 60 users");
});

test("a path that cannot be a file is reported with the reason", async () => {
  const [parent, file] = [directory.newPath(), directory.newPath()];
  mkdirSync(parent);
  writeFileSync(file, "");
  await expectRejection(parent, "it is not a file; name a file, or a new one");
  await expectRejection("/dev/null", "it is not a file; name a file, or a new one");
  await expectRejection(join(file, "below.state"), "it cannot be opened (ENOTDIR");
  await expectRejection(join(parent, "nowhere", "my.state"), "it cannot be opened (ENOENT");
  await expectRejection(join(parent, "x".repeat(300)), "it cannot be opened (ENAMETOOLONG");
});
