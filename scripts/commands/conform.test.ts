import { describe, expect, test } from "vitest";
import { nearestTargets } from "./conform-targets.ts";
import { readShard } from "./conform.ts";

describe("a shard", () => {
  test.each([
    ["1/3", {}, "1/3"],
    ["3", { JOB_COMPLETION_INDEX: "0" }, "1/3"],
    ["3", { JOB_COMPLETION_INDEX: "2" }, "3/3"],
    ["2/3", { JOB_COMPLETION_INDEX: "0" }, "2/3"],
    [undefined, { JOB_COMPLETION_INDEX: "1" }, undefined],
  ])("%s with %j is %s", (text, environment, shard) => {
    expect(readShard(text, 12, environment)).toBe(shard);
  });

  test.each([
    ["4/3", {}, "expected I/N with I from 1 to N"],
    ["3", {}, "expected I/N with I from 1 to N"],
    ["3", { JOB_COMPLETION_INDEX: "3" }, "expected I/N with I from 1 to N"],
    ["3", { JOB_COMPLETION_INDEX: "x" }, "expected I/N with I from 1 to N"],
    ["1/13", {}, "there are 12 targets, so 13 shards"],
  ])("%s with %j is invalid", (text, environment, message) => {
    expect(() => readShard(text, 12, environment)).toThrow(`--shard: ${message}`);
  });
});

const file = { baseUrl: "http://file.example", level: "stated" };
const variables = { ORGKIT_TARGET: "a=http://environment.example", ORGKIT_OUT: "out" };
const [withoutVariables, withoutKeys] = [{ ORGKIT_OUT: "out" }, { level: "stated" }];

test.each([
  ["the command line", { targets: "targets.yaml" }, variables, withoutVariables, withoutKeys],
  [
    "the command line, twice",
    { baseUrl: "http://a.example", target: ["a=b"] },
    variables,
    withoutVariables,
    withoutKeys,
  ],
  ["recorded traffic", { har: ["visit.har"] }, variables, withoutVariables, withoutKeys],
  ["the environment", {}, variables, variables, withoutKeys],
  ["the file", {}, { ORGKIT_TARGETS: "" }, { ORGKIT_TARGETS: "" }, file],
])("if %s names targets, later sources do not count", (_, flags, environment, environmentThen, config) => {
  const nearest = nearestTargets({ flags, environment, config: file });
  expect(nearest).toStrictEqual({ flags, environment: environmentThen, config });
});
