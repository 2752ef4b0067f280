import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { openPoints } from "../../fixtures/contract/open-points.ts";
import { operationIds } from "../../fixtures/contract/operations.ts";
import { catalogue, findRequirement, obligationName, obligations } from "./catalogue.ts";
import { levels } from "./requirement.ts";

/** An id is stable forever, and so is its level: new ones are appended. */
const frozen = {
  stated: "PATH-01 ENV-01 ENV-02 ENV-03 ENV-04 ENV-05 ENV-06 AUTH-01 AUTH-06 SCOPE-01 PAGE-01 TOTAL-01".split(" "),
  implied:
    "ENV-07 ENV-08 ENV-09 AUTH-02 AUTH-03 AUTH-04 AUTH-05 AUTH-07 AUTH-08 AUTH-09 SUB-01 SUB-02 SUB-03 CREATE-01 CREATE-02 CREATE-03 CREATE-04 SCOPE-03 READ-01".split(
      " ",
    ),
  // 0.2 retired DECL-34 and DECL-35, about paths without the version and with another.
  declared: numbered("DECL", 33),
  observed: numbered("OBS", 19),
};

function numbered(area: string, last: number): readonly string[] {
  return Array.from({ length: last }, (_, index) => `${area}-${String(index + 1).padStart(2, "0")}`);
}

describe("the catalogue", () => {
  test.each(levels)("has each id of level %s exactly once", (level) => {
    const ids = catalogue.filter((requirement) => requirement.level === level).map(({ id }) => id);
    expect(ids).toEqual(expect.arrayContaining([...frozen[level]]));
    expect(new Set(ids).size).toBe(ids.length);
  });

  test.each(catalogue.filter(({ id }) => /^(PATH|ENV|AUTH-0[1-8])/.test(id)))("checks $id on each operation", (one) => {
    expect(one.operations).toStrictEqual(operationIds);
  });

  test("checks no requirement twice on one operation", () => {
    const names = obligations(levels).map(obligationName);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toStrictEqual([]);
    expect(names.slice(0, 2)).toStrictEqual(["PATH-01 listUsers", "PATH-01 createUser"]);
  });

  test("records every open point that an exchange can show, each once", () => {
    const recorded = catalogue.flatMap((one) =>
      one.id.startsWith("OBS-") && "openPoint" in one ? [one.openPoint] : [],
    );
    // §1 describes what cannot be seen from outside, §6 events.
    const shown = openPoints.filter(({ section }) => section !== "1" && section !== "6").map(({ id }) => id);
    expect(recorded.toSorted()).toStrictEqual(shown.toSorted());
  });
});

const text = readFileSync(new URL("../../fixtures/contract/interface.md", import.meta.url), "utf8");

/** The text of each section, by number. */
const sections = new Map(
  text
    .split(/^## /m)
    .slice(1)
    .map((section) => [section.slice(0, section.indexOf(".")), section]),
);

describe("quotes of the document", () => {
  test.each(catalogue)(
    "$id quotes one of its sections verbatim, unless a dialect sets it",
    ({ level, quote, ...one }) => {
      if (level === "declared") expect(quote).toBeUndefined();
      else expect(one.sections.map((section) => sections.get(section)).join("")).toContain(quote ?? "(no quote)");
    },
  );

  test.each(openPoints)("the open point $id quotes a line of §$section that says it is not shown", (point) => {
    const lines = (sections.get(point.section) ?? "").split("\n").map((line) => line.replace(/^- /, ""));
    expect(lines).toContain(point.quote);
    expect(point.quote).toContain("not shown");
  });

  test("every line that says not shown is an open point", () => {
    const silent = text.split("\n").filter((line) => line.includes("not shown"));
    expect(silent).not.toStrictEqual([]);
    expect(silent.filter((line) => !openPoints.some(({ quote }) => line.replace(/^- /, "") === quote))).toStrictEqual(
      [],
    );
  });
});

/** Statements of the document that no requirement quotes, with the reason. */
const unquoted: Readonly<Record<string, string>> = {
  "The service is an HTTP API for programmatic integration.":
    "Every check speaks HTTP; a target that does not fails them all, and purpose cannot be seen on the wire.",
  "It returns billing invoices for the authenticated account.":
    "§5 says it again as a rule, and SCOPE-01 judges it there.",
  "All paths are relative to {base_url}.": "It says how to write an address; PATH-01 calls {base_url}/api/v1/….",
  "Every call carries the authorization header described in section 5.":
    "§5 says it again as a rule: the row Applies to, which AUTH-02 quotes.",
  "| GET | /api/v1/users | List users of the organization, paginated | none in the examples | Envelope: `data` (array), `meta` (object with `page`, `total`) |":
    "PATH-01 judges method and path, ENV-01 to ENV-05 the response, PAGE-01 the paging, each by a sentence of its own.",
  "| GET | /api/v1/invoices | List billing invoices of the authenticated account | none in the examples | Envelope as above |":
    "PATH-01 judges method and path, ENV-01 to ENV-05 the response, SCOPE-01 whose invoices they are.",
};

function isTableHead(line: string, next: string | undefined): boolean {
  return /^\|[-|]+\|$/.test(line) || /^\|[-|]+\|$/.test(next ?? "");
}

/** The sentences, bullets and table rows of a section, without headings, table headers and what is not shown. */
function statements(section: string): readonly string[] {
  const lines = (sections.get(section) ?? "").split("\n").slice(1);
  return lines
    .filter((line, index) => !isTableHead(line, lines[index + 1]))
    .filter((line) => line !== "" && !/^#|:$|not shown/.test(line))
    .flatMap((line) => (line.startsWith("|") ? [line] : line.replace(/^- /, "").split(/(?<=\.) (?=[A-Z])/)));
}

test("every statement of the document is quoted by a requirement, or has a reason why not", () => {
  const found = ["1", "2", "4", "5", "9"].flatMap(statements);
  expect(found).toEqual(expect.arrayContaining(Object.keys(unquoted)));
  const missing = found.filter((statement) => !catalogue.some(({ quote }) => quote && statement.includes(quote)));
  expect(missing.toSorted()).toStrictEqual(Object.keys(unquoted).toSorted());
  const named = Object.values(unquoted).flatMap((reason) => reason.match(/[A-Z]+-\d\d/g) ?? []);
  expect(named.filter((id) => findRequirement(id) === undefined)).toStrictEqual([]);
});
