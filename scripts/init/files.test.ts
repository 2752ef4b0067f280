import { chmodSync, existsSync, readdirSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { inputErrorOf } from "../../fixtures/temporary-directory.fixture.ts";
import { planFile, writeFiles, type PlannedFile } from "./files.ts";
import { openTestProject } from "./test-project.fixture.ts";

function planAll(directory: string, files: Readonly<Record<string, string>>): readonly PlannedFile[] {
  return Object.entries(files).map(([path, text]) => planFile(directory, { path, text }, "change"));
}

test("files are written with their directories, and nothing else remains", () => {
  const { directory, read } = openTestProject({ "b.txt": "old" });
  chmodSync(join(directory, "b.txt"), 0o600);
  writeFiles(planAll(directory, { "x/y/a.txt": "a", "b.txt": "b" }));
  expect([read("x/y/a.txt"), read("b.txt")]).toStrictEqual(["a", "b"]);
  expect(statSync(join(directory, "b.txt")).mode & 0o777).toBe(0o600);
  expect(readdirSync(directory).toSorted()).toStrictEqual(["b.txt", "x"]);
});

test("if a file cannot be written, the message lists the written ones", () => {
  const { directory, write } = openTestProject();
  const planned = planAll(directory, { "x/y/a.txt": "a" });
  // Its directory was replaced by a file.
  write("x", "");
  expect(inputErrorOf(() => writeFiles(planned))).toContain(
    "x/y/a.txt: it cannot be written (ENOTDIR); nothing was written",
  );
  const both = planAll(directory, { "a.txt": "a" }).concat(planned);
  expect(inputErrorOf(() => writeFiles(both))).toContain("only a.txt was written");
});

test("a file changed in the meantime is not overwritten, and nothing else is written", () => {
  const { directory, read, write } = openTestProject({ "a.txt": "old a", "b.txt": "old b" });
  const planned = planAll(directory, { "a.txt": "new a", "x/c.txt": "c", "b.txt": "new b" });
  write("b.txt", "mine");
  expect(inputErrorOf(() => writeFiles(planned))).toContain(
    "b.txt: it was changed in the meantime; nothing was written",
  );
  expect([read("a.txt"), read("b.txt")]).toStrictEqual(["old a", "mine"]);
  expect(readdirSync(directory).toSorted()).toStrictEqual(["a.txt", "b.txt"]);
});

test("a dangling link is replaced, not followed", () => {
  const { directory, read } = openTestProject();
  symlinkSync("../elsewhere.txt", join(directory, "a.txt"));
  writeFiles(planAll(directory, { "a.txt": "a" }));
  expect([read("a.txt"), existsSync(join(directory, "../elsewhere.txt"))]).toStrictEqual(["a", false]);
});

test("kept and skipped files are not touched", () => {
  const { directory } = openTestProject({ "a.txt": "a" });
  const before = statSync(join(directory, "a.txt")).mtimeMs;
  const planned = planAll(directory, { "a.txt": "a" });
  writeFiles([...planned, ...planned.map((file) => ({ ...file, text: "b", action: "leave" as const }))]);
  expect(statSync(join(directory, "a.txt")).mtimeMs).toBe(before);
});
