import { describe, expect, test } from "vitest";
import { readShard } from "./shard.ts";

describe("a shard", () => {
  test.each([
    ["1/3", {}, "1/3"],
    ["3/3", {}, "3/3"],
    ["3", { JOB_COMPLETION_INDEX: "0" }, "1/3"],
    ["3", { JOB_COMPLETION_INDEX: "2" }, "3/3"],
    ["2/3", { JOB_COMPLETION_INDEX: "0" }, "2/3"],
  ])("%s with %j is %s", (text, environment, shard) => {
    expect(readShard(text, 12, environment)).toBe(shard);
  });

  test("is none where none is asked for", () => {
    expect(readShard(undefined, 12, { JOB_COMPLETION_INDEX: "1" })).toBeUndefined();
  });

  test.each([
    ["4/3", {}],
    ["3", {}],
    ["3", { JOB_COMPLETION_INDEX: "3" }],
    ["3", { JOB_COMPLETION_INDEX: "x" }],
  ])("%s with %j says what was expected", (text, environment) => {
    expect(() => readShard(text, 12, environment)).toThrow("--shard: expected I/N with I from 1 to N");
  });

  test("does not leave a part with nothing to judge", () => {
    expect(() => readShard("1/3", 2, {})).toThrow("there are 2 targets, so 3 shards");
  });
});
