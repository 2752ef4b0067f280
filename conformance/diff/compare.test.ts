import type { Json } from "../../fixtures/json.ts";
import { describe, expect, test } from "vitest";
import { readDialect } from "../../fixtures/dialect/declared.ts";
import { dialectNames, loadDialect } from "../../fixtures/dialect/load.ts";
import { parseData } from "../../fixtures/data-file.ts";
import { exampleReport, exampleResult, fixedReport } from "../report/example-report.fixture.ts";
import { choicesOf } from "../report/choices.ts";
import { compareSides } from "./compare.ts";
import { builtInDialectSide, dialectFileSide } from "./dialect-side.ts";
import { diffText } from "./diff-text.ts";
import { reportSide } from "./report-side.ts";
import type { Side } from "./side.ts";

const plain = (_: string, text: string): string => text;

function fileSide(text: string): Side {
  const file = parseData(text, "ours.yaml", "Dialect");
  return dialectFileSide("ours.yaml", readDialect(file), file);
}

describe("dialects", () => {
  const every = dialectNames().map((name) => builtInDialectSide(name, loadDialect(name)));

  test("none differs from itself, and each from every other", () => {
    for (const [index, side] of every.entries()) {
      expect(compareSides(side, side)).toMatchObject({ same: true, differences: [], untold: [] });
      for (const other of every.slice(index + 1)) expect(compareSides(side, other).same).toBe(false);
    }
  });

  test("every key that is learned can be said, in words that name both values", () => {
    const reference = builtInDialectSide("reference", loadDialect("reference"));
    const other: Record<string, Json> = { "subscriptionId.format": { kind: "uuid" }, errors: { format: "text" } };
    const { told } = reference;
    for (const [key, { value, knowledge, evidence }] of told) {
      if (key.startsWith("records.") || key === "createUser.id") continue;
      const changed: Json = other[key] ?? (Array.isArray(value) ? [...value, "more"] : { more: "changed" });
      const side: Side = {
        name: "B",
        kind: "dialect",
        told: new Map([...told, [key, { value: changed, knowledge, evidence }]]),
      };
      const { differences } = compareSides(reference, side);
      expect(differences.map((difference) => difference.key)).toEqual([key]);
      expect(differences[0]?.words).toMatch(/ in A, .+ in B$/);
    }
  });

  test("a key without words of its own is said by its name", () => {
    const side = (value: Json): Side => ({
      name: "ours",
      kind: "dialect",
      told: new Map([["auth.audience", { value, knowledge: "declared", evidence: [] }]]),
    });
    const { differences } = compareSides(side("a"), side(null));
    expect(differences.map(({ words }) => words)).toEqual(["`auth.audience` is `a` in A, none in B"]);
  });

  test("a difference is a sentence, with where both say so, and the open point it belongs to", () => {
    const a = fileSide("paging:\n  users: { style: page, defaultSize: 50 }\n");
    const comparison = compareSides(a, builtInDialectSide("reference", loadDialect("reference")));
    expect(comparison.differences).toEqual([
      {
        key: "paging.users.defaultSize",
        openPoint: "paging-parameters",
        section: "§4",
        words: "listUsers pages hold 50 users in A, 20 users in B",
        a: { says: "50 users", knowledge: "declared", evidence: ["ours.yaml:2:25"] },
        b: { says: "20 users", knowledge: "declared", evidence: ["reference: paging.users.defaultSize"] },
      },
    ]);
    expect(diffText(comparison, plain)).toContain("Not told by A");
  });

  test("what a file leaves out it does not tell, and that is no difference", () => {
    const a = fileSide("paging:\n  users: { style: offset, parameters: { offset: skip } }\n");
    const b = fileSide("paging:\n  users: { style: offset }\nversions: { others: alias }\n");
    expect(compareSides(a, b)).toMatchObject({
      same: true,
      compared: 1,
      untold: [
        { key: "paging.users.parameters.offset", by: "B", words: "a page of listUsers starts at `skip`" },
        { key: "versions.others", by: "A" },
      ],
    });
  });

  test("what is only guessed makes no difference yet", () => {
    const a = fileSide("paging:\n  users: { style: page, defaultSize: 50 }\n");
    const guess = { value: 20, knowledge: "likely" as const, evidence: [] };
    const b: Side = { name: "B", kind: "target", told: new Map([["paging.users.defaultSize", guess]]) };
    expect(compareSides(a, b)).toMatchObject({
      same: true,
      differences: [],
      perhaps: [{ key: "paging.users.defaultSize" }],
    });
  });

  test("defaults of fields that are set or sent anyway make no difference", () => {
    const a = fileSide("createUser:\n  generated: { role: x }\n  defaults: { role: y, mail: z }\n  required: [mail]\n");
    const b = fileSide('createUser:\n  generated: { id: "{{id}}", role: x }\n  defaults: {}\n');
    expect(compareSides(a, b).differences).toEqual([]);
  });
});

describe("reports", () => {
  const before = exampleReport();

  test("of the same target differ in nothing", () => {
    expect(compareSides(reportSide("a.json", before), reportSide("b.json", before))).toMatchObject({
      same: true,
      untold: [],
    });
  });

  test("differ by the requirements that one keeps and the other breaks", () => {
    const { requirements, same } = compareSides(reportSide("a.json", before), reportSide("b.json", fixedReport()));
    expect(same).toBe(false);
    expect(requirements.map(({ id, operation }) => `${id} ${operation}`)).toEqual([
      "ENV-04 listUsers",
      "AUTH-04 getSubscription",
      "AUTH-08 listInvoices",
    ]);
    expect(requirements[0]).toMatchObject({ a: { status: "failed" }, b: { status: "passed" } });
  });

  test("tell apart what one of them did not verify", () => {
    const results = before.results.filter(({ id }) => id !== "PATH-01");
    const after = exampleReport({ results });
    const { untold, same } = compareSides(reportSide("a.json", before), reportSide("b.json", after));
    expect(same).toBe(true);
    expect(untold.map(({ key, by }) => `${key} ${by}`)).toContain("PATH-01 listUsers B");
  });

  test("differ by what was observed, and say so in a line that steers no terminal", () => {
    const results = [exampleResult("OBS-05", "listUsers", "observed", "offset and \u001B[31mlimit")];
    const after = exampleReport({ results, choices: choicesOf(results) });
    const comparison = compareSides(reportSide("a.json", before), reportSide("b.json", after));
    expect(comparison.choices).toMatchObject([{ openPoint: "paging-parameters", operation: "listUsers" }]);
    expect(diffText(comparison, plain)).not.toContain("\u001B");
  });

  test("are compared with a dialect by what both tell", () => {
    const results = [
      exampleResult("OBS-05", "listUsers", "observed", "page and per_page"),
      exampleResult(
        "OBS-09",
        "getSubscription",
        "observed",
        "`sub_` and 8 characters (digits), an unknown one gets 404",
      ),
      exampleResult("OBS-10", "createUser", "observed", "a success is 202"),
      exampleResult("OBS-12", "listUsers", "observed", "`bearer` in lower case is refused"),
      exampleResult(
        "OBS-14",
        "listUsers",
        "observed",
        "403 for no token and an altered token, 401 for a token never issued",
      ),
      exampleResult("OBS-17", "listUsers", "observed", "25 records where no size is asked for, a greater size is kept"),
      exampleResult("OBS-19", "listUsers", "observed", "`/users` gets 404, `/api/v2/users` gets 404"),
    ];
    const report = reportSide("a.json", exampleReport({ results }));
    const { differences, compared } = compareSides(report, builtInDialectSide("reference", loadDialect("reference")));
    expect(differences.map(({ words }) => words)).toEqual([
      "listUsers pages hold 25 users in A, 20 users in B",
      "a success of createUser is 202 in A, 201 in B",
      "a call without a token gets 403 in A, 401 in B",
      "`bearer` in lower case is refused in A, accepted in B",
    ]);
    expect(compared).toBe(11);
  });
});

test("nothing in common is no agreement", () => {
  const a = fileSide("versions: { others: alias }\n");
  const comparison = compareSides(a, fileSide("limits: { bodyBytes: 100 }\n"));
  expect(comparison.compared).toBe(0);
  expect(diffText(comparison, plain)).toContain("nothing was compared");
});
