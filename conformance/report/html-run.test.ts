import { expect, test } from "vitest";
import { exampleReport, hostile, mendedReport } from "./example-report.fixture.ts";
import { runHtml } from "./html.ts";

const target = (name: string): { name: string; baseUrl: string; dialect: null } => ({
  name,
  baseUrl: "https://x",
  dialect: null,
});

test("the page of a run leads to the report of each target, the worst verdict first of all", () => {
  const page = runHtml(
    [exampleReport({ target: target("one") }), mendedReport({ target: target("two") })],
    (name) => `${name}/report.html`,
  );
  expect(page).toContain('<a href="one/report.html"><b>one</b></a>');
  expect(page).toContain('<a href="two/report.html"><b>two</b></a>');
  expect(page).toContain("1 conforming, 1 non-conforming, 0 inconclusive");
  expect(page).toContain('<div class="verdict non-conforming">');
});

test("what a target calls itself acts on the page as text alone", () => {
  const page = runHtml(
    [exampleReport({ target: { ...target("one"), baseUrl: hostile }, problem: hostile })],
    () => "#",
  );
  expect(page).not.toContain(hostile);
  expect(page.match(/<script>/g)).toHaveLength(1);
});
