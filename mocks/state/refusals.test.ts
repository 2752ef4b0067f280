import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, test } from "vitest";
import { loadWorld } from "../../fixtures/worlds/load.ts";
import { worldSchema } from "../../fixtures/worlds/world.ts";
import { openStateFolder, refusal, reopen } from "./test-state.ts";

const folder = openStateFolder();

describe("what cannot be used is named, and left as it is", () => {
  const notAState = "it is not a state file; expected one that orgkit mock --state created, or none";

  test.each([
    ["a text", "name: demo\n", notAState],
    ["bytes", "\0".repeat(100_000), notAState],
    ["the beginning of a database", "SQLite format 3\0", notAState],
    [
      "a file of orgkit 0.1",
      `deadbeef {"orgkit-state":1,"kit":"0.1.0"}\n${"x".repeat(1000)}`,
      "it was written by orgkit 0.1, whose format this orgkit does not read; name another file to start over",
    ],
  ])("%s", async (_, text, message) => {
    const path = folder.newPath();
    writeFileSync(path, text);
    expect(await refusal(path)).toMatch(message);
    expect(readFileSync(path, "utf8")).toBe(text);
    expect(folder.namesLike(path)).toStrictEqual([basename(path)]);
  });

  test("another world, another dialect, and a world that has changed", async () => {
    const path = folder.newPath();
    await reopen(path);
    const before = readFileSync(path);
    expect(await refusal(path, { world: loadWorld("edge", 1) })).toMatch(
      /it was created with the world demo in dialect (\S+), and this is edge in dialect \1; start with the former, or name another file/,
    );
    expect(await refusal(path, { dialect: { name: "mine" } })).toContain("and this is demo in dialect mine");
    const { accounts, ...demo } = loadWorld("demo", 1);
    const changed = worldSchema.parse({ ...demo, accounts: accounts.slice(1).concat(accounts.slice(0, 1)) });
    expect(await refusal(path, { world: changed })).toContain("has changed since");
    expect(readFileSync(path)).toStrictEqual(before);
  });

  test("a folder, a path through a file, a folder that does not exist, what is no file", async () => {
    const path = folder.newPath();
    mkdirSync(path);
    const file = folder.newPath();
    writeFileSync(file, "");
    expect(await refusal(path)).toContain("it is a directory; expected a file");
    expect(await refusal(join(file, "below.state"))).toContain(
      "its directory is a file; expected the path of a file in a directory (ENOTDIR)",
    );
    expect(await refusal(join(folder.path, "nowhere", "my.state"))).toContain(
      "its directory does not exist; create it (ENOENT)",
    );
    expect(await refusal("/dev/null")).toContain("it is not a regular file; expected a file");
    expect(await refusal(join(folder.path, "x".repeat(300)))).toContain("its name is too long");
    expect(readdirSync(path)).toStrictEqual([]);
  });

  test.each([
    ["PRAGMA user_version = 3", "it has format 3, written by another version; this orgkit reads format 2"],
    ["PRAGMA application_id = 7", "it is not a state file"],
    ["DELETE FROM records WHERE key = 1", /it is damaged: it holds \d+ of \d+ records/],
    ["UPDATE records SET key = 1000 WHERE key = 1", "it is damaged: record 1000 is not as it was written"],
    ["UPDATE records SET record = replace(record, 'a', 'b') WHERE key = 2", "record 2 is not as it was written"],
    ["UPDATE meta SET value = '{}' WHERE name = 'current'", 'its entry "current" is not as it was written'],
    ["DELETE FROM meta", 'its entry "start" is not as it was written'],
  ])("a database after %s", async (statement, message) => {
    const path = folder.newPath();
    await reopen(path);
    const db = new DatabaseSync(path);
    db.exec(statement);
    db.close();
    const before = readFileSync(path);
    expect(await refusal(path)).toMatch(message);
    expect(readFileSync(path)).toStrictEqual(before);
    expect(folder.namesLike(path)).not.toContain(`${basename(path)}.lock`);
  });
});
