import { parseArgs } from "node:util";
import { interferedServers } from "./interferences.ts";
import type { IndependentServer } from "./independent-server.ts";
import { atOnce, judgeServer, nameOf, type JudgedServer } from "./judge-server.ts";
import { awkwardMocks, randomMocks } from "./mock-server.ts";
import { brokenServers, conformingServers, misdeclaredServers, notFound } from "./servers.ts";

/**
 * `npm run kill -- [PATTERN]`: how many of the test servers with this name or requirement the judge finds, and how many it blames wrongly.
 * `--conforming`: only those without a defect, also with what is inconclusive on them; `--random N --seed S`: the mock
 * in random dialects instead, on which nothing may fail or be inconclusive; `--interfered N --seed S`: services that
 * another client changes once, or that do not respond for a moment, on which nothing may fail.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    conforming: { type: "boolean" },
    random: { type: "string" },
    interfered: { type: "string" },
    seed: { type: "string" },
  },
});
const [pattern = ""] = positionals;
const { random, interfered, seed = String(Math.floor(Math.random() * 2 ** 31)) } = values;
const isRandom = random !== undefined;
const isSampled = isRandom || interfered !== undefined;
const started = performance.now();
let count = 0;

const print = (line: string): void => void process.stdout.write(`${line}\n`);

async function judgeAll(servers: readonly IndependentServer[]): Promise<readonly JudgedServer[]> {
  const all: JudgedServer[] = [];
  const only = new RegExp(pattern);
  const matching = servers.filter(({ id, breaks }) => [id, ...breaks].some((name) => only.test(name)));
  await atOnce(12, matching, async (server) => {
    const judged = await judgeServer(server);
    all.push(judged);
    const { problem } = judged.run;
    if (problem !== undefined) print(`${server.id} cannot be judged: ${problem}`);
    if (all.length % 100 === 0) print(`… ${all.length} of ${matching.length}`);
  });
  count += all.length;
  return all;
}

/** Prints the checks of this status. @returns their number */
function show(status: string, judged: readonly JudgedServer[], word: string, isShown: boolean): number {
  const lines = judged.flatMap(({ server, checks }) =>
    checks
      .filter((check) => check.status === status)
      .map((check) => `${word} ${server.id}: ${nameOf(check)}: ${check.message}`),
  );
  if (isShown) for (const line of lines) print(line);
  return lines.length;
}

/** Those on which nothing may fail. */
function chooseConforming(): readonly IndependentServer[] {
  if (isRandom) return randomMocks(Number(random), Number(seed));
  if (interfered !== undefined) return interferedServers(Number(interfered), Number(seed));
  return [...conformingServers, ...awkwardMocks];
}

if (isSampled) print(`seed ${seed}`);
const conforming = await judgeAll(chooseConforming());
const broken = isSampled || values.conforming ? [] : await judgeAll([...brokenServers, ...misdeclaredServers]);
const missed = broken.filter(({ failed, server }) => !failed.some((name) => server.breaks.includes(name)));
const blamed = conforming.filter(({ failed }) => failed.length > 0);
const uncertain = show("inconclusive", conforming, "inconclusive", isRandom || values.conforming === true);
for (const { server, checks, failed } of missed) {
  const wanted = checks.filter((check) => server.breaks.includes(nameOf(check)));
  const why = notFound.get(server.id) ?? wanted.map(({ status, message }) => `${status}: ${message}`).join("; ");
  print(`missed ${server.id}: ${server.breaks.join(", ")}; instead ${failed.join(", ") || "nothing"} (${why})`);
}
if (count === 0) print(`no test server has the name or requirement ${pattern}`);
const maxRequests = Math.max(0, ...[...conforming, ...broken].map(({ run }) => run.requests));
print(
  `found ${broken.length - missed.length} of ${broken.length}; blamed ${blamed.length} of ${conforming.length}; inconclusive on conforming ${uncertain}; at most ${maxRequests} requests; ${Math.round((performance.now() - started) / 1000)} s`,
);
const isSurprising = missed.some(({ server }) => !notFound.has(server.id)) || (isRandom && uncertain > 0);
// Last, where a reader looks: it is what must never happen.
show("failed", conforming, "blamed", true);
process.exitCode = !isSurprising && blamed.length === 0 && count > 0 ? 0 : 1;
