import { describe, expect, test } from "vitest";
import { openTemporaryFolder } from "../../fixtures/temporary-folder.fixture.ts";
import { dialectSchema } from "../../fixtures/dialect/dialect.ts";
import type { LearnedDialect } from "../api/learn-options.ts";
import { exampleReport } from "../report/example-report.fixture.ts";
import type { DiffSide } from "../api/diff-options.ts";
import { prepareSide } from "./prepare-side.ts";
import type { Side } from "./side.ts";

const folder = openTemporaryFolder();

async function sideOf(given: DiffSide): Promise<Side> {
  const read = await prepareSide("A", given, {});
  return read();
}

describe("a side is", () => {
  test("a dialect by its name, or a file of one", async () => {
    expect(await sideOf("terse")).toMatchObject({ kind: "dialect", name: "terse" });
    const side = await sideOf(folder.write("ours.yaml", "versions: { others: alias }\n"));
    expect(side.known.size).toBe(1);
  });

  test("a dialect as a program holds it, which tells what stands in it", async () => {
    const side = await sideOf({ versions: { others: "alias" } });
    expect([...side.known]).toEqual([
      ["versions.others", { value: "alias", knowledge: "declared", evidence: ["A.versions.others"] }],
    ]);
  });

  test("what was learned, of which only what was found", async () => {
    const learned: LearnedDialect = {
      baseUrl: "https://staging.example",
      dialect: dialectSchema.parse({}),
      text: "versions:\n  others: alias\n",
      keys: [],
      missing: [],
      requests: 1,
      created: [],
    };
    const side = await sideOf(learned);
    expect(side.name).toBe("learned of https://staging.example");
    expect(side.known.get("versions.others")?.evidence).toEqual(["learned of https://staging.example:2:3"]);
    expect(side.known.size).toBe(1);
  });

  test("a report, or the file of one", async () => {
    const path = folder.write("report.json", JSON.stringify(exampleReport()));
    expect(await sideOf(path)).toMatchObject({ kind: "report", name: path });
    expect(await sideOf(exampleReport())).toMatchObject({ kind: "report", name: "A" });
  });

  test("no report of a run that judged nothing", async () => {
    const path = folder.write("nothing.json", JSON.stringify(exampleReport({ problem: "no host" })));
    await expect(sideOf(path)).rejects.toThrow("judged nothing: no host");
  });
});

test.each<[name: string, given: DiffSide, problem: string]>([
  ["a dialect that is not there", "no-such-dialect", "no-such-dialect"],
  ["a URL with credentials", { baseUrl: "http://user:secret@host.example", token: "t" }, "baseUrl: expected http://"],
  ["a URL alone", "https://host.example", "A: is the URL of a target, which wants a token"],
  [
    "an option there is not",
    JSON.parse('{"baseUrl":"https://host.example","token":"t","colour":1}'),
    "colour: unknown key",
  ],
  ["a dialect with a mistake", JSON.parse('{"paging":3}'), "  paging: "],
])("%s cannot be a side, and nothing is asked", async (_, given, problem) => {
  await expect(prepareSide("A", given, {})).rejects.toThrow(problem);
});

test("a file with a mistake is refused at its place", async () => {
  const path = folder.write("broken.yaml", "paging: 3\n");
  await expect(sideOf(path)).rejects.toThrow("broken.yaml:1:1 paging");
});
