import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { openTemporaryFolder } from "../../fixtures/temporary-folder.ts";
import { driftText, findDrift, writeDrifted } from "./drift.ts";

const folder = openTemporaryFolder();
const text = "one\ntwo\nthree\n";

function at(name: string): URL {
  return pathToFileURL(join(folder.path, name));
}

function driftOf(name: string): readonly string[] {
  return findDrift([[at(name), text]]).map((drift) => driftText(drift, folder.path));
}

test("a file that is what it should be has not drifted", () => {
  folder.write("same.md", text);
  expect(driftOf("same.md")).toStrictEqual([]);
});

test.each([
  ["edited.md", "one\n2\nthree\n", 2],
  ["cut.md", "one\ntwo\n", 3],
  ["longer.md", `${text}four\n`, 4],
])("%s is named, with the first line in which it differs", (name, current, line) => {
  folder.write(name, current);
  expect(driftOf(name)).toStrictEqual([
    `${name} is not what its source says, from line ${line} on: run npm run generate and commit what it writes`,
  ]);
});

test("a file that is not there is said to be missing, and written with its folder", () => {
  expect(driftOf("new/page.md")).toStrictEqual([
    "new/page.md is not there: run npm run generate and commit what it writes",
  ]);
  writeDrifted(findDrift([[at("new/page.md"), text]]));
  expect(driftOf("new/page.md")).toStrictEqual([]);
});
