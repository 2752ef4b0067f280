import { describe, expect, test } from "vitest";
import { z } from "zod";
import { dialectSchema } from "../../../fixtures/dialect/dialect.ts";
import { keysBelow } from "../schema/keys.ts";
import { nodeOf } from "../schema/node.ts";
import { checkedBy } from "./checked-by.ts";
import { dialectPage } from "./dialect-page.ts";

const page = dialectPage();
const { properties = {} } = nodeOf(dialectSchema);
const areas = Object.entries(properties).filter(([name]) => !["$schema", "name", "description"].includes(name));
const keys = areas.flatMap(([area, node]) => keysBelow(node).map((key) => ({ ...key, area })));

/** What a dialect holds as a value, though it is an object. */
const wholes = new Set(["createUser.defaults", "createUser.generated", "records.user"]);

function leaves(path: string, value: unknown): readonly string[] {
  const members = z.record(z.string(), z.unknown()).safeParse(value);
  if (!members.success || wholes.has(path) || path.startsWith("records.")) return [path];
  return Object.entries(members.data).flatMap(([name, member]) => leaves(`${path}.${name}`, member));
}

function sectionOf(area: string): string {
  return page.split(`\n## ${area}\n`)[1]?.split("\n## ")[0] ?? "";
}

describe.each(areas)("%s", (area, node) => {
  test("has every key that the reference dialect has", () => {
    const values: unknown = Object.entries(dialectSchema.parse({})).find(([name]) => name === area)?.[1];
    for (const path of leaves(area, values)) {
      const key = path.slice(area.length + 1).replace(/^(users|invoices)\.(?=.)/, "*.");
      expect(sectionOf(area)).toContain(`\n| \`${key}\` |`);
    }
  });

  test("says which sections of the document leave it open, and quotes them", () => {
    expect(node.description).toMatch(/^§\d(, §\d)*: .+\.$/);
    expect(sectionOf(area)).toMatch(/\n- “.*not shown.*” \(§\d\)\n/);
  });

  test("has an example that is a dialect, in YAML", () => {
    expect(node.examples).toHaveLength(1);
    expect(dialectSchema.safeParse({ [area]: node.examples?.[0] }).error).toBeUndefined();
    expect(sectionOf(area)).toContain(`\`\`\`yaml\n${area}:\n`);
  });
});

test.each(keys)("$area $path is described in a sentence", ({ text }) => {
  expect(text).toMatch(/^[A-Z`].+\.$/);
});

test.each(keys)("$area $path is checked by a requirement, or it is said why not", ({ area, path }) => {
  const { ids, reason } = checkedBy(`${area}.${path}`);
  if (reason !== undefined) expect(sectionOf(area)).toContain(`- \`${path}\`: `);
  else expect(ids.length).toBeGreaterThan(0);
});

test("what checks a key is the requirement of the nearest key above", () => {
  expect(checkedBy("sorting.unknownField")).toStrictEqual({ ids: ["DECL-09"] });
  expect(checkedBy("sorting.parameter")).toStrictEqual({ ids: ["DECL-08"] });
  expect(checkedBy("paging.*.parameters.page")).toStrictEqual({ ids: ["DECL-01"] });
  expect(checkedBy("statuses.failure.conflict")).toStrictEqual({ ids: ["DECL-23"] });
  expect(checkedBy("name")).toStrictEqual({ ids: [] });
});
