import { expect, test } from "vitest";
import type { Rule } from "../log/rule.ts";
import { findRequirement } from "../requirements/catalogue.ts";
import { isRuled } from "../requirements/requirement.ts";
import { judgeLog, type Line } from "./log.fixture.ts";

/** A rule, its requirement, a log that passes and one that fails. */
export type Row = readonly [
  what: string,
  rule: Rule,
  requirement: string,
  passes: readonly Line[],
  fails: readonly Line[],
];

export function testRows(rows: readonly Row[]): void {
  test.each(rows)("%s", (_, rule, requirement, passes, fails) => {
    expect(rulesOf(requirement)).toContain(rule);
    expect(judgeLog(rule, passes)).toContain(`${requirement} passed`);
    doesNotFail("", rule, passes);
    expect(judgeLog(rule, fails)).toContain(`${requirement} failed`);
  });
}

function rulesOf(id: string): readonly Rule[] {
  const requirement = findRequirement(id);
  return requirement !== undefined && isRuled(requirement) ? requirement.judgedBy : [];
}

export function doesNotFail(_: string, rule: Rule, lines: readonly Line[]): void {
  expect(judgeLog(rule, lines).filter((status) => status.endsWith("failed"))).toStrictEqual([]);
}
