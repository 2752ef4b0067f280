import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openTemporaryFolder } from "../../../fixtures/temporary-folder.ts";
import { atLeast } from "./goals.ts";
import { ratio } from "./numbers.ts";
import { reportText, writeReport, type Report } from "./write-report.ts";

const folder = openTemporaryFolder();

const report: Report = {
  startedAt: "2026-01-02T03:04:05.000Z",
  rounds: 5,
  seconds: 3,
  sections: {
    list: {
      title: "listUsers",
      method: "Pages.",
      tables: [],
      goals: [atLeast("speed", 0.9, 0.85, ratio)],
      figures: [{ file: "list.svg", svg: "<svg/>", caption: "Pages" }],
      data: { bare: [1] },
    },
  },
  omitted: [{ name: "WireMock 3.13", reason: "there is no Java here" }],
};

test("goals stand first, what was not measured last", () => {
  const titles = [...reportText(report).matchAll(/^## (.*)$/gm)].map(([, title]) => title);
  expect(titles).toStrictEqual(["Goals", "listUsers", "Not measured"]);
  expect(reportText(report)).toContain("- WireMock 3.13: there is no Java here\n");
});

test("writes the text, the numbers and the pictures", () => {
  const out = join(folder.path, "report");
  writeReport(out, report);
  expect(readdirSync(out).toSorted()).toStrictEqual(["bench.json", "bench.md", "list.svg"]);
  expect(JSON.parse(readFileSync(join(out, "bench.json"), "utf8"))).toMatchObject({
    rounds: 5,
    sections: { list: { goals: [{ name: "speed", isMet: true }], data: { bare: [1] } } },
    omitted: [{ name: "WireMock 3.13" }],
  });
});
