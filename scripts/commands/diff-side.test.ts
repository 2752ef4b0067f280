import { describe, expect, test } from "vitest";
import { inputErrorOf, openTemporaryFolder } from "../../fixtures/temporary-folder.ts";
import { exampleReport } from "../../conformance/report/example-report.ts";
import { prepareSide, readSide, type Access } from "./diff-side.ts";

const folder = openTemporaryFolder();

const access: Access = {
  token: undefined,
  tokenVariable: "ORGKIT_TOKEN",
  subscriptionIds: [],
  header: [],
  insecure: false,
  signal: new AbortController().signal,
};

describe("a side is", () => {
  test("a dialect by its name, or a file of one", () => {
    expect(readSide("terse")).toMatchObject({ kind: "dialect", name: "terse" });
    expect(readSide(folder.write("ours.yaml", "versions: { others: alias }\n")).told.size).toBe(1);
  });

  test("a report", () => {
    const path = folder.write("report.json", JSON.stringify(exampleReport()));
    expect(readSide(path)).toMatchObject({ kind: "report", name: path });
  });

  test("no report of a run that judged nothing", () => {
    const path = folder.write("nothing.json", JSON.stringify(exampleReport({ problem: "no host" })));
    expect(() => readSide(path)).toThrow("judged nothing: no host");
  });
});

test.each([
  ["no-such-dialect", "no-such-dialect"],
  ["http://user:secret@host.example", "expected http:// or https://"],
  ["https://host.example", "ORGKIT_TOKEN: is not set"],
])("%s cannot be a side, and nothing is asked", (given, problem) => {
  expect(inputErrorOf(() => void prepareSide("A", given, access), folder)).toContain(problem);
});

test("a file with a mistake is refused at its place", () => {
  const path = folder.write("broken.yaml", "paging: 3\n");
  expect(inputErrorOf(() => void readSide(path), folder)).toContain("broken.yaml:1:1 paging");
});
