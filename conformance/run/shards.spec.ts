import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { dialectNames, loadDialect } from "../../fixtures/dialect/load.ts";
import { serve } from "../mutants/serve.ts";
import { sealed } from "../report/digest.ts";
import { maskVolatile } from "../report/masked.ts";
import type { Report } from "../report/report.ts";
import { composeRunReport, runReportSchema } from "../report/run-report.ts";
import { stableJson } from "../report/stable-json.ts";
import { judgeTargets } from "./judge-targets.ts";
import { mergeShards } from "./merge-shards.ts";

/** Targets with several dialects, declared or not. */
function serveSeveral(): ReturnType<typeof serve>[] {
  const names = dialectNames();
  return Array.from({ length: 7 }, (_, index) => {
    const dialect = loadDialect(names[index % names.length] ?? "reference");
    return serve({ name: `target-${index + 1}`, dialect, world: "demo", isDeclared: index < names.length });
  });
}

/** The parts of a result that do not depend on time and place. */
function comparable(reports: readonly Report[]): unknown {
  return reports.map(maskVolatile).map(({ target, verdict, complete, summary, results, choices }) => ({
    name: target.name,
    verdict,
    complete,
    summary,
    choices,
    results: results.map(({ id, operation, status, message, reason }) => ({ id, operation, status, message, reason })),
  }));
}

test("merging the shards of a run over several targets gives the results of one run", async () => {
  test.setTimeout(400_000);
  const directory = mkdtempSync(join(tmpdir(), "orgkit-shards-"));
  const options = { connection: { patience: 500 }, workers: 2 };
  // Each run needs fresh targets: the next one would see its creations.
  const judge = async (shards: readonly (string | undefined)[]): Promise<readonly Report[]> => {
    const served = await Promise.all(serveSeveral());
    const targets = served.map(({ target }) => target);
    const reports: Report[] = [];
    for (const shard of shards) reports.push(...(await judgeTargets({ ...options, targets, shard })));
    await Promise.all(served.map(({ stop }) => stop()));
    return reports;
  };
  const whole = await judge([undefined]);
  const parts = await judge(["1/3", "2/3", "3/3"]);
  for (const report of parts) {
    mkdirSync(join(directory, report.target.name));
    writeFileSync(join(directory, report.target.name, "report.json"), stableJson(sealed(maskVolatile(report))));
  }
  const merged = mergeShards(directory);
  rmSync(directory, { recursive: true });

  expect(parts.map(({ target }) => target.name).toSorted()).toEqual(whole.map(({ target }) => target.name).toSorted());
  expect(merged.map(({ target }) => target.name)).toEqual(whole.map(({ target }) => target.name));
  expect(comparable(merged)).toEqual(comparable(whole));
  expect(whole.every(({ verdict }) => verdict === "conforming")).toBe(true);
  const run = composeRunReport(merged);
  expect(runReportSchema.parse(run)).toEqual(run);
  expect(run.questions.length).toBeGreaterThan(5);
});

test("a target that cannot be judged is listed beside those that can", async () => {
  const good = await serve({ name: "good", dialect: loadDialect("terse"), world: "demo", isDeclared: true });
  const [up, down] = await judgeTargets({
    targets: [
      good.target,
      {
        target: { name: "down", baseUrl: "http://127.0.0.1:9", allowWrites: false },
        secrets: { first: "some-token-1234" },
      },
    ],
  });
  await good.stop();
  expect(up).toMatchObject({ verdict: "conforming", target: { name: "good" } });
  expect(down).toMatchObject({ verdict: "inconclusive", complete: false, summary: { passed: 0, failed: 0 } });
  expect(down?.problem).toContain("http://127.0.0.1:9 cannot be reached: the connection was refused.");
});
