import { expect, test } from "vitest";
import { catalogue } from "../../../fixtures/contract/catalogue.ts";
import { explain } from "../../../conformance/explain/explain.ts";
import { prose } from "./markdown.ts";
import { requirementsPage } from "./requirements-page.ts";

const page = requirementsPage();

function sectionOf(id: string): string {
  return page.split(`\n### ${id}\n`)[1]?.split(/\n##/)[0] ?? "";
}

test.each(catalogue)("$id has an anchor, and all that orgkit explain tells", ({ id, level, sections, quote }) => {
  const explained = explain(id);
  const text = sectionOf(id);
  expect(page).toContain(`| [${id}](#${id.toLowerCase()}) | ${level} |`);
  expect(text).toContain(`*${level}*`);
  for (const section of sections) expect(text).toContain(`§${section}`);
  if (quote !== undefined) expect(text).toContain(`\n> “${prose(quote)}”\n`);
  if (explained?.key !== undefined) expect(text).toContain(`[\`${explained.key}\`](../dialect/reference.md#`);
  expect(text).toContain(`\n\`\`\`sh\n${explained?.curl}\n\`\`\`\n`);
  const { call: _, ...parts } = explained?.explanation ?? {};
  for (const part of Object.values(parts).flatMap((value) => value.split("\n"))) {
    expect([part, prose(part)].some((form) => text.includes(form))).toBe(true);
  }
});

test("the levels are counted", () => {
  expect(page).toContain("| *stated* | the document says it | 11 | 38 |");
  expect(page).toContain("| *observed* | the document is silent: recorded, never failed | 19 | 46 |");
});

test("what nothing judges is said, with the reason", () => {
  const [, rest = ""] = page.split("\n## What is not judged\n");
  expect(rest).toContain("- events: “Events: not shown.” (§6)\n");
  expect(rest).toContain("- the dialect key `statuses.failure.tooManyRequests`: to provoke it would harm");
  expect(rest).not.toContain("checked by");
});
