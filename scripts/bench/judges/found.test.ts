import { describe, expect, test } from "vitest";
import type { OperationId } from "../../../fixtures/contract/operations.ts";
import { areaOf, isAccused, isRightOperation, isRightRule, newFailures, type Opinion } from "./found.ts";
import type { Failure, Verdict } from "./judge.ts";

const none: Verdict = { failures: [] };

function failure(name: string, operation?: OperationId): Failure {
  return { name, operation };
}

function ruled(rule: string, operation: OperationId): Failure {
  return { name: `${rule} ${operation}`, operation, rule };
}

/** Of a server that breaks these rules. */
function opinion(breaks: readonly string[], ...failures: readonly Failure[]): Opinion {
  const start = (): Promise<never> => Promise.reject(new Error("is never started"));
  return { stranger: { id: "s", sentence: "s", breaks, start }, failures, cost: { ms: 1 } };
}

describe("what is found", () => {
  test("is what is reported of this server and not of the plain one", () => {
    const reference = { failures: [failure("time limit")] };
    const { failures } = opinion(["ENV-04 listUsers"], failure("time limit"), failure("schema", "listUsers"));
    expect(newFailures({ failures }, reference)).toStrictEqual([failure("schema", "listUsers")]);
    expect(isAccused({ failures }, reference)).toBe(true);
  });

  test("is nothing where a judge fails every server in the same way", () => {
    const reference = { failures: [failure("schema"), failure("time limit")] };
    expect(isAccused({ failures: [failure("time limit"), failure("schema")] }, reference)).toBe(false);
  });

  test("is nothing where a failure is only missing", () => {
    expect(isAccused(none, { failures: [failure("schema")] })).toBe(false);
  });

  test("is nothing where a judge came to no result", () => {
    expect(isAccused({ failures: [], problem: "it crashed" }, none)).toBe(false);
  });
});

describe("the right operation", () => {
  const breaks = ["PATH-01 listUsers", "PATH-01 createUser"];

  test("is any that is broken", () => {
    expect(isRightOperation(opinion(breaks, failure("a", "createUser")), none)).toBe(true);
  });

  test("is not named where another is, or none", () => {
    const found = failure("a", "createUser");
    expect(isRightOperation(opinion(breaks, found, failure("b", "listInvoices")), none)).toBe(false);
    expect(isRightOperation(opinion(breaks, found, failure("b")), none)).toBe(false);
    expect(isRightOperation(opinion(breaks), none)).toBe(false);
  });
});

describe("the right rule", () => {
  const breaks = ["AUTH-02 listUsers", "AUTH-07 listUsers"];

  test("is all that is broken and nothing else", () => {
    const both = [ruled("AUTH-02", "listUsers"), ruled("AUTH-07", "listUsers")];
    expect(isRightRule(opinion(breaks, ...both), none)).toBe(true);
    expect(isRightRule(opinion(breaks, ...both.slice(1)), none)).toBe(false);
    expect(isRightRule(opinion(breaks, ...both, ruled("ENV-01", "listUsers")), none)).toBe(false);
    expect(isRightRule(opinion(breaks, ruled("AUTH-02", "listUsers"), ruled("AUTH-07", "listInvoices")), none)).toBe(
      false,
    );
  });

  test("may come with what is declared of it", () => {
    const rules = [ruled("PAGE-01", "listUsers"), ruled("DECL-03", "listUsers")];
    expect(isRightRule(opinion(["PAGE-01 listUsers"], ...rules), none)).toBe(true);
  });

  test("is not named by a failure without a rule", () => {
    expect(isRightRule(opinion(["ENV-04 listUsers"], failure("schema", "listUsers")), none)).toBe(false);
  });
});

test("a server counts once, in the area of the first rule it breaks", () => {
  expect(areaOf(opinion(["PAGE-01 listUsers", "CREATE-01 createUser"]).stranger)).toBe("PAGE");
});
