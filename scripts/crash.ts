import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { crashRounds, type CrashReport } from "./crash/crash-rounds.ts";

/**
 * `npm run crash`: starts `orgkit mock --state`, has many writers create and change users, ends it by SIGKILL at a
 * random moment, starts it again and looks whether anything it acknowledged is lost; `--rounds N` times. `--seed S`
 * draws the same moments again, `--writers N` sets how many write at once. The state files are kept where
 * something was wrong.
 */
const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "500" },
    seed: { type: "string" },
    writers: { type: "string", default: "24" },
  },
});
const seed = values.seed === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(values.seed);
const rounds = Number(values.rounds);
const folder = mkdtempSync(join(tmpdir(), "orgkit-crash-"));
const say = (text: string): void => void process.stdout.write(`${text}\n`);

const told = (report: CrashReport): string =>
  `${report.rounds} rounds, ${report.acknowledged} writes acknowledged, ${report.cut} torn tails cut (${report.torn} of them made), ${report.refused} second processes refused, ${report.faults.length} faults`;

say(`${rounds} rounds, seed ${seed}`);
const report = await crashRounds({
  rounds,
  seed,
  writers: Number(values.writers),
  loadMs: 250,
  folder,
  progress: (so) => {
    if (so.rounds % 25 === 0 && so.rounds < rounds) say(told(so));
  },
});
for (const fault of report.faults) say(`✗ ${fault.slice(0, 500)}`);
const lost = report.faults.filter((fault) => fault.includes("lost")).length;
say(`${told(report)}, ${lost} lost`);
if (report.faults.length === 0) rmSync(folder, { recursive: true });
else say(`The state files are in ${folder}`);
process.exitCode = report.faults.length === 0 && report.acknowledged > 0 ? 0 : 1;
