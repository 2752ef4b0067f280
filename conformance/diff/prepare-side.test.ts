import { expect, test } from "vitest";
import { openTemporaryDirectory } from "../../fixtures/temporary-directory.fixture.ts";
import { dialectSchema } from "../../fixtures/dialect/dialect.ts";
import type { LearnedDialect } from "../api/learn-options.ts";
import { exampleReport } from "../report/example-report.fixture.ts";
import type { DiffSide } from "../api/diff-options.ts";
import { prepareSide } from "./prepare-side.ts";
import type { Side } from "./side.ts";

const directory = openTemporaryDirectory();

async function sideOf(given: DiffSide): Promise<Side> {
  const read = await prepareSide("A", given, {});
  return read();
}

const alias = "versions:\n  others: alias\n";
const learned: LearnedDialect = {
  baseUrl: "https://staging.example",
  dialect: dialectSchema.parse({}),
  text: alias,
  keys: [],
  missing: [],
  requests: 1,
  created: [],
};
const [ours, report] = [
  directory.write("ours.yaml", alias),
  directory.write("report.json", JSON.stringify(exampleReport())),
];

test.each<[what: string, given: DiffSide, name: string, evidence: string]>([
  ["a file of a dialect", ours, ours, `${ours}:2:3`],
  ["a dialect as a program holds it", { versions: { others: "alias" } }, "A", "A.versions.others"],
  ["what was learned", learned, "learned of https://staging.example", "learned of https://staging.example:2:3"],
])("%s is a side with its content", async (_, given, name, evidence) => {
  const side = await sideOf(given);
  expect(side.name).toBe(name);
  expect([...side.known]).toEqual([
    ["versions.others", { value: "alias", knowledge: "declared", evidence: [evidence] }],
  ]);
});

test.each<[given: DiffSide, kind: string, name: string]>([
  ["terse", "dialect", "terse"],
  [report, "report", report],
  [exampleReport(), "report", "A"],
])("a dialect by its name and a report are sides: %#", async (given, kind, name) => {
  expect(await sideOf(given)).toMatchObject({ kind, name });
});

test.each<[name: string, given: DiffSide, problem: string]>([
  ["a dialect that is not there", "no-such-dialect", "no-such-dialect"],
  ["a URL with credentials", { baseUrl: "http://user:secret@host.example", token: "t" }, "baseUrl: expected http://"],
  ["a URL alone", "https://host.example", "A: is the URL of a target; expected"],
  [
    "an option there is not",
    JSON.parse('{"baseUrl":"https://host.example","token":"t","colour":1}'),
    "colour: unknown key",
  ],
  ["a dialect with a mistake", JSON.parse('{"paging":3}'), "  paging: "],
  ["a file with a mistake", directory.write("broken.yaml", "paging: 3\n"), "broken.yaml:1:1 paging"],
  [
    "a report that judged nothing",
    directory.write("nothing.json", JSON.stringify(exampleReport({ problem: "no host" }))),
    "judged nothing: no host",
  ],
])("%s cannot be a side, and nothing is sent", async (_, given, problem) => {
  await expect(prepareSide("A", given, {})).rejects.toThrow(problem);
});
