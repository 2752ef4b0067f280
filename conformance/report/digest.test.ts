import { expect, test } from "vitest";
import { sealed } from "./digest.ts";
import { exampleReport } from "./example-report.fixture.ts";
import { reportSchema, type Report } from "./report.ts";
import { composeRunReport, runReportSchema, type RunReport } from "./run-report.ts";
import { canonicalJson, stableJson } from "./stable-json.ts";
import { verifyReport, type Verification } from "./verify.ts";

const report = sealed(exampleReport({ command: "orgkit conform https://x.example" }));
const run = sealed(composeRunReport([report]));
const sound: Verification = { intact: true, sameSet: true, contradictions: [] };
const edited = { ...sound, intact: false };
const { summary, contract, results } = report;
const verdict = "conforming";
const contradictions = ["it says conforming, but its results make it non-conforming"];

test.each<[what: string, given: Report | RunReport, found: Verification]>([
  ["sealed twice", sealed(report), sound],
  ["written and read", reportSchema.parse(JSON.parse(stableJson(report))), sound],
  ["in another order", reportSchema.parse(Object.fromEntries(Object.entries(report).toReversed())), sound],
  ["of a run, written and read", runReportSchema.parse(JSON.parse(stableJson(run))), sound],
  ["without a digest", exampleReport(), { ...sound, intact: undefined }],
  ["with another command", { ...report, command: "true" }, edited],
  ["with another message", { ...report, results: results.map((one) => ({ ...one, message: "fine" })) }, edited],
  ["of another set", { ...report, contract: { ...contract, set: 1 } }, { ...edited, sameSet: false }],
  ["of other rules", sealed({ ...report, contract: { ...contract, hash: "sha256:0" } }), { ...sound, sameSet: false }],
  ["with another verdict", sealed({ ...report, verdict }), { ...sound, contradictions }],
  ["of a run with another verdict", { ...run, verdict }, { ...edited, contradictions }],
  [
    "with another summary",
    { ...report, summary: { ...summary, failed: 0 } },
    { ...edited, contradictions: ["its summary does not count its results"] },
  ],
])("a report %s is verified", (_, given, found) => {
  expect(verifyReport(given)).toStrictEqual(found);
});

test("members are sorted at every depth, elements keep their order, and __proto__ is an ordinary member", () => {
  expect(canonicalJson({ b: [{ y: 1, x: 2 }], a: null, B: "é", c: undefined })).toBe(
    '{"B":"é","a":null,"b":[{"x":2,"y":1}]}',
  );
  expect(canonicalJson(JSON.parse('{"__proto__":{"x":1},"a":2}'))).toBe('{"__proto__":{"x":1},"a":2}');
  expect(stableJson({ b: 1, a: [] })).toBe('{\n  "a": [],\n  "b": 1\n}\n');
});
