import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { brokenLinks, missingPaths, pagesBelow } from "./links.fixture.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

test.each(pagesBelow(root))("%s: every link leads somewhere, and every path it names is there", (page) => {
  expect(brokenLinks(root, page)).toStrictEqual([]);
  expect(missingPaths(root, page)).toStrictEqual([]);
});
