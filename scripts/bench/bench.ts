import { availableParallelism, cpus } from "node:os";
import { Argument, Command, InvalidArgumentError } from "commander";

import { scale } from "./parts/scale.ts";
import { servers } from "./parts/servers.ts";
import { installPeers } from "./server.ts";
import { runBenchmark, type Options, type Benchmark } from "./report.ts";

/** `start`, `list` and `create` are columns of one table. */
const parts: readonly (readonly [name: string, part: (options: Options) => Benchmark])[] = [
  ["start", servers],
  ["list", servers],
  ["create", servers],
  ["scale", scale],
];
const allNames = parts.map(([name]) => name);

interface Flags {
  readonly rounds: number;
  readonly quick?: boolean;
  readonly peers: boolean;
}

async function bench(wanted: readonly string[], { quick = false, peers: withPeers, rounds }: Flags): Promise<void> {
  const names = new Set(wanted.length === 0 ? allNames : wanted);
  const [count, seconds] = quick ? [1, 1] : [rounds, 3];
  const say = (text: string) => void process.stderr.write(`${text}\n`);
  const machine = `${availableParallelism()} × ${cpus()[0]?.model}, Node ${process.version}`;
  process.stdout.write(`# Bench\n\n${machine}; rounds: ${count}, ${seconds} s of load in each; medians.\n`);
  for (const part of new Set(parts.filter(([name]) => names.has(name)).map(([, one]) => one))) {
    if (withPeers && part === servers) await installPeers();
    const study = part({ names, seconds, withPeers, isQuick: quick, say });
    process.stdout.write(`\n${await runBenchmark(study, count, say)}\n`);
  }
}

function positive(text: string): number {
  if (Number(text) > 0) return Number(text);
  throw new InvalidArgumentError("Expected a number above 0.");
}

await new Command("npm run bench --")
  .description("Measures orgkit next to bare node:http and its peers.")
  .addArgument(new Argument("[parts...]", "what to measure (default: everything)").choices(allNames))
  .option("--rounds <number>", "of measurement, in turns", positive, 5)
  .option("--quick", "one round, one second of load")
  .option("--no-peers", "only orgkit and bare node:http; nothing is installed")
  .action(bench)
  .parseAsync();
