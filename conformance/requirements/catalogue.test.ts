import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { openPoints } from "../../fixtures/contract/open-points.ts";
import { listOperationIds, operationIds, scopeOf } from "../../fixtures/contract/operations.ts";
import { judgeForeignRecords } from "../rules/accounts.ts";
import { catalogue, obligationName, obligations } from "./catalogue.ts";
import { isRuled, levels } from "./requirement.ts";

/** An id is stable forever, and so is its level: new ones are appended. */
const frozen = {
  stated: "PATH-01 ENV-01 ENV-02 ENV-03 ENV-04 ENV-05 ENV-06 AUTH-01 AUTH-06 SCOPE-01 PAGE-01 TOTAL-01".split(" "),
  implied:
    "ENV-07 ENV-08 ENV-09 AUTH-02 AUTH-03 AUTH-04 AUTH-05 AUTH-07 AUTH-08 AUTH-09 AUTH-10 AUTH-11 KIND-01 SUB-01 SUB-02 SUB-03 CREATE-01 CREATE-02 CREATE-03 CREATE-04 SCOPE-03 READ-01".split(
      " ",
    ),
  // 0.2 retired DECL-34 and DECL-35, about paths without the version and with another.
  declared: [...numbered("DECL", 33), "DECL-36"],
  observed: [...numbered("OBS", 19), "SCOPE-02"],
};

function numbered(area: string, last: number): readonly string[] {
  return Array.from({ length: last }, (_, index) => `${area}-${String(index + 1).padStart(2, "0")}`);
}

test.each(levels)("the catalogue has each id of level %s exactly once", (level) => {
  const ids = catalogue.filter((requirement) => requirement.level === level).map(({ id }) => id);
  expect(ids.toSorted()).toStrictEqual(frozen[level].toSorted());
});

/** The tests of rules, as text without imports. */
const testsOfRules = globSync(`${import.meta.dirname}/../rules/*.test.ts`)
  .map((path) => readFileSync(path, "utf8").replaceAll(/^import [^;]*;$/gm, ""))
  .join("\n");

test.each(catalogue.filter(isRuled))("$id and its rules have rows in the tests of rules", ({ id, judgedBy }) => {
  const missing = [`"${id}"`, ...judgedBy.map(({ name }) => `\\b${name}\\b`)].filter(
    (pattern) => !new RegExp(pattern).test(testsOfRules),
  );
  expect(missing).toStrictEqual([]);
});

test("responses and credentials are checked on each operation, and nothing twice on one", () => {
  const general = catalogue.filter(({ id }) => /^(PATH|ENV|AUTH-0[1-8])/.test(id));
  for (const { id, operations } of general) expect(operations, id).toStrictEqual(operationIds);
  const names = obligations(levels).map(obligationName);
  expect(new Set(names).size).toBe(names.length);
});

test.each(listOperationIds)("%s: its requirement judges whose the records are", (operation) => {
  const requirement = catalogue.find(({ id }) => id === scopeOf(operation).requirement);
  expect(requirement).toMatchObject({
    operations: expect.arrayContaining([operation]),
    judgedBy: expect.arrayContaining([judgeForeignRecords]),
  });
});

test("every open point that an exchange can show is observed once", () => {
  const observed = openPoints.filter((point) => point.observed !== undefined);
  // §1 describes what cannot be seen from outside, §6 events.
  expect(observed).toStrictEqual(openPoints.filter(({ section }) => section !== "1" && section !== "6"));
});

/** The text of each section, by number. */
const sections = new Map(
  readFileSync(new URL("../../fixtures/contract/interface.md", import.meta.url), "utf8")
    .split(/^## /m)
    .slice(1)
    .map((section) => [section.slice(0, section.indexOf(".")), section]),
);

test.each(catalogue)("$id quotes one of its sections, unless a dialect sets it", ({ level, quote, ...one }) => {
  if (level === "declared") expect(quote).toBeUndefined();
  else expect(one.sections.map((section) => sections.get(section)).join("")).toContain(quote ?? "(no quote)");
});

test("each line that says not shown is the quote of an open point", () => {
  const silent = [...sections].flatMap(([section, lines]) =>
    lines
      .split("\n")
      .filter((line) => line.includes("not shown"))
      .map((line) => `§${section}: ${line.replace(/^- /, "")}`),
  );
  const quotes = openPoints.map(({ section, quote }) => `§${section}: ${quote}`);
  expect(new Set(quotes)).toStrictEqual(new Set(silent));
});

/** How statements begin that no requirement quotes, with the reason. */
const unquoted: Readonly<Record<string, string>> = {
  "The service is an HTTP API": "every check speaks HTTP, and purpose cannot be seen on the wire",
  "It returns billing invoices": "§5 says it again, and SCOPE-01 judges it there",
  "All paths are relative to {base_url}.": "it says how to write an address; PATH-01 requests it",
  "Every call carries the authorization header": "§5 says it again: the row Applies to, which AUTH-02 quotes",
  "| GET | /api/v1/users |": "PATH-01, ENV-01 to ENV-05 and PAGE-01, each by a sentence of its own",
  "| GET | /api/v1/invoices |": "PATH-01, ENV-01 to ENV-05 and SCOPE-01, each by a sentence of its own",
};

/** What a line states: a row, or its cells that say "not shown" beside something else; otherwise its sentences. */
function statementsIn(line: string): readonly string[] {
  if (!line.startsWith("|")) return line.replace(/^- /, "").split(/(?<=\.) (?=[A-Z])/);
  const open = line.split("|").filter((cell) => cell.includes("not shown"));
  return open.length === 0 ? [line] : open.filter((cell) => cell.trim() !== "not shown");
}

/** The statements of a section, without headings, table headers and what is open as a whole. */
function statements(section: string): readonly string[] {
  const body = (sections.get(section) ?? "").replaceAll(/^.*\n\|[-|]+\|$/gm, "");
  return body
    .split("\n")
    .slice(1)
    .filter((line) => line !== "" && !/^#|:$|^(?:- )?[^.;|]*: not shown\.$/.test(line))
    .flatMap(statementsIn);
}

test("every statement of the document is quoted by a requirement, or has a reason why not", () => {
  const missing = ["1", "2", "4", "5", "9"]
    .flatMap(statements)
    .filter((statement) => !catalogue.some(({ quote }) => quote && statement.includes(quote)));
  const starts = Object.keys(unquoted);
  const found = missing.map((statement) => starts.find((start) => statement.startsWith(start)) ?? statement);
  expect(found.toSorted()).toStrictEqual(starts.toSorted());
});
