import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { openTemporaryDirectory } from "../../fixtures/temporary-directory.fixture.ts";
import { brokenLinks, missingPaths, pagesBelow } from "./links.fixture.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

test("the pages of the repository are found, and no others", () => {
  const pages = pagesBelow(root);
  expect(pages).toContain("README.md");
  expect(pages).toContain("mocks/control/control-api.md");
  expect(pages.filter((page) => page.includes("node_modules"))).toStrictEqual([]);
});

test.each(pagesBelow(root))("%s: every link leads somewhere, and every path it names is there", (page) => {
  expect(brokenLinks(root, page)).toStrictEqual([]);
  expect(missingPaths(root, page)).toStrictEqual([]);
});

describe("a link", () => {
  const directory = openTemporaryDirectory();
  directory.write("other.md", "# One `code` heading\n\n## Twice\n\n## Twice\n\n```md\n# None\n```\n");
  directory.write("data.json", "{}");

  function problemsOf(text: string): readonly string[] {
    directory.write("page.md", text);
    return brokenLinks(directory.path, "page.md").map(({ at, target, problem }) => `${at} ${target} ${problem}`);
  }

  test.each([
    "# Here\n[a](#here)",
    "[a](other.md)",
    "[`a`](other.md#one-code-heading)",
    "[a](other.md#twice-1)",
    '![a](data.json "title")',
    "[a]: other.md",
    "[a](https://elsewhere.example/nothing.md#x)",
    "`[a](nothing.md)`",
    "```text\n[a](nothing.md)\n```",
    "<!-- [a](nothing.md) -->",
  ])("that leads somewhere, or is none, is not reported: %j", (text) => {
    expect(problemsOf(text)).toStrictEqual([]);
  });

  test.each([
    ["\n\n[a](nothing.md)", "page.md:3 nothing.md there is no such file"],
    ["[a](other.md#none)", "page.md:1 other.md#none the page has no such heading"],
    ["[a](other.md#twice-2)", "page.md:1 other.md#twice-2 the page has no such heading"],
    ["[a](#nowhere)", "page.md:1 #nowhere the page has no such heading"],
    ["[a](data.json#x)", "page.md:1 data.json#x only a page has anchors"],
    ["[a](../elsewhere.md)", "page.md:1 ../elsewhere.md leads out of the repository"],
    ["[a]: nothing.md", "page.md:1 nothing.md there is no such file"],
    ['<img src="nothing.png">', "page.md:1 nothing.png there is no such file"],
    ["| [`a`](nothing.md) | b |", "page.md:1 nothing.md there is no such file"],
  ])("that leads nowhere is reported with its line: %j", (text, problem) => {
    expect(problemsOf(text)).toStrictEqual([problem]);
  });

  test("and a path of the repository that a page only names, which is not there, is reported, too", () => {
    mkdirSync(join(directory.path, "mocks"));
    directory.write("mocks/there.ts", "");
    directory.write("page.md", "`mocks/there.ts`, `src/x.ts`\n```text\n`mocks/shown.ts`\n```\n`mocks/nothing.ts`\n");
    expect(missingPaths(directory.path, "page.md")).toStrictEqual([
      { at: "page.md:5", target: "mocks/nothing.ts", problem: "there is no such file" },
    ]);
  });
});
