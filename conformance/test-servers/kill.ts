import { parseArgs } from "node:util";
import type { IndependentServer } from "./independent-server.ts";
import { atOnce, judgeServer, nameOf, type JudgedServer } from "./judge-server.ts";
import { awkwardMocks, randomMocks } from "./mock-dialects.ts";
import { brokenServers, conformingServers, misdeclaredServers, notFound } from "./servers.ts";

/**
 * `npm run kill -- [PATTERN]`: how many of the test servers with this name or requirement the judge finds, and how many it blames wrongly.
 * `--conforming`: only those without a defect; `--random N --seed S`: the mock in random dialects instead, on which
 * nothing may fail or be inconclusive; `--inconclusive`: also what is inconclusive on others without a defect.
 */
const {
  values: { random, seed: seedText = String(Math.floor(Math.random() * 2 ** 31)), ...shows },
  positionals: [pattern = ""],
} = parseArgs({
  allowPositionals: true,
  options: {
    conforming: { type: "boolean" },
    random: { type: "string" },
    seed: { type: "string" },
    inconclusive: { type: "boolean" },
  },
});
const only = new RegExp(pattern);
const lanes = 12;

const print = (line: string): void => void process.stdout.write(`${line}\n`);

async function judgeAll(servers: readonly IndependentServer[]): Promise<readonly JudgedServer[]> {
  const all: JudgedServer[] = [];
  const matching = servers.filter(({ id, breaks }) => [id, ...breaks].some((name) => only.test(name)));
  await atOnce(lanes, matching, async (server) => {
    const judged = await judgeServer(server);
    all.push(judged);
    const { problem } = judged.run;
    if (problem !== undefined) print(`${server.id} cannot be judged: ${problem}`);
    if (all.length % 100 === 0) print(`… ${all.length} of ${matching.length}`);
  });
  return all;
}

const started = performance.now();
const isRandom = random !== undefined;
if (isRandom) print(`random dialects, seed ${seedText}`);
const conforming = await judgeAll(
  isRandom ? randomMocks(Number(random), Number(seedText)) : [...conformingServers, ...awkwardMocks],
);
const broken = isRandom || shows.conforming ? [] : await judgeAll([...brokenServers, ...misdeclaredServers]);
const missed = broken.filter(({ failed, server }) => !failed.some((name) => server.breaks.includes(name)));
const blamed = conforming.filter(({ failed }) => failed.length > 0);
const of = (status: string) =>
  conforming.flatMap(({ server, findings }) =>
    findings
      .filter((one) => one.status === status)
      .map((one) => `${status} ${server.id}: ${nameOf(one)}: ${one.message}`),
  );
const uncertain = of("inconclusive");
for (const line of [...of("failed"), ...(shows.inconclusive || isRandom ? uncertain : [])]) print(line);
for (const { server, findings, failed } of missed) {
  const wanted = findings.filter((one) => server.breaks.includes(nameOf(one)));
  const why = notFound.get(server.id) ?? wanted.map(({ status, message }) => `${status}: ${message}`).join("; ");
  print(`missed ${server.id}: ${server.breaks.join(", ")}; instead ${failed.join(", ") || "nothing"} (${why})`);
}
if (conforming.length + broken.length === 0) print(`no test server has the name or requirement ${pattern}`);
const requests = [...conforming, ...broken].map(({ run }) => run.requests).toSorted((one, other) => one - other);
const seconds = Math.round((performance.now() - started) / 1000);
print(
  `found ${broken.length - missed.length} of ${broken.length}; blamed ${blamed.length} of ${conforming.length}; inconclusive on conforming ${uncertain.length}; requests median ${requests[Math.floor(requests.length / 2)] ?? 0}, max ${requests.at(-1) ?? 0}; ${seconds} s`,
);
const isSurprising = missed.some(({ server }) => !notFound.has(server.id)) || (isRandom && uncertain.length > 0);
process.exitCode = !isSurprising && blamed.length === 0 && conforming.length + broken.length > 0 ? 0 : 1;
