import { inRounds, byName, roundsOf } from "../measure/rounds.ts";
import { median, spreadOf } from "../measure/statistics.ts";
import { atMost } from "../report/goals.ts";
import { milliseconds, range } from "../report/numbers.ts";
import type { Section } from "../report/section.ts";
import { bare } from "../servers/bare.ts";
import { benchWorld } from "../servers/data.ts";
import { orgkitDemo, orgkitMock } from "../servers/orgkit.ts";
import type { Bench } from "./part.ts";

/** A start is short: three for each round. */
const startsInRound = 3;

/** From the start of the process to the first good answer. */
export async function startup({ rounds, peers, say }: Bench): Promise<Section> {
  const demo = orgkitDemo();
  const crowd = orgkitMock({ name: `orgkit, ${benchWorld}` });
  const count = rounds * startsInRound;
  const results = await inRounds([bare, demo, crowd, ...peers], { count, say }, async ({ startMs }) => startMs);
  return {
    title: "Start-up",
    method: `From the start of the process to the first page of users, ${count} starts each, in turns; it is asked every 2 ms.`,
    tables: [
      {
        columns: ["server", "first answer after", "least – most"],
        rows: [...results].map(([{ name }, starts]) => {
          const spread = spreadOf(starts);
          return [name, milliseconds(spread.median), range(spread, milliseconds)];
        }),
      },
    ],
    goals: [atMost("start-up to the first answer, demo world", median(roundsOf(results, demo)), 200, milliseconds)],
    data: byName(results),
  };
}
