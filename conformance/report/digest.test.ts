import { expect, test } from "vitest";
import { sealed } from "./digest.ts";
import { exampleReport } from "./example-report.fixture.ts";
import { reportSchema, type Report } from "./report.ts";
import { composeRunReport, runReportSchema } from "./run-report.ts";
import { canonicalJson, stableJson } from "./stable-json.ts";
import { verifyReport } from "./verify.ts";

const report = sealed(exampleReport({ command: "orgkit conform https://x.example" }));
const run = sealed(composeRunReport([report]));
const sound = { intact: true, sameSet: true, contradictions: [] };

test("the digest of a report does not count itself, and holds after the report was written and read", () => {
  expect(sealed(report)).toStrictEqual(report);
  expect(verifyReport(reportSchema.parse(JSON.parse(stableJson(report))))).toStrictEqual(sound);
  const turned = reportSchema.parse(Object.fromEntries(Object.entries(report).toReversed()));
  expect(verifyReport(turned)).toStrictEqual(sound);
  expect(verifyReport(runReportSchema.parse(JSON.parse(stableJson(run))))).toStrictEqual(sound);
});

const [first, ...others] = report.results;
const edits: Readonly<Record<string, Partial<Report>>> = {
  "another command": { command: "true" },
  "another message": { results: first === undefined ? [] : [{ ...first, message: "fine" }, ...others] },
  "another set": { contract: { ...report.contract, set: 2 } },
};

test.each(Object.entries(edits))("%s shows", (_, edit) => {
  expect(verifyReport({ ...report, ...edit })).toMatchObject({ intact: false, contradictions: [] });
});

test("what does not hold together shows with a digest that fits, too", () => {
  const contradiction = ["it says conforming, but its results make it non-conforming"];
  const verdict = "conforming";
  expect(verifyReport(sealed({ ...report, verdict }))).toMatchObject({ intact: true, contradictions: contradiction });
  expect(verifyReport({ ...run, verdict })).toMatchObject({ intact: false, contradictions: contradiction });
  expect(verifyReport({ ...report, summary: { ...report.summary, failed: 0 } }).contradictions).toStrictEqual([
    "its summary does not count its results",
  ]);
});

test("a report without a digest, and one of another requirement set, are told apart", () => {
  expect(verifyReport(exampleReport()).intact).toBeUndefined();
  const contract = { ...report.contract, hash: `sha256:${"0".repeat(64)}` };
  expect(verifyReport({ ...report, contract }).sameSet).toBe(false);
});

test("members are sorted at every depth, elements keep their order, and a member named __proto__ is one", () => {
  expect(canonicalJson({ b: [{ y: 1, x: 2 }], a: null, B: "é", c: undefined })).toBe(
    '{"B":"é","a":null,"b":[{"x":2,"y":1}]}',
  );
  expect(canonicalJson(JSON.parse('{"__proto__":{"x":1},"a":2}'))).toBe('{"__proto__":{"x":1},"a":2}');
  expect(stableJson({ b: 1, a: [] })).toBe('{\n  "a": [],\n  "b": 1\n}\n');
});
