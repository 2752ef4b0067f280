import { existsSync, mkdirSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, test } from "vitest";
import { InputError } from "../../fixtures/input-error.ts";
import { loadWorld } from "../../fixtures/worlds/load.ts";
import { worldSchema } from "../../fixtures/worlds/world.ts";
import type { TestSetup } from "../simulation/caller.fixture.ts";
import { openStateDirectory, reopen } from "./state.fixture.ts";

const directory = openStateDirectory();

/** Why a file is not opened; `undefined` if it is. */
async function rejection(path: string, setup?: TestSetup): Promise<string | undefined> {
  try {
    await reopen(path, setup);
    return undefined;
  } catch (error) {
    if (error instanceof InputError) return error.message;
    throw error;
  }
}

describe("a file that cannot be used is reported, and stays unchanged", () => {
  const notAState = "it is not a state file; name one created by orgkit mock --state, or a new one";

  test.each([
    ["text", "name: demo\n", notAState],
    ["bytes", "\0".repeat(100_000), notAState],
    ["the beginning of a database", "SQLite format 3\0", notAState],
  ])("%s", async (_, text, message) => {
    const path = directory.newPath();
    writeFileSync(path, text);
    expect(await rejection(path)).toContain(message);
    expect(readFileSync(path, "utf8")).toBe(text);
  });

  test("another world, another dialect, and a changed world", async () => {
    const path = directory.newPath();
    await reopen(path);
    const before = readFileSync(path);
    expect(await rejection(path, { world: loadWorld("edge", 1) })).toMatch(
      /it was created with the world demo in dialect (\S+), and this is edge in dialect \1; .* start over: --reset-state/,
    );
    expect(await rejection(path, { dialect: { name: "mine" } })).toContain("and this is demo in dialect mine");
    const { accounts, ...demo } = loadWorld("demo", 1);
    const changed = worldSchema.parse({ ...demo, accounts: accounts.slice(1).concat(accounts.slice(0, 1)) });
    expect(await rejection(path, { world: changed })).toContain("has changed since");
    expect(readFileSync(path)).toStrictEqual(before);
  });

  test("a path that cannot be a file", async () => {
    const [taken, file] = [directory.newPath(), directory.newPath()];
    mkdirSync(taken);
    writeFileSync(file, "");
    for (const path of [taken, "/dev/null"]) {
      expect(await rejection(path)).toContain("it is not a file; name a file, or a new one");
    }
    const expected = "; expected a file in a directory that exists and can be written";
    for (const [path, code] of [
      [join(file, "below.state"), "ENOTDIR"],
      [join(directory.path, "nowhere", "my.state"), "ENOENT"],
      [join(directory.path, "x".repeat(300)), "ENAMETOOLONG"],
      // Nobody can write there, not even root.
      ...(existsSync("/proc/self") ? [["/proc/my.state", "ENOENT"] as const] : []),
    ] as const) {
      const message = await rejection(path);
      expect(message).toContain(`it cannot be opened (${code}`);
      expect(message).toContain(expected);
    }
  });

  test.each([
    ["PRAGMA user_version = 3", "it was written by another version of orgkit"],
    ["PRAGMA application_id = 7", notAState],
    ["UPDATE records SET record = replace(record, '{', '') WHERE position = 3", "it is damaged"],
    ["UPDATE meta SET value = '{}'", "it is damaged"],
    ["DELETE FROM meta", "it is damaged"],
    [
      `UPDATE meta SET value = replace(value, '"scenarios":[]', '"scenarios":["earthquake"]')`,
      "earthquake: unknown scenario",
    ],
  ])("a database after %s", async (statement, message) => {
    const path = directory.newPath();
    await reopen(path);
    const db = new DatabaseSync(path);
    db.exec(statement);
    db.close();
    const before = readFileSync(path);
    expect(await rejection(path)).toContain(message);
    expect(readFileSync(path)).toStrictEqual(before);
  });

  test("but not a file whose mock was killed before it wrote anything", async () => {
    const path = directory.newPath();
    await reopen(path);
    const db = new DatabaseSync(path);
    db.exec("DELETE FROM meta; DELETE FROM records");
    db.close();
    expect((await reopen(path)).state.found).toBe("new, begun with 60 users");
    expect((await reopen(path)).state.found).toBe("resumed with 60 users");
  });

  test("a truncated file", async () => {
    const path = directory.newPath();
    await reopen(path);
    truncateSync(path, readFileSync(path).byteLength - 4096);
    expect(await rejection(path)).toContain("it is damaged; restore a copy, or delete it to start over");
  });
});
