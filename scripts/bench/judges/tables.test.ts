import { expect, test } from "vitest";
import type { Stranger } from "../../../conformance/strangers/stranger.ts";
import type { Opinion } from "./found.ts";
import type { Failure, Judge } from "./judge.ts";
import { areaTable, blameTable, opinionData, summaryTable, type TrackRecord } from "./tables.ts";

function stranger(id: string, ...breaks: readonly string[]): Stranger {
  return { id, sentence: `is ${id}`, breaks, start: () => Promise.reject(new Error("is never started")) };
}

const text = stranger("page-is-text", "ENV-04 listUsers");
const open = stranger("open", "AUTH-02 listUsers");
const odd = stranger("odd");
const slow = stranger("slow");

const schema: Failure = { name: "schema", operation: "listUsers" };
const always: Failure = { name: "always" };
const rule: Failure = { name: "ENV-04 listUsers", operation: "listUsers", rule: "ENV-04" };
const wrongRule: Failure = { name: "AUTH-03 listUsers", operation: "listUsers", rule: "AUTH-03" };

function judge(name: string): Judge {
  return { name, tells: `${name} tells`, blindTo: "", judge: () => Promise.reject(new Error("is never asked")) };
}

function said(of: Stranger, failures: readonly Failure[], ms: number, problem?: string): Opinion {
  return { stranger: of, failures, cost: { ms, cpuMs: ms / 2 }, ...(problem === undefined ? {} : { problem }) };
}

const records: readonly TrackRecord[] = [
  {
    judge: judge("ours"),
    reference: { failures: [] },
    broken: [said(text, [rule], 2000), said(open, [wrongRule], 3000)],
    conforming: [said(odd, [], 1000), said(slow, [], 9000)],
  },
  {
    judge: judge("theirs"),
    reference: { failures: [always] },
    broken: [said(text, [always, schema], 1000), said(open, [always], 1000)],
    conforming: [said(odd, [always, schema], 1000), said(slow, [], 1000, "it crashed")],
  },
];

test("each judge is measured on the same servers", () => {
  const { columns, rows } = summaryTable(records);
  expect([columns[1], columns[4]]).toStrictEqual(["found of 2 broken", "blamed of 2 conforming"]);
  expect(rows).toStrictEqual([
    ["ours", "2", "2", "1", "0", "0", "2.5 s", "1.3 s", "ours tells"],
    ["theirs", "1", "1", "–", "1", "1", "1.0 s", "0.5 s", "theirs tells"],
  ]);
});

test("what is found is told by area", () => {
  expect(areaTable(records)).toMatchObject({
    columns: ["area", "servers", "ours", "theirs"],
    rows: [
      ["ENV", "1", "1", "1"],
      ["AUTH", "1", "1", "0"],
    ],
  });
});

test("a conforming server that is blamed is named, with who blames it", () => {
  expect(blameTable(records).rows).toStrictEqual([["odd", "is odd", "theirs"]]);
});

test("all is kept for tools", () => {
  expect(opinionData(records)).toMatchObject({
    theirs: {
      reference: ["always"],
      servers: [
        { server: "page-is-text", breaks: ["ENV-04 listUsers"], failures: ["schema"], ms: 1000, cpuMs: 500 },
        { server: "open", failures: [] },
        { server: "odd", failures: ["schema"] },
        { server: "slow", problem: "it crashed" },
      ],
    },
  });
});
