import { setTimeout as passed } from "node:timers/promises";
import { cycle } from "../load/request.ts";
import { measureLoad } from "../measure/measure-load.ts";
import { processUse } from "../measure/process-tree.ts";
import { byName, inRounds, roundsOf } from "../measure/rounds.ts";
import { median } from "../measure/statistics.ts";
import { atMost } from "../report/goals.ts";
import { known, megabytes } from "../report/numbers.ts";
import type { Section } from "../report/section.ts";
import { bare } from "../servers/bare.ts";
import { listCall } from "../servers/contender.ts";
import { benchWorld } from "../servers/data.ts";
import { orgkitDemo, orgkitMock } from "../servers/orgkit.ts";
import type { Bench } from "./part.ts";

const mostRounds = 3;
const restMs = 2000;

interface Memory {
  readonly idle: number;
  readonly loaded: number;
  readonly peak: number;
}

/** Memory two seconds after the first answer, and under load. */
export async function memory({ rounds, seconds, peers, say }: Bench): Promise<Section> {
  const demo = orgkitDemo();
  const crowd = orgkitMock({ name: `orgkit, ${benchWorld}` });
  const results = await inRounds(
    [bare, demo, crowd, ...peers],
    { count: Math.min(rounds, mostRounds), say },
    async (server, contender): Promise<Memory> => {
      await passed(restMs);
      const idle = processUse(server.pid)?.memory ?? Number.NaN;
      await measureLoad(server, { load: cycle([listCall(contender, 1)]), seconds });
      const use = processUse(server.pid);
      return { idle, loaded: use?.memory ?? Number.NaN, peak: use?.peakMemory ?? Number.NaN };
    },
  );
  return {
    title: "Memory",
    method: `Resident memory of the process: ${restMs / 1000} s after the first answer, at the end of ${seconds + 1} s of listUsers over 32 connections, and the most it ever was. 1 MB is 1,000,000 bytes.`,
    tables: [
      {
        columns: ["server", "idle", "under load", "peak"],
        rows: [...results].map(([{ name }, measured]) => [
          name,
          inMegabytes(measured.map((round) => round.idle)),
          inMegabytes(measured.map((round) => round.loaded)),
          inMegabytes(measured.map((round) => round.peak)),
        ]),
      },
    ],
    goals: [
      atMost("memory idle, demo world", median(roundsOf(results, demo).map((round) => round.idle)), 80e6, megabytes),
    ],
    data: byName(results),
  };
}

function inMegabytes(rounds: readonly number[]): string {
  return known(median(rounds), megabytes);
}
