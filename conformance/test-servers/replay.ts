import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { gunzipSync, gzipSync } from "node:zlib";
import { z } from "zod";
import { concludeLog } from "../judge/conclude.ts";
import { Facts } from "../log/facts.ts";
import type { Exchange } from "../log/model.ts";
import type { Target } from "../target/target.ts";
import type { IndependentServer } from "./independent-server.ts";
import { atOnce, judgeServer, nameOf } from "./judge-server.ts";
import { awkwardMocks } from "./mock-server.ts";
import { brokenServers, conformingServers } from "./servers.ts";

/**
 * `npm run replay -- [PATTERN]`: judges recorded runs again by the rules of this checkout, without a request, and
 * prints which verdicts changed. `--dump`: records the runs of the test servers with this name or requirement;
 * `--dump --url URL --id ID --create-body JSON`, with ORGKIT_TOKEN and ORGKIT_TOKEN_B: one run of another service.
 * `--update`: keeps the new verdicts as those to compare with. `--verbose`: prints each failure with its message.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    dir: { type: "string", default: join(tmpdir(), "orgkit-logs") },
    dump: { type: "boolean" },
    update: { type: "boolean" },
    verbose: { type: "boolean" },
    url: { type: "string" },
    id: { type: "string", multiple: true, default: [] },
    "create-body": { type: "string" },
  },
});
const [pattern = ""] = positionals;
const only = new RegExp(pattern);

interface RecordedRun {
  readonly id: string;
  /** The obligations that the service breaks, if they are known. */
  readonly breaks: readonly string[];
  readonly target: Target;
  readonly runId: string;
  readonly hasSecond: boolean;
  readonly patience: number;
  readonly failed: readonly string[];
  readonly log: readonly Exchange[];
}

const print = (line: string): void => void process.stdout.write(`${line}\n`);

function fileOf(id: string): string {
  return join(values.dir, `${encodeURIComponent(id)}.json.gz`);
}

function write(run: RecordedRun): void {
  const json = JSON.stringify(run, (_, value: unknown) => (value instanceof Map ? { entries: [...value] } : value));
  writeFileSync(fileOf(run.id), gzipSync(json, { level: 4 }));
}

function read(file: string): RecordedRun {
  const revive = (key: string, value: unknown): unknown =>
    key === "names" ? new Map(Object(value)["entries"]) : value;
  return JSON.parse(gunzipSync(readFileSync(file)).toString(), revive);
}

/** Judges a service as `kill.ts` does, and records its log. */
async function dump(server: IndependentServer): Promise<void> {
  const { id, breaks } = server;
  let facts: Facts | undefined;
  const { run, failed } = await judgeServer(server, {}, (seen) => (facts = seen));
  if (run.problem !== undefined) print(`${id} cannot be judged: ${run.problem}`);
  if (facts === undefined) return;
  const { log, target, runId, hasSecond, patience } = facts;
  write({ id, breaks, target, runId, hasSecond, patience, failed, log });
}

/** The failed obligations by the rules of this checkout. A failure recurs if its recorded repetitions show it. */
async function replay({ log: recorded, ...known }: RecordedRun): Promise<ReadonlyMap<string, string>> {
  const log = recorded.filter(({ round }) => round === 0);
  const facts = new Facts(log, known);
  const repetitions = Map.groupBy(recorded, ({ experiment, round }) => `${experiment}\n${round}`);
  const rounds = [...new Set(recorded.map(({ round }) => round))].filter((round) => round > 0);
  const nextRounds = new Map<string, number[]>();
  let lastRound = 0;
  const conclusions = await concludeLog(
    {
      log,
      facts,
      spent: undefined,
      ended: undefined,
      nextRound: () => (lastRound += 1),
      pause: () => Promise.resolve(),
      play: ({ name }, round) => {
        const left = nextRounds.get(name) ?? rounds.filter((one) => repetitions.has(`${name}\n${one}`));
        const again = repetitions.get(`${name}\n${left[0] ?? 0}`) ?? [];
        nextRounds.set(name, left.slice(1));
        log.push(...again.map((exchange) => ({ ...exchange, round, number: exchange.number + 10_000 * round })));
        return Promise.resolve();
      },
    },
    new Map([...new Set(log.map(({ experiment }) => experiment))].map((name) => [name, { name, run: neverRun }])),
  );
  const failures = [...conclusions.values()].filter(({ status }) => status === "failed");
  return new Map(failures.map((failure) => [nameOf(failure), failure.message]));
}

function neverRun(): Promise<void> {
  throw new Error("a replay sends nothing");
}

const started = performance.now();
mkdirSync(values.dir, { recursive: true });
const { url, "create-body": body } = values;
if (values.dump === true && url !== undefined) {
  const { ORGKIT_TOKEN: first = "", ORGKIT_TOKEN_B: second = "" } = process.env;
  await dump({
    id: url,
    breaks: [],
    tokens: { first, second },
    subscriptionIds: values.id,
    ...(body === undefined ? {} : { createBody: z.record(z.string(), z.json()).parse(JSON.parse(body)) }),
    start: () => Promise.resolve({ baseUrl: url, stop: () => Promise.resolve() }),
  });
} else if (values.dump === true) {
  const servers = [...conformingServers, ...awkwardMocks, ...brokenServers];
  const matching = servers.filter(({ id, breaks }) => [id, ...breaks].some((name) => only.test(name)));
  await atOnce(12, matching, dump);
}
let runs = 0;
let changed = 0;
for (const file of readdirSync(values.dir)) {
  const run = read(join(values.dir, file));
  if (![run.id, ...run.breaks].some((name) => only.test(name))) continue;
  const failures = await replay(run);
  runs += 1;
  const added = [...failures].filter(([name]) => !run.failed.includes(name));
  // Open points are judged by requests of their own.
  const gone = run.failed.filter((name) => !failures.has(name) && !name.startsWith("DECL"));
  const isMissed = run.breaks.length > 0 && !run.breaks.some((name) => failures.has(name));
  const status = isMissed ? "missed" : run.breaks.length === 0 && failures.size > 0 ? "blamed" : "";
  if (added.length + gone.length > 0) changed += 1;
  for (const [name, message] of values.verbose === true ? failures : added)
    print(`+ ${run.id} ${status}: ${name}: ${message}`);
  for (const name of gone) print(`- ${run.id} ${status}: ${name}`);
  if (values.update === true) write({ ...run, failed: [...failures.keys()] });
}
print(`${runs} runs, ${changed} changed; ${Math.round((performance.now() - started) / 1000)} s`);
