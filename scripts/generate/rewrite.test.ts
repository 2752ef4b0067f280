import { expect, test } from "vitest";
import { openTemporaryDirectory } from "../../fixtures/files/temporary-directory.fixture.ts";
import { differenceFrom, fillPage, rewrite } from "./rewrite.ts";

const directory = openTemporaryDirectory();

test("text between marks is replaced, the rest of a page stays; and outdated files are detected", () => {
  const page = directory.write("page.md", "By hand.\n<!-- generated: list -->\n\nold\n\n<!-- end -->\nToo.\n");
  const text = fillPage(page, { list: "new\n" });
  expect(text).toBe("By hand.\n<!-- generated: list -->\n\nnew\n\n<!-- end -->\nToo.\n");
  expect(differenceFrom(page, text)).toMatch(/page\.md:4\n {2}expected: new\n {2}actual: {3}old$/);
  rewrite(page, text);
  expect(differenceFrom(page, text)).toBeUndefined();
  expect(() => fillPage(page, { list: "", other: "" })).toThrow("has places for list: expected list,other");
});
