import { availableParallelism, cpus } from "node:os";
import { markdownTable } from "markdown-table";
import { measureFirstTest } from "./first-test.ts";
import { bareCommand, measureServer, orgkitCommand, type Figures } from "./measure-server.ts";

/** `npm run bench`: the published mock with its goals, next to bare `node:http`. With `--quick`, one short round. */
const isQuick = process.argv.includes("--quick");
const [rounds, seconds] = isQuick ? [1, 1] : [5, 3];

/** At most this, in its unit, or as a multiple of the same figure of bare `node:http`. */
const goals: Readonly<Record<string, { readonly max: number; readonly isMultiple: boolean }>> = {
  "start CPU ms": { max: 1.6, isMultiple: true },
  "memory MB": { max: 80, isMultiple: false },
  "listUsers µs": { max: 1, isMultiple: true },
  "listUsers p99 ms": { max: 1.5, isMultiple: true },
  "createUser µs": { max: 2, isMultiple: true },
  "createUser p99 ms": { max: 1.5, isMultiple: true },
  "first test ms": { max: 200, isMultiple: false },
};

const measured: { readonly bare: Figures; readonly orgkit: Figures }[] = [];
for (let round = 1; round <= rounds; round += 1) {
  process.stderr.write(`round ${round} of ${rounds}\n`);
  // In turns, so that changes on the machine affect both.
  measured.push({
    bare: await measureServer(bareCommand, seconds),
    orgkit: { ...(await measureServer(orgkitCommand, seconds)), "first test ms": await measureFirstTest() },
  });
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[values.length >> 1] ?? Number.NaN;
}

const numbers = new Intl.NumberFormat("en", { maximumSignificantDigits: 3 });
const rows = Object.entries(goals).map(([figure, { max, isMultiple }]) => {
  const bare = measured.map((round) => round.bare[figure] ?? Number.NaN);
  const orgkit = measured.map((round) => round.orgkit[figure] ?? Number.NaN);
  const multiple = median(orgkit.map((value, index) => value / (bare[index] ?? Number.NaN)));
  const isReached = (isMultiple ? multiple : median(orgkit)) <= max;
  const goal = `${isReached ? "reached" : "NOT REACHED"}: at most ${max}${isMultiple ? " ×" : ""}`;
  return [
    figure,
    ...[median(orgkit), median(bare), multiple].map((value) => (value > 0 ? numbers.format(value) : "–")),
    goal,
  ];
});

process.stdout.write(`# Bench

${availableParallelism()} × ${cpus()[0]?.model}, Node ${process.version}. Medians of ${rounds} rounds of ${seconds} s of load.
Both servers hold 1,000 users. Start and memory: until the first page of 20. Load over 32 connections: all pages in
turn, then creations. µs: CPU time of a request. p99: at half of the full load. First test: of a file in Vitest.

${markdownTable([["figure", "orgkit", "bare node:http", "×", "goal"], ...rows])}
`);
