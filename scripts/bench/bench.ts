import { availableParallelism, cpus } from "node:os";
import { fileURLToPath } from "node:url";
import { markdownTable } from "markdown-table";
import { measurePackage, measurePage, measureVitest } from "./measure-projects.ts";
import { bareCommand, measureServer, orgkitCommand, type Figures } from "./measure-server.ts";

/**
 * `npm run bench`: the published mock with its goals, next to bare `node:http`, and to MSW by hand. With `--quick`, one
 * short round. Further arguments are checkouts with a `dist`, to compare in the same run.
 */
const isQuick = process.argv.includes("--quick");
const [rounds, seconds] = isQuick ? [1, 1] : [5, 3];
const own = fileURLToPath(new URL("../..", import.meta.url));
const checkouts = [...process.argv.slice(2).filter((word) => !word.startsWith("--")), own];

/** At most this, in its unit, or as a multiple of the same figure of the baseline. */
const goals: Readonly<Record<string, { readonly max: number; readonly isMultiple?: true }>> = {
  "start CPU ms": { max: 1.6, isMultiple: true },
  "memory MB": { max: 80 },
  "listUsers µs": { max: 1, isMultiple: true },
  "listUsers p99 ms": { max: 1.5, isMultiple: true },
  "createUser µs": { max: 1.5, isMultiple: true },
  "createUser p99 ms": { max: 1.5, isMultiple: true },
  "listUsers µs, latency:min=0,max=0": { max: 1.11, isMultiple: true },
  "start ms, crowd:100000": { max: 1000 },
  "start ms, crowd:1000000": { max: 5000 },
  "Vitest, a test ms": { max: 1.3, isMultiple: true },
  "Vitest, first test ms": { max: 1.3, isMultiple: true },
  "page, kB gzip over MSW": { max: 65 },
  "install MB": { max: 6 },
  "installed packages": { max: 1 },
};

/** What orgkit is compared with: bare `node:http`; without latency; MSW by hand. */
async function measureBaseline(): Promise<Figures> {
  return { ...(await measureServer(bareCommand, seconds)), ...(await measureVitest("by-hand", own)) };
}

async function measureOrgkit(checkout: string): Promise<Figures> {
  const server = await measureServer(orgkitCommand(checkout), seconds);
  const { "listUsers µs": undisturbed } = server;
  const slowed = await measureServer(orgkitCommand(checkout, "--scenario", "latency:min=0,max=0"), seconds);
  const measureStart = async (world: string): Promise<number> =>
    (await measureServer(orgkitCommand(checkout, "--world", world), 0))["start ms"] ?? Number.NaN;
  return {
    ...server,
    ...(await measureVitest("orgkit", checkout)),
    "listUsers µs, latency:min=0,max=0": slowed["listUsers µs"] ?? Number.NaN,
    "listUsers µs, none": undisturbed ?? Number.NaN,
    "start ms, crowd:100000": await measureStart("crowd:100000"),
    "start ms, crowd:1000000": await measureStart("crowd:1000000"),
  };
}

const measured: { readonly baseline: Figures; readonly orgkit: readonly Figures[] }[] = [];
for (let round = 1; round <= rounds; round += 1) {
  process.stderr.write(`round ${round} of ${rounds}\n`);
  // In turns, so that changes on the machine affect all.
  const baseline = await measureBaseline();
  const orgkit: Figures[] = [];
  for (const checkout of checkouts) orgkit.push(await measureOrgkit(checkout));
  measured.push({ baseline, orgkit });
}
const alone = await measurePage("msw", own);
const fixed: Figures[] = [];
for (const checkout of checkouts) {
  const kilobytes = ((await measurePage("orgkit", checkout)) - alone) / 1000;
  fixed.push({ "page, kB gzip over MSW": kilobytes, ...(await measurePackage(checkout)) });
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[values.length >> 1] ?? Number.NaN;
}

const numbers = new Intl.NumberFormat("en", { maximumSignificantDigits: 3 });
const show = (value: number): string => (Number.isFinite(value) ? numbers.format(value) : "–");
const rows = Object.entries(goals).map(([figure, { max, isMultiple }]) => {
  const values = checkouts.map((_, at) =>
    measured.map(({ baseline, orgkit }) => {
      const value = orgkit[at]?.[figure] ?? fixed[at]?.[figure] ?? Number.NaN;
      const base = figure.includes("latency") ? orgkit[at]?.["listUsers µs, none"] : baseline[figure];
      return { value, multiple: value / (base ?? Number.NaN), base: base ?? Number.NaN };
    }),
  );
  const columns = values.flatMap((of) => [
    show(median(of.map(({ value }) => value))),
    show(median(of.map(({ multiple }) => multiple))),
  ]);
  const last = values.at(-1) ?? [];
  const isReached = median(last.map(({ value, multiple }) => (isMultiple === true ? multiple : value))) <= max;
  const goal = `${isReached ? "reached" : "NOT REACHED"}: at most ${max}${isMultiple === true ? " ×" : ""}`;
  return [figure, show(median(last.map(({ base }) => base))), ...columns, goal];
});
const heads = checkouts.flatMap((checkout) => [checkout === own ? "orgkit" : checkout, "×"]);

process.stdout.write(`# Bench

${availableParallelism()} × ${cpus()[0]?.model}, Node ${process.version}. Medians of ${rounds} rounds of ${seconds} s of load.
Both servers hold 1,000 users. Start and memory: until the first page of 20. Load over 32 connections: all pages in
turn, then creations. µs: CPU time of a request. p99: at half of the full load. Vitest: a list, a creation and a list
with an own dialect and world of 122 users, beside MSW and @msw/data by hand. Page: the scripts of a page until the
first list. Baseline: bare \`node:http\`, MSW by hand, or the mock without a scenario.

${markdownTable([["figure", "baseline", ...heads, "goal"], ...rows])}
`);
