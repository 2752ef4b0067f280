import { parseArgs } from "node:util";
import { InputError, type Mistake } from "../../fixtures/input-error.ts";
import { contenders } from "./parts/contenders.ts";
import { create } from "./parts/create.ts";
import { idle } from "./parts/idle.ts";
import { judges } from "./parts/judges.ts";
import { latency } from "./parts/latency.ts";
import { list } from "./parts/list.ts";
import { memory } from "./parts/memory.ts";
import type { Part } from "./parts/part.ts";
import { scale } from "./parts/scale.ts";
import { startup } from "./parts/startup.ts";
import { suite } from "./parts/suite.ts";

/** All parts, in the order of the report. */
const parts = { contenders, list, create, latency, idle, startup, memory, scale, suite, judges };

export interface Options {
  readonly parts: readonly (readonly [name: string, part: Part])[];
  readonly rounds: number;
  readonly seconds: number;
  /** Folder of the report. */
  readonly out: string;
  /** Without the programs of other hands, nothing is installed. */
  readonly withPeers: boolean;
  /** The judges meet one server of five. */
  readonly isQuick: boolean;
  readonly isHelp: boolean;
}

export const usage = `Usage: npm run bench -- [parts] [options]

Measures the mock beside bare node:http and its peers, and the suite beside other judges, on this machine.
The peers are installed on first use.

Parts (default: all): ${Object.keys(parts).join(", ")}

Options:
  --rounds <number>    how often each server is measured, in turns (default: 5)
  --seconds <number>   of load in each round (default: 3)
  --no-peers           only orgkit and bare node:http; nothing is installed
  --quick              the judges meet one server of five
  --out <folder>       where the report is written (default: bench-report)
  -h, --help           this text
`;

/**
 * What the user asked for.
 * @throws InputError where a part or an option is none
 */
export function readOptions(args: readonly string[]): Options {
  const { values, positionals } = parsed(args);
  const known = Object.entries(parts);
  const mistakes: Mistake[] = positionals
    .filter((name) => !known.some(([part]) => part === name))
    .map((name) => ({ at: name, problem: `is no part; expected some of ${Object.keys(parts).join(", ")}` }));
  const rounds = Number(values.rounds);
  if (!Number.isInteger(rounds) || rounds < 1) {
    mistakes.push({ at: `--rounds ${values.rounds}`, problem: "expected a whole number from 1" });
  }
  const seconds = Number(values.seconds);
  if (!(seconds > 0)) mistakes.push({ at: `--seconds ${values.seconds}`, problem: "expected a number above 0" });
  if (mistakes.length > 0) throw new InputError("Options", mistakes);
  return {
    parts: known.filter(([name]) => positionals.length === 0 || positionals.includes(name)),
    rounds,
    seconds,
    out: values.out,
    withPeers: values.peers,
    isQuick: values.quick,
    isHelp: values.help,
  };
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      allowNegative: true,
      options: {
        rounds: { type: "string", default: "5" },
        seconds: { type: "string", default: "3" },
        peers: { type: "boolean", default: true },
        quick: { type: "boolean", default: false },
        out: { type: "string", default: "bench-report" },
        help: { type: "boolean", short: "h", default: false },
      },
    });
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    throw new InputError("Options", [{ at: args.join(" "), problem }]);
  }
}
