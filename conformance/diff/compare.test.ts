import type { Json } from "../../fixtures/json.ts";
import { describe, expect, test } from "vitest";
import { readDialect } from "../../fixtures/dialect/declared.ts";
import { dialectNames, loadDialect } from "../../fixtures/dialect/load.ts";
import { parseData } from "../../fixtures/data-file.ts";
import { exampleReport, exampleResult, fixedReport } from "../report/example-report.fixture.ts";
import type { Report, Result } from "../report/report.ts";
import { compareSides, type Comparison } from "./compare.ts";
import { diffText } from "./diff-text.ts";
import { dialectSide, reportSide, type Side } from "./side.ts";

const plain = (_: string, text: string): string => text;
const reference = dialectSide("reference", loadDialect("reference"));

function fileSide(text: string): Side {
  const file = parseData(text, "ours.yaml", "dialect");
  return dialectSide("ours.yaml", readDialect(file), file);
}

/** A side with one value changed. */
function sideWith(key: string, value: Json, knowledge: "declared" | "likely" = "declared", rest?: Side): Side {
  return {
    name: "B",
    kind: "dialect",
    known: new Map([...(rest?.known ?? []), [key, { value, knowledge, evidence: [] }]]),
  };
}

const wordsOf = (found: readonly { readonly words: string }[]): readonly string[] => found.map(({ words }) => words);

describe("dialects", () => {
  const every = dialectNames().map((name) => dialectSide(name, loadDialect(name)));
  const fifty = fileSide("paging:\n  users: { style: page, defaultSize: 50 }\n");

  test("do not differ from themselves, but from every other", () => {
    for (const [index, side] of every.entries()) {
      expect(compareSides(side, side)).toMatchObject({ same: true, differences: [], unknown: [] });
      for (const other of every.slice(index + 1)) expect(compareSides(side, other).same).toBe(false);
    }
  });

  test("every learned key has a sentence with both values", () => {
    const others: Record<string, Json> = { "subscriptionId.format": { kind: "uuid" }, errors: { format: "text" } };
    for (const [key, { value }] of reference.known) {
      if (key.startsWith("records.") || key === "createUser.id") continue;
      const changed: Json = others[key] ?? (Array.isArray(value) ? [...value, "more"] : { more: "changed" });
      const { differences } = compareSides(reference, sideWith(key, changed, "declared", reference));
      expect(differences).toMatchObject([{ key, words: expect.stringMatching(/ in A, .+ in B$/) }]);
    }
  });

  test("failures differ by kind; an open part of one matches the other", () => {
    const errors = (text: string): Side => fileSide(`errors: { format: object, kinds: { ${text} } }\n`);
    const plainText = errors("missingToken: { contentType: text/plain, body: 'no {{path}}' }");
    expect(
      wordsOf(compareSides(errors("missingToken: { values: { code: no_token } }"), plainText).differences),
    ).toEqual([
      expect.stringMatching(
        /^a failure \(missingToken, refusedToken\) is application\/json.*no_token.* in A, text\/plain `no {{path}}` in B$/,
      ),
    ]);
    const [one, other] = ["{ values: { code: no_token } }", "{ values: { code: gone } }"];
    const rejection = errors(`missingToken: ${one}`);
    expect(compareSides(rejection, errors("")).same).toBe(true);
    expect(compareSides(rejection, errors(`missingToken: ${one}, conflict: ${other}`)).same).toBe(true);
    expect(compareSides(rejection, errors(`missingToken: ${other}`)).same).toBe(false);
  });

  test("a key without its own words is shown by name", () => {
    const { differences } = compareSides(sideWith("auth.audience", "a"), sideWith("auth.audience", null));
    expect(wordsOf(differences)).toEqual(["`auth.audience` is `a` in A, none in B"]);
  });

  test("a difference is a sentence with the evidence of both sides, and the open point", () => {
    const comparison = compareSides(fifty, reference);
    expect(comparison.differences).toEqual([
      {
        key: "paging.users.defaultSize",
        openPoint: "paging-parameters",
        section: "§4",
        words: "listUsers pages hold 50 users in A, 20 users in B",
        a: { text: "50 users", knowledge: "declared", evidence: ["ours.yaml:2:25"] },
        b: { text: "20 users", knowledge: "declared", evidence: ["reference: paging.users.defaultSize"] },
      },
    ]);
    expect(diffText(comparison, plain)).toContain("Unknown in A");
  });

  const [skip, alias] = [
    "paging:\n  users: { style: offset, parameters: { offset: skip } }\n",
    "versions: { others: alias }\n",
  ];

  test.each<[what: string, a: Side, b: Side, found: object]>([
    [
      "what a file leaves out",
      fileSide(skip),
      fileSide(`paging:\n  users: { style: offset }\n${alias}`),
      {
        compared: 1,
        unknown: [
          { key: "paging.users.parameters.offset", by: "B", words: "a page of listUsers starts at `skip`" },
          { key: "versions.others", by: "A" },
        ],
      },
    ],
    [
      "what is only likely",
      fifty,
      sideWith("paging.users.defaultSize", 20, "likely"),
      { perhaps: [{ key: "paging.users.defaultSize" }] },
    ],
    [
      "a default of a field that is set or sent anyway",
      fileSide("createUser:\n  generated: { role: x }\n  defaults: { role: y, mail: z }\n  required: [mail]\n"),
      fileSide('createUser:\n  generated: { id: "{{id}}", role: x }\n  defaults: {}\n'),
      {},
    ],
    ["nothing in common", fileSide(alias), fileSide("limits: { bodyBytes: 100 }\n"), { compared: 0 }],
  ])("%s makes no difference", (_, a, b, found) => {
    const comparison = compareSides(a, b);
    expect(comparison).toMatchObject({ differences: [], ...found });
    expect(diffText(comparison, plain).includes("nothing was compared")).toBe(comparison.compared === 0);
  });
});

describe("reports", () => {
  const before = exampleReport();
  const compared = (a: Report, b: Report): Comparison => compareSides(reportSide("a.json", a), reportSide("b.json", b));

  test("of the same target do not differ", () => {
    expect(compared(before, before)).toMatchObject({ same: true, unknown: [] });
  });

  test("differ in requirements that only one side passes", () => {
    const { requirements, same } = compared(before, fixedReport());
    expect(same).toBe(false);
    expect(requirements.map(({ id, operation }) => `${id} ${operation}`)).toEqual([
      "ENV-04 listUsers",
      "AUTH-04 getSubscription",
      "AUTH-08 listInvoices",
    ]);
    expect(requirements[0]).toMatchObject({ a: { status: "failed" }, b: { status: "passed" } });
  });

  test("list what only one of them verified", () => {
    const { unknown, same } = compared(before, exampleReport({ results: before.results.slice(1) }));
    expect(same).toBe(true);
    expect(unknown.map(({ key, by }) => `${key} ${by}`)).toEqual(["PATH-01 listUsers B"]);
  });

  /** A report of what was observed. */
  function observing(observations: Readonly<Record<string, Json>> | undefined, message = "seen"): Report {
    const result: Result = exampleResult("OBS-14", "listUsers", "observed", message);
    const keys = Object.entries(observations ?? {}).map(([key, value]) => ({ key, value }));
    return exampleReport({ results: [observations === undefined ? result : { ...result, observations: keys }] });
  }
  const user = (type: string): Json => ({ type: "object", properties: { id: { type } } });

  test("differ in what both observed, whatever else one of them tried", () => {
    const a = observing({
      "statuses.failure.missingToken": 401,
      "observed.failures.alteredToken": "401",
      "observed.states": { status: ["active"] },
      "records.user": user("string"),
    });
    const b = observing({
      "statuses.failure.missingToken": 403,
      "observed.failures.alteredToken": "404",
      "observed.failures.emptyToken": "400",
      "observed.states": { status: ["closed"] },
      "records.user": user("integer"),
    });
    expect(wordsOf(compared(a, b).choices)).toEqual([
      "the status code of each failure (listUsers): a request without a token gets 401 in A, 403 in B",
      "the status code of each failure (listUsers): an altered token gets 401 in A, 404 in B",
      "the status code of each failure (listUsers): user.id is string in A, integer in B",
    ]);
    expect(compared(a, a)).toMatchObject({ same: true, compared: 1 });
  });

  test("are compared with a dialect by the keys that they observed", () => {
    const report = observing({
      "paging.users.parameters": { page: "page", size: "n" },
      "subscriptionId.format": { kind: "prefixed", prefix: "sub_", alphabet: "digits", length: 8 },
      "statuses.failure.missingToken": 403,
      "observed.failures.alteredToken": "404",
    });
    const comparison = compareSides(reportSide("a.json", report), reference);
    expect(wordsOf(comparison.differences)).toEqual([
      "the page size of listUsers is set by `n` in A, `per_page` in B",
      "a request without a token gets 403 in A, 401 in B",
    ]);
    expect(comparison.compared).toBe(4);
  });
});
