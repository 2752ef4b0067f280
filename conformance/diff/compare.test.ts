import type { Json } from "../../fixtures/json.ts";
import { describe, expect, test } from "vitest";
import { readDialect } from "../../fixtures/dialect/declared.ts";
import { dialectNames, loadDialect } from "../../fixtures/dialect/load.ts";
import { parseData } from "../../fixtures/data-file.ts";
import { exampleReport, exampleResult, fixedReport } from "../report/example-report.fixture.ts";
import type { Report, Result } from "../report/report.ts";
import { compareSides, type Comparison } from "./compare.ts";
import { diffText } from "./diff-text.ts";
import { builtInDialectSide, dialectFileSide, reportSide, type Side } from "./side.ts";

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
    const { known } = reference;
    for (const [key, { value, knowledge, evidence }] of known) {
      if (key.startsWith("records.") || key === "createUser.id") continue;
      const changed: Json = other[key] ?? (Array.isArray(value) ? [...value, "more"] : { more: "changed" });
      const side: Side = {
        name: "B",
        kind: "dialect",
        known: new Map([...known, [key, { value: changed, knowledge, evidence }]]),
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
      known: new Map([["auth.audience", { value, knowledge: "declared", evidence: [] }]]),
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
    const b: Side = { name: "B", kind: "target", known: new Map([["paging.users.defaultSize", guess]]) };
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

  const observing = (observations: Result["observations"], message = "seen"): Report =>
    exampleReport({ results: [{ ...exampleResult("OBS-14", "listUsers", "observed", message), observations }] });
  const compared = (a: Report, b: Report): Comparison => compareSides(reportSide("a.json", a), reportSide("b.json", b));

  test("differ by what both observed, whatever else one of them tried", () => {
    const a = observing([
      { key: "statuses.failure.missingToken", value: 401 },
      { key: "observed.failures.alteredToken", value: "401" },
      { key: "observed.states", value: { status: ["active"] } },
      { key: "records.user", value: { type: "object", properties: { id: { type: "string" } } } },
    ]);
    const b = observing([
      { key: "statuses.failure.missingToken", value: 403 },
      { key: "observed.failures.alteredToken", value: "404" },
      { key: "observed.failures.emptyToken", value: "400" },
      { key: "observed.states", value: { status: ["closed"] } },
      { key: "records.user", value: { type: "object", properties: { id: { type: "integer" } } } },
    ]);
    expect(compared(a, b).choices.map(({ words }) => words)).toEqual([
      "the status code of each failure (listUsers): a call without a token gets 401 in A, 403 in B",
      "the status code of each failure (listUsers): an altered token gets 401 in A, 404 in B",
      "the status code of each failure (listUsers): user.id is string in A, integer in B",
    ]);
    expect(compared(a, a)).toMatchObject({ same: true, compared: 1 });
  });

  test("of orgkit 0.1 are compared by their messages, equal or not", () => {
    const [old, other] = [observing(undefined, "401 for no token"), observing(undefined, "\u001B[31m403 for no token")];
    expect(compared(old, old)).toMatchObject({ same: true, compared: 1 });
    expect(compared(old, observing([{ key: "statuses.failure.missingToken", value: 401 }]))).toMatchObject({
      same: false,
    });
    expect(compared(old, other).choices).toMatchObject([{ openPoint: "failure-statuses", operation: "listUsers" }]);
    expect(diffText(compared(old, other), plain)).not.toContain("\u001B");
  });

  test("are compared with a dialect by the keys that they observed", () => {
    const report = observing([
      { key: "paging.users.parameters", value: { page: "page", size: "n" } },
      { key: "subscriptionId.format", value: { kind: "prefixed", prefix: "sub_", alphabet: "digits", length: 8 } },
      { key: "statuses.failure.missingToken", value: 403 },
      { key: "observed.failures.alteredToken", value: "404" },
    ]);
    const reference = builtInDialectSide("reference", loadDialect("reference"));
    const { differences, compared: count } = compareSides(reportSide("a.json", report), reference);
    expect(differences.map(({ words }) => words)).toEqual([
      "the page size of listUsers is set by `n` in A, `per_page` in B",
      "a call without a token gets 403 in A, 401 in B",
    ]);
    expect(count).toBe(4);
  });
});

test("nothing in common is no agreement", () => {
  const a = fileSide("versions: { others: alias }\n");
  const comparison = compareSides(a, fileSide("limits: { bodyBytes: 100 }\n"));
  expect(comparison.compared).toBe(0);
  expect(diffText(comparison, plain)).toContain("nothing was compared");
});
