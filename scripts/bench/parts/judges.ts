import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { brokenServers, conformingServers } from "../../../conformance/independent/servers.ts";
import type { IndependentServer } from "../../../conformance/independent/independent-server.ts";
import { dredd, orgkitJudge, portman, subjectOf, type Judge } from "../judges/judges.ts";
import { temporaryDirectory } from "../server.ts";
import { atLeast, atMost, figureOf, median, type Options, type Benchmark } from "../report.ts";

/** The plain server that all others are based on. */
const plainId = "ordinary";

/** The result of one judge for one server. */
export interface JudgeResult extends Pick<IndependentServer, "id" | "breaks"> {
  readonly failures: readonly string[];
  readonly seconds: number;
  /** Why there is no result. */
  readonly problem?: string;
}

/** `judges`: how many faults `orgkit conform` finds, compared with tools that work from an OpenAPI document. */
export function judges({ withPeers, isQuick, say }: Options): Benchmark {
  const servers = [...conformingServers, ...brokenServers].filter(
    ({ id }, index) => !isQuick || id === plainId || index % 5 === 0,
  );
  const broken = servers.filter(({ breaks }) => breaks.length > 0).length;
  const notes: string[] = [];
  const subject = (name: string, makeJudge: (directory: string) => Judge) => async () => {
    using directory = temporaryDirectory();
    const judge = makeJudge(directory.path);
    const ask = async (server: IndependentServer): Promise<JudgeResult> => {
      const { id, breaks } = server;
      say(`${name}: ${id}`);
      const { baseUrl, stop } = await server.start();
      const started = performance.now();
      const result = await judge(subjectOf(server, baseUrl, mkdtempSync(join(directory.path, "run-")))).then(
        (failures) => ({ failures }),
        (error: unknown) => ({ failures: [], problem: String(error) }),
      );
      const seconds = (performance.now() - started) / 1000;
      await stop();
      return { id, breaks, seconds, ...result };
    };
    // Two at a time, since a judge waits much of the time.
    const opinions: readonly JudgeResult[] = await Readable.from(servers).map(ask, { concurrency: 2 }).toArray();
    const { found, falseAlarms, failed } = score(opinions);
    for (const [what, ids] of Object.entries({ "has a false alarm on": falseAlarms, "has no result on": failed })) {
      if (ids.length > 0) notes.push(`${name} ${what} ${ids.join(", ")}.`);
    }
    const seconds = median(opinions.map((opinion) => opinion.seconds));
    return {
      found: found.length,
      "false alarms": falseAlarms.length,
      "no result": failed.length,
      "s a server": seconds,
    };
  };
  const others = { "Dredd 14.1": subject("Dredd", () => dredd), "Portman 1.33": subject("Portman", portman) };
  return {
    title: "The judges",
    method: `${broken} servers break a rule, ${servers.length - broken - 1} conform. See scripts/bench/judges/README.md.`,
    rounds: 1,
    subjects: { orgkit: subject("orgkit", () => orgkitJudge), ...(withPeers && others) },
    goals: [atLeast(broken, figureOf("orgkit", "found")), atMost(0, figureOf("orgkit", "false alarms"))],
    notes,
  };
}

/**
 * Counts the servers in which a judge finds a fault: a failure that it does not report for the plain server. All
 * servers are the plain one with one departure, so a failure of both does not come from the departure.
 * @returns the ids of broken servers with a fault, of others with a fault, and of those without a result
 * @throws Error if the plain server has no result
 */
export function score(opinions: readonly JudgeResult[]) {
  const plain = opinions.find(({ id }) => id === plainId);
  if (plain?.problem !== undefined) throw new Error(`no result on the plain server: ${plain.problem}`);
  const accused = opinions.filter(({ failures }) => failures.some((failure) => !plain?.failures.includes(failure)));
  const ids = (of: readonly JudgeResult[]) => of.map(({ id }) => id);
  return {
    found: ids(accused.filter(({ breaks }) => breaks.length > 0)),
    falseAlarms: ids(accused.filter(({ breaks }) => breaks.length === 0)),
    failed: ids(opinions.filter(({ problem }) => problem !== undefined)),
  };
}
