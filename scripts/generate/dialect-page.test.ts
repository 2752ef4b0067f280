import { expect, test } from "vitest";
import { openPointRows } from "../../conformance/open-points/open-points.ts";
import { catalogue, findRequirement } from "../../conformance/requirements/catalogue.ts";
import { dialectSchema } from "../../fixtures/dialect/dialect.ts";
import { keysByRequirement } from "../../fixtures/dialect/keys.ts";
import { isObject } from "../../fixtures/values/json.ts";
import { keysBelow, toSchemaNode } from "../describe/schema-keys.ts";
import { dialectPage } from "./pages.ts";

const page = await dialectPage();
const {
  $schema: _,
  name: __,
  description: ___,
  likely: _____,
  subscriptions: ____,
  ...areas
} = toSchemaNode(dialectSchema).properties ?? {};
const keys = Object.entries(areas).flatMap(([area, node]) => keysBelow(node).map((key) => ({ ...key, area })));
const defaults = new Map<string, unknown>(Object.entries(dialectSchema.parse({})));

function sectionOf(area: string): string {
  return page.split(`\n## ${area}\n`)[1]?.split("\n## ")[0] ?? "";
}

test.each(Object.entries(areas))("%s has its keys, what leaves it open, and an example", (area, node) => {
  const section = sectionOf(area);
  const values = defaults.get(area);
  for (const key of isObject(values) ? Object.keys(values) : []) {
    expect(section).toMatch(new RegExp(`\\n\\| \`(${key}|\\*)[.\`]`));
  }
  expect(node.description).toMatch(/^§\d(, §\d)*: .+\.$/);
  expect(section).toMatch(/\n- “.*not shown.*” \(§\d\)\n/);
  expect(section).toMatch(`\`\`\`yaml\n${area}:\n`);
});

test.each(keys)("$area $path has a description, and a requirement that checks it or a reason why none does", (key) => {
  expect(key.text).toMatch(/^[A-Z`].+\.$/);
  if (key.unchecked !== undefined) expect(sectionOf(key.area)).toContain(`none: ${key.unchecked}`);
  else expect(key.checks.map((id) => findRequirement(id)?.level)).toContain("declared");
});

test.each(keys)("$area $path is read by a row that its requirement judges", ({ area, path, checks }) => {
  const parts = [area, ...path.split(".")];
  const rows = openPointRows
    .map((row) => ({ ...row, parts: row.key.split(".") }))
    .filter((row) => row.parts.every((part, index) => [part, "*"].includes(parts[index] ?? "")));
  expect(rows).not.toEqual([]);
  // A row of the key itself reads it rather than one of what it belongs to.
  const length = Math.max(...rows.map((row) => row.parts.length));
  const judging = rows.filter((row) => row.parts.length === length).flatMap(({ requirement }) => requirement ?? []);
  expect(checks).toEqual(expect.arrayContaining(judging));
});

test("each requirement of level declared is about one key", () => {
  const declared = catalogue.filter(({ level }) => level === "declared").map(({ id }) => id);
  expect([...keysByRequirement().keys()].toSorted()).toStrictEqual(declared.toSorted());
});
