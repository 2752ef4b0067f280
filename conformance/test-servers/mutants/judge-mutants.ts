import { parseArgs } from "node:util";
import { isComplete, matrixText, runKillMatrix } from "./kill-matrix.ts";
import { mutants } from "./mutants.ts";
import { runRandom, type Trial } from "./random.ts";
import type { JudgingProgress } from "./serve.ts";

/**
 * `npm run mutants`: judges every mutant and prints the kill matrix. With `--random N`: judges N random dialects
 * instead, none of which may fail; `--seed S` and `--only I` replay one of them. `--grep TEXT`: some mutants only.
 */
const { values } = parseArgs({
  options: {
    random: { type: "string" },
    seed: { type: "string" },
    only: { type: "string" },
    grep: { type: "string", default: "" },
    workers: { type: "string", default: "2" },
  },
});
const workers = Number(values.workers);
const judging = {
  workers,
  onProgress: ({ done, of }: JudgingProgress): void => {
    if (done % 50 === 49) process.stderr.write(`… ${done + 1} of ${of}\n`);
  },
};

if (values.random === undefined) {
  const chosen = mutants.filter(({ id, breaks }) => `${id} ${breaks.join(" ")}`.includes(values.grep));
  if (chosen.length === 0) {
    process.stderr.write(`--grep ${values.grep}: no mutant has this text in its name or its rules\n`);
    process.exit(2);
  }
  const matrix = await runKillMatrix(chosen, judging);
  const judged = values.grep === "" ? matrix : { ...matrix, unguarded: [] };
  process.stdout.write(`${matrixText(judged)}\n`);
  process.exitCode = isComplete(judged) ? 0 : 1;
} else {
  const count = Number(values.random);
  const seed = values.seed === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(values.seed);
  const only = values.only === undefined ? undefined : Number(values.only);
  process.stdout.write(`${count} random dialects, seed ${seed}\n`);
  const trials = await runRandom({ count, seed, only, judging });
  const alarming = trials.filter(({ alarms }) => alarms.length > 0);
  for (const trial of alarming) process.stdout.write(`${trialText(trial, count, seed)}\n`);
  const requests = trials.map((trial) => trial.requests).toSorted((left, right) => left - right);
  process.stdout.write(
    `${trials.length} judged, ${alarming.length} false alarms; requests ${requests[0]} to ${requests.at(-1)}, users created at most ${Math.max(...trials.map(({ created }) => created))}\n`,
  );
  process.exitCode = alarming.length === 0 && trials.length > 0 ? 0 : 1;
}

function trialText({ index, dialect, world, isDeclared, alarms }: Trial, count: number, seed: number): string {
  return [
    `✗ ${index}, world ${world}, ${isDeclared ? "declared" : "not declared"}; replay: npm run mutants -- --random ${count} --seed ${seed} --only ${index}`,
    ...alarms.map((alarm) => `    ${alarm}`),
    `    ${JSON.stringify(dialect)}`,
  ].join("\n");
}
