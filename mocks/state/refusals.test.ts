import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, test } from "vitest";
import { loadWorld } from "../../fixtures/worlds/load.ts";
import { worldSchema } from "../../fixtures/worlds/world.ts";
import { writeLine } from "./state-line.ts";
import { openStateFolder, refusal, reopen } from "./test-state.ts";

const folder = openStateFolder();
const place = { account: "acct_aurora", kind: "users" } as const;

describe("what cannot be used is named, and left as it is", () => {
  const written = { "orgkit-state": 2, kit: "9.0.0", new: "members" };
  const header = { "orgkit-state": 1, kit: "1.0.0", source: { world: "demo", dialect: "reference", digest: "" } };

  test.each([
    ["a text", "name: demo\n", "it is no state file; expected one that orgkit mock --state began, or none"],
    ["bytes without a line", "\0".repeat(100_000), "it is no state file"],
    [
      "a newer format",
      writeLine(written),
      "it has format 2, written by orgkit 9.0.0; this orgkit reads format 1: update it, or name another file",
    ],
    [
      "a seed or a file that has changed",
      writeLine(header),
      /begun with the world demo in dialect \S+ as they were then, and one of them \(or the seed\) has changed since/,
    ],
    [
      "a damaged first line",
      writeLine(header).replace("demo", "domo"),
      "it is damaged at byte 0, which no interrupted",
    ],
    ["half a first line", writeLine(header).slice(0, -1), "it is damaged at byte 0"],
    ["a first line that is not whole", writeLine({ "orgkit-state": 1 }), "it is damaged at byte 0"],
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
      /it was begun with the world demo in dialect (\S+), and this is edge in dialect \1; start with the former, or name another file/,
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
    expect(await refusal(path)).toContain("it is a folder; expected a file");
    expect(await refusal(join(file, "below.state"))).toContain(
      "its folder is a file; expected the path of a file in a folder (ENOTDIR)",
    );
    expect(await refusal(join(folder.path, "nowhere", "my.state"))).toContain(
      "its folder does not exist; create it (ENOENT)",
    );
    expect(await refusal("/dev/null")).toContain("it is no regular file; expected a file");
    expect(await refusal(join(folder.path, "x".repeat(300)))).toContain("its name is too long");
    expect(readdirSync(path)).toStrictEqual([]);
  });

  test("lines that do not follow from one another", async () => {
    const [path, bad] = [folder.newPath(), folder.newPath()];
    await reopen(path);
    const good = readFileSync(path);
    const at = good.byteLength;
    const ids = [1, 2, 3, 4];
    for (const change of [
      { removed: { id: "usr_other", index: 0 } },
      { added: { record: { id: "usr_x" }, index: 99 } },
      { added: { record: { name: "no id" }, index: 0 } },
      { account: "acct_other" },
    ]) {
      const line = writeLine({ changes: [{ ...place, ...change }], ids });
      writeFileSync(bad, Buffer.concat([good, Buffer.from(line)]));
      expect(await refusal(bad)).toContain(`it is damaged at byte ${at}`);
    }
  });
});
