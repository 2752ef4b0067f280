import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { checkout } from "../cli.fixture.ts";
import { shownFile } from "./page-blocks.fixture.ts";

const example = join(checkout, "mocks/adapters/example-project");

test.each(readdirSync(example))("mocks/README.md shows %s, which tests run, as it is", (name) => {
  const page = readFileSync(join(checkout, "mocks/README.md"), "utf8");
  expect(shownFile(page, name)).toBe(readFileSync(join(example, name), "utf8"));
});
