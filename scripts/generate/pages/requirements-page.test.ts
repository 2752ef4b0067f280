import { expect, test } from "vitest";
import { catalogue, obligations } from "../../../conformance/checks/catalogue.ts";
import { levels } from "../../../conformance/checks/requirement.ts";
import { explain } from "../../../conformance/explain/explain.ts";
import { prose } from "./markdown.ts";
import { requirementsPage } from "./requirements-page.ts";

const page = requirementsPage();

function sectionOf(id: string): string {
  return page.split(`\n### ${id}\n`)[1]?.split(/\n##/)[0] ?? "";
}

test.each(catalogue)(
  "$id has an anchor, and all that orgkit explain tells",
  ({ id, level, sections, quote, ...told }) => {
    const text = sectionOf(id);
    expect(page).toContain(`| [${id}](#${id.toLowerCase()}) | ${level} |`);
    const { key, curl } = explain(id) ?? {};
    const parts = "why" in told ? [told.why, told.good, told.bad, told.fix] : [told.recorded, told.example];
    for (const part of [`*${level}*`, ...sections.map((section) => `§${section}`), ...parts]) {
      expect([part, prose(part)].some((form) => text.includes(form))).toBe(true);
    }
    if (quote !== undefined) expect(text).toContain(`\n> “${prose(quote)}”\n`);
    if (key !== undefined) expect(text).toContain(`[\`${key}\`](../dialect/reference.md#`);
    expect(text).toContain(`\n\`\`\`sh\n${curl}\n\`\`\`\n`);
  },
);

test.each(levels)("the requirements and checks of level %s are counted", (level) => {
  const count = catalogue.filter((requirement) => requirement.level === level).length;
  expect(page).toMatch(new RegExp(`\\| \\*${level}\\* \\| .* \\| ${count} \\| ${obligations([level]).length} \\|`));
});

test("what nothing judges is said, with the reason", () => {
  const [, rest = ""] = page.split("\n## What is not judged\n");
  expect(rest).toContain("- events: “Events: not shown.” (§6)\n");
  expect(rest).toContain("- the dialect key `statuses.failure.tooManyRequests`: to provoke it would harm");
  expect(rest).not.toContain("checked by");
});
