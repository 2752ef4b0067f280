import { pbkdf2 } from "node:crypto";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openTemporaryDirectory } from "../../fixtures/temporary-directory.fixture.ts";
import { watchFiles } from "./watch-files.ts";

const directory = openTemporaryDirectory();

test("an edit right after the start is reported, also on a busy machine", async () => {
  directory.write("world.json", "1");
  const changes: string[] = [];
  const files = watchFiles({
    changed: (name) => {
      changes.push(name);
      return Promise.resolve();
    },
    lost: () => {},
  });
  // Occupies all threads of Node's file system for a moment.
  for (let index = 0; index < 8; index += 1) pbkdf2("x", "x", 50_000, 64, "sha512", () => {});
  files.follow([join(directory.path, "world.json")]);
  directory.write("world.json", "12");
  await expect.poll(() => changes, { timeout: 5000 }).toEqual(["world.json"]);
  files.follow([]);
});
