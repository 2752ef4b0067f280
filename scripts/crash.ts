import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { crashRounds } from "./crash-rounds.ts";

/**
 * `npm run crash`: kills `orgkit mock --state` under load, starts it again, and checks that nothing it acknowledged is
 * lost; `--rounds N` times. The state file is kept where something was wrong.
 */
const { values } = parseArgs({ options: { rounds: { type: "string", default: "100" } } });
const directory = mkdtempSync(join(tmpdir(), "orgkit-crash-"));
const { acknowledged, faults } = await crashRounds(join(directory, "crash.state"), Number(values.rounds));
for (const fault of faults) process.stdout.write(`✗ ${fault.slice(0, 500)}\n`);
process.stdout.write(`${values.rounds} rounds, ${acknowledged} writes acknowledged, ${faults.length} lost or wrong\n`);
if (faults.length === 0) rmSync(directory, { recursive: true });
else process.stdout.write(`The state file is in ${directory}\n`);
process.exitCode = faults.length === 0 && acknowledged > 0 ? 0 : 1;
