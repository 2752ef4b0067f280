import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Stranger } from "../../../conformance/strangers/stranger.ts";
import type { Opinion } from "./found.ts";
import type { Judge, Judged } from "./judge.ts";

/** How many servers are judged at the same time: most of the time a judge waits. */
const lanes = 2;

interface Asking {
  readonly judges: readonly Judge[];
  readonly strangers: readonly Stranger[];
  /** For the files of the judges. */
  readonly folder: string;
  readonly say: (text: string) => void;
}

/** What each judge says of each server; every judge meets every server anew, on a port of its own. */
export async function askJudges({ judges, strangers, folder, say }: Asking): Promise<ReadonlyMap<Judge, Opinion[]>> {
  const opinions = new Map(judges.map((judge): [Judge, Opinion[]] => [judge, []]));
  const waiting = [...strangers.entries()];
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [index, stranger] = next;
      say(`${index + 1} of ${strangers.length}: ${stranger.id}`);
      for (const judge of judges) {
        opinions.get(judge)?.push({ stranger, ...(await askOne(judge, stranger, folder)) });
      }
    }
  };
  await Promise.all(Array.from({ length: lanes }, work));
  return opinions;
}

async function askOne(judge: Judge, stranger: Stranger, above: string): Promise<Judged> {
  mkdirSync(above, { recursive: true });
  const folder = mkdtempSync(join(above, "run-"));
  const { baseUrl, stop } = await stranger.start();
  try {
    return await judge.judge({ stranger, baseUrl, folder });
  } finally {
    await stop();
    rmSync(folder, { recursive: true });
  }
}
