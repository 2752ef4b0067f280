import { describe, expect, test } from "vitest";
import type { Facts } from "../report/finding.ts";
import { composeReport, type Report } from "../report/report.ts";
import { connectionSchema } from "../target/connection.ts";
import { targetSchema } from "../target/target.ts";
import { factsOf } from "./judging.ts";
import { KitFault } from "./kit-fault.ts";
import { readFindings } from "./read-findings.ts";
import type { Attachment, Run, SuiteLine } from "./run.ts";

const target = (name: string): Run["targets"][number] =>
  targetSchema.parse({ name, baseUrl: `https://${name}.example`, subscriptionIds: [], allowWrites: false });

const run: Run = {
  runId: "orgkit1",
  targets: [target("one"), target("two")],
  connection: connectionSchema.parse({}),
  selection: { levels: ["stated"] },
  workers: 1,
};

function passing(name: string, facts: Partial<Facts> = {}): SuiteLine {
  const found: Attachment["findings"][number] = {
    id: "ENV-01",
    operation: "listUsers",
    status: "passed",
    message: "the body is a JSON object",
    evidence: [],
  };
  return { attachment: { facts: { ...factsOf(target(name), run), ...facts }, exchanges: [], findings: [found] } };
}

const ended: SuiteLine = { ended: 1 };

function reports(...lines: readonly SuiteLine[]): readonly Report[] {
  return readFindings(lines, "", run).map((findings) => composeReport("1.0.0", findings));
}

describe("a fault of orgkit on one target", () => {
  test.each([
    ["that it told of itself", [passing("one", { fault: "RangeError: too deep" })]],
    ["in one part of the suite", [passing("one"), passing("one", { fault: "RangeError: too deep" })]],
    ["that ended its process", [{ fault: "RangeError: too deep", target: "one" }]],
    ["that ended its process in the middle", [passing("one"), { fault: "RangeError: too deep", target: "one" }]],
  ] as const)("%s is its problem, and the other is judged", (_, lines) => {
    const [one, two] = reports(...lines, passing("two"), ended);
    expect(one).toMatchObject({ target: { name: "one" }, verdict: "inconclusive", complete: false });
    expect(one?.problem).toContain("orgkit itself failed");
    expect(one?.problem).toContain("RangeError: too deep");
    expect(one?.results.map(({ status }) => status)).not.toContain("passed");
    expect(two).toMatchObject({ target: { name: "two" }, verdict: "conforming", complete: true });
    expect(two).not.toHaveProperty("problem");
  });

  test("is thrown where there is no other", () => {
    expect(() => reports(passing("one", { fault: "RangeError" }), ended)).toThrow(new KitFault("RangeError"));
    expect(() => reports({ fault: "RangeError", target: "one" }, ended)).toThrow(new KitFault("RangeError"));
  });
});

test.each([
  ["nothing at all", []],
  ["a fault of no target", [passing("one"), { fault: "no such module" }, ended]],
  ["findings and no end", [passing("one")]],
])("a suite that tells %s is a fault of orgkit", (_, lines) => {
  expect(() => reports(...lines)).toThrow(KitFault);
});
