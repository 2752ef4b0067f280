import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runProcess, type ProcessCost } from "../measure/run-process.ts";
import { median, spreadOf } from "../measure/statistics.ts";
import { chartSvg } from "../report/chart.ts";
import { known, megabytes, range, ratio, seconds, unknown } from "../report/numbers.ts";
import type { Section } from "../report/section.ts";
import { demoToken, orgkitLaunch, orgkitDemo } from "../servers/orgkit.ts";
import { startServer } from "../servers/start-server.ts";
import { openTargets } from "./conform-targets.ts";
import { emptyRun } from "./empty-run.ts";
import type { Bench } from "./part.ts";

const targetCounts = [1, 10, 100];
const mostRounds = 3;
const emptyName = "an empty run of Playwright";

/** What `orgkit conform` itself costs, against the number of targets and beside an empty run of Playwright. */
export async function suite({ rounds, say }: Bench): Promise<Section> {
  const count = Math.min(rounds, mostRounds);
  const folder = mkdtempSync(join(tmpdir(), "orgkit-bench-"));
  const mock = await startServer(orgkitDemo());
  const url = `http://127.0.0.1:${mock.port}`;
  const empty = emptyRun();
  const runs = [
    { name: emptyName, targets: 0, run: empty.run },
    ...targetCounts.map((targets) => ({
      name: `orgkit conform, ${targets} ${targets === 1 ? "target" : "targets"}`,
      targets,
      run: () => judge(url, targets, folder),
    })),
  ];
  const costs = new Map(runs.map(({ name }): [string, ProcessCost[]] => [name, []]));
  try {
    for (let round = 0; round < count; round += 1) {
      for (const { name, run } of runs) {
        say(`round ${round + 1} of ${count}: ${name}`);
        costs.get(name)?.push(await run());
      }
    }
  } finally {
    empty.close();
    await mock.stop();
    rmSync(folder, { recursive: true });
  }
  const times = (name: string): readonly number[] => (costs.get(name) ?? []).map(({ ms }) => ms);
  return {
    title: "The suite",
    method: `orgkit conform with all reports, writes and the reference dialect, on sandboxes of one mock and with its default of two workers: median of ${count} runs. Memory is the most that its processes held at once, with what they share counted in each.`,
    tables: [
      {
        columns: ["run", "time", "least – most", "× empty", "a target", "memory"],
        rows: runs.map(({ name, targets }) => {
          const time = spreadOf(times(name));
          const memory = median((costs.get(name) ?? []).map(({ peakMemory }) => peakMemory ?? Number.NaN));
          return [
            name,
            seconds(time.median),
            range(time, seconds),
            ratio(time.median / median(times(emptyName))),
            targets === 0 ? unknown : seconds(time.median / targets),
            known(memory, megabytes),
          ];
        }),
      },
    ],
    goals: [],
    figures: [
      {
        file: "suite.svg",
        caption: "Time of a run against the number of targets",
        svg: chartSvg({
          title: "Time of a run of orgkit conform",
          xLabel: "targets",
          yLabel: "seconds",
          isLogarithmic: true,
          series: [
            {
              name: "orgkit conform",
              points: runs
                .filter(({ targets }) => targets > 0)
                .map(({ name, targets }) => [targets, median(times(name)) / 1000] as const),
            },
          ],
        }),
      },
    ],
    data: Object.fromEntries(costs),
  };
}

async function judge(url: string, count: number, folder: string): Promise<ProcessCost> {
  const file = join(folder, "targets.yaml");
  const targets = await openTargets(url, demoToken(1), count, file);
  const args = ["conform", "--targets", file, "--allow-writes", "--out", join(folder, "reports")];
  try {
    return await runProcess(orgkitLaunch(args), targets.environment);
  } finally {
    await targets.close();
  }
}
