import { availableParallelism, cpus } from "node:os";
import { Argument, Command, InvalidArgumentError } from "commander";
import {
  checkPage,
  creations,
  installPeers,
  measureLoad,
  pages,
  pageSize,
  startOf,
  startServer,
  type Server,
} from "./server.ts";
import { measureFirstTest } from "./first-test.ts";
import { atLeast, atMost, figureOf, ratio, runBenchmark, type Benchmark, type Figures } from "./report.ts";
import { bare, orgkit, orgkitWithLog, peers, users } from "./servers.ts";

const parts = ["start", "list", "create", "test"];

interface Flags {
  readonly rounds: number;
  readonly quick?: boolean;
  readonly peers: boolean;
}

async function bench(wanted: readonly string[], { quick = false, peers: withPeers, rounds }: Flags): Promise<void> {
  const names = new Set(wanted.length === 0 ? parts : wanted);
  const [count, seconds] = quick ? [1, 1] : [rounds, 3];
  const machine = `${availableParallelism()} × ${cpus()[0]?.model}, Node ${process.version}`;
  process.stdout.write(`# Bench\n\n${machine}; rounds: ${count}, ${seconds} s of load in each; medians.\n`);
  if (withPeers) await installPeers();
  const say = (text: string) => void process.stderr.write(`${text}\n`);
  process.stdout.write(`\n${await runBenchmark(compareServers(names, seconds, withPeers), count, say)}\n`);
}

const inVitest = "orgkit/vitest";

/** The mock compared with bare `node:http` and its peers, in one table. */
function compareServers(names: ReadonlySet<string>, seconds: number, withPeers: boolean): Benchmark {
  const goals = {
    start: [atMost(1.6, ratio("start CPU ms", orgkit.name, bare.name)), atMost(80, figureOf(orgkit.name, "memory MB"))],
    list: [
      atLeast(1, ratio("listUsers µs", bare.name, orgkit.name)),
      atMost(1.5, ratio("listUsers p99 ms", orgkit.name, bare.name)),
    ],
    create: [
      atLeast(0.5, ratio("createUser µs", bare.name, orgkit.name)),
      atMost(1.5, ratio("createUser p99 ms", orgkit.name, bare.name)),
    ],
    test: [atMost(200, figureOf(inVitest, "first test ms"))],
  };
  const servers = names.has("start") || names.has("list") || names.has("create");
  return {
    title: "The mock and its peers",
    method: `Each holds 1,000 users. Start: to the first page of ${pageSize}; memory: right after it. Load over 32 connections: all pages in turn, then creations. µs: CPU time of a request; ×: ${bare.name} in its place; p99: latency at half of that load. ${inVitest}: the first test of a file, and the same again.`,
    subjects: Object.fromEntries([
      ...[bare, orgkit, orgkitWithLog, ...(withPeers ? peers : [])]
        .filter(() => servers)
        .map((server) => [server.name, () => measureServer(server, seconds, names)] as const),
      ...(names.has("test") ? [[inVitest, measureFirstTest] as const] : []),
    ]),
    base: bare.name,
    goals: Object.entries(goals).flatMap(([name, own]) => (names.has(name) ? own : [])),
  };
}

async function measureServer(server: Server, seconds: number, names: ReadonlySet<string>): Promise<Figures> {
  await using running = await startServer(server);
  const figures: Figures[] = [];
  if (names.has("start")) figures.push(await startOf(running));
  await checkPage(running, 1, users.slice(0, pageSize));
  if (names.has("list")) {
    figures.push(await measureLoad("listUsers", running, pages(server, 1, users.length / pageSize), seconds));
  }
  if (names.has("create")) figures.push(await measureLoad("createUser", running, creations(server), seconds));
  return Object.assign({}, ...figures);
}

function positive(text: string): number {
  if (Number(text) > 0) return Number(text);
  throw new InvalidArgumentError("Expected a number above 0.");
}

await new Command("npm run bench --")
  .description("Measures orgkit next to bare node:http and its peers.")
  .addArgument(new Argument("[parts...]", "what to measure (default: everything)").choices(parts))
  .option("--rounds <number>", "of measurement, in turns", positive, 5)
  .option("--quick", "one round, one second of load")
  .option("--no-peers", "only orgkit and bare node:http; nothing is installed")
  .action(bench)
  .parseAsync();
