import { setTimeout as passed } from "node:timers/promises";
import { parseArgs } from "node:util";
import pidusage from "pidusage";
import { callers } from "./soak/callers.ts";
import { courseOf, type Sample } from "./soak/memory.ts";
import { startSoakedMock } from "./soak/soaked-mock.ts";
import { createTally, type Tally } from "./soak/tally.ts";

/**
 * `npm run soak -- --minutes 10`: a mock at full load, by callers of every kind at once. Fails where a call is
 * answered as it should not be, the mock ends, or its memory grows once it is warm.
 */
const { values } = parseArgs({ options: { minutes: { type: "string", default: "10" } } });

/** More is a leak. Megabytes a minute. */
const mostGrowth = 1;
const seconds = Number(values.minutes) * 60;
/** What is loaded, compiled and kept for the next call is there then. */
const warmSeconds = Math.min(120, seconds / 3);

const mock = await startSoakedMock();
const tally = createTally();
const end = new AbortController();
const soaking = { url: mock.url, tally, signal: end.signal };
const running = callers.map(([, count, start]) => start(soaking, count));
const failed = Promise.race([
  mock.crash,
  ...running.map((one) => one.then(() => passed(2 ** 30, undefined, { ref: false }))),
]);
failed.catch(() => undefined);

const samples: Sample[] = [];
const started = performance.now();
let before = 0;
for (let second = 1; second <= seconds; second += 1) {
  await Promise.race([passed(started + second * 1000 - performance.now()), failed]);
  samples.push({ seconds: second, megabytes: (await pidusage(mock.pid)).memory / 2 ** 20 });
  if (second % 15 === 0) {
    progress(second, (tally.calls - before) / 15);
    before = tally.calls;
  }
}
end.abort();
await Promise.race([Promise.all(running), passed(10_000, undefined, { ref: false })]);
const exit = await mock.stop();
const course = courseOf(samples, warmSeconds);
const isFlat = course.slope < mostGrowth;
const isWell = isFlat && tally.unexpected === 0 && exit === 0;
process.stdout.write(`${table(tally)}\n\n`);
for (const problem of tally.problems) process.stdout.write(`✗ ${problem}\n`);
process.stdout.write(
  `${isWell ? "✓" : "✗"} ${tally.calls} calls in ${seconds} s, ${tally.unexpected} unexpected; memory after ${warmSeconds} s ${megabytes(course.first)}, at the end ${megabytes(course.last)}, at most ${megabytes(course.most)}, ${course.slope.toFixed(2)} MB a minute${isFlat ? "" : ": it grows"}; the mock ended with ${exit}\n`,
);
process.exit(isWell ? 0 : 1);

function progress(second: number, rate: number): void {
  const { megabytes: now = 0 } = samples.at(-1) ?? {};
  process.stdout.write(
    `${String(second).padStart(5)} s ${megabytes(now).padStart(9)} ${rate.toFixed(0).padStart(7)} calls/s ${tally.unexpected} unexpected\n`,
  );
}

function table({ counts }: Tally): string {
  const lines = callers.map(([kind, count]) => {
    const { calls = 0, unexpected = 0 } = counts.get(kind) ?? {};
    return `| ${kind.padEnd(9)} | ${String(count).padStart(7)} | ${String(calls).padStart(9)} | ${String(unexpected).padStart(10)} |`;
  });
  return [
    "",
    "| kind      | callers |     calls | unexpected |",
    "| --------- | ------: | --------: | ---------: |",
    ...lines,
  ].join("\n");
}

function megabytes(value: number): string {
  return `${value.toFixed(1)} MB`;
}
