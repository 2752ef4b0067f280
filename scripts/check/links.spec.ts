import { join } from "node:path";
import { expect } from "@playwright/test";
import { test } from "../cli.fixture.ts";
import { packedFile, unpack } from "../release/packed.fixture.ts";
import { brokenLinks, pagesBelow } from "./links.fixture.ts";

test("every link of the packed pages leads to what is packed", async ({ directory }) => {
  unpack(await packedFile(), directory);
  const root = join(directory, "node_modules/orgkit");
  const pages = pagesBelow(root);
  expect(pages).toEqual(expect.arrayContaining(["README.md", "mocks/README.md", "scripts/commands/commands.md"]));
  expect(pages.flatMap((page) => brokenLinks(root, page))).toEqual([]);
});
