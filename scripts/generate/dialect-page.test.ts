import { describe, expect, test } from "vitest";
import { z } from "zod";
import { catalogue, findRequirement } from "../../conformance/checks/catalogue.ts";
import { dialectSchema } from "../../fixtures/dialect/dialect.ts";
import { keysByRequirement } from "../../fixtures/dialect/keys.ts";
import { keysBelow, nodeOf } from "./schema-keys.ts";
import { dialectPage } from "./dialect-page.ts";

const page = dialectPage();
const { properties = {} } = nodeOf(dialectSchema);
const areas = Object.entries(properties).filter(
  ([name]) => !["$schema", "name", "description", "subscriptions"].includes(name),
);
const keys = areas.flatMap(([area, node]) => keysBelow(node).map((key) => ({ ...key, area })));

/** Keys whose value is an object. */
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
  test("has every key of the reference dialect", () => {
    const values: unknown = Object.entries(dialectSchema.parse({})).find(([name]) => name === area)?.[1];
    for (const path of leaves(area, values)) {
      const key = path
        .slice(area.length + 1)
        .replace(/^(users|invoices)\.(?=.)/, "*.")
        .replace(/^ids\..*/, "ids.*");
      expect(sectionOf(area)).toContain(`\n| \`${key}\` |`);
    }
  });

  test("lists and quotes the sections of the document that leave it open", () => {
    expect(node.description).toMatch(/^§\d(, §\d)*: .+\.$/);
    expect(sectionOf(area)).toMatch(/\n- “.*not shown.*” \(§\d\)\n/);
  });

  test("has an example, in YAML", () => {
    expect(sectionOf(area)).toMatch(`\`\`\`yaml\n${area}:\n`);
  });
});

test.each(keys)("$area $path has a description", ({ text }) => {
  expect(text).toMatch(/^[A-Z`].+\.$/);
});

test.each(keys)(
  "$area $path has a requirement that checks it, or a reason why none does",
  ({ area, checks, unchecked }) => {
    if (unchecked !== undefined) expect(sectionOf(area)).toContain(`none: ${unchecked}`);
    else expect(checks.map((id) => findRequirement(id)?.level)).toContain("declared");
  },
);

test("each requirement of level declared is about one key", () => {
  const declared = catalogue.filter(({ level }) => level === "declared").map(({ id }) => id);
  expect([...keysByRequirement().keys()].toSorted()).toStrictEqual(declared);
});
