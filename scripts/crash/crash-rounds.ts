import { existsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pass } from "node:timers/promises";
import { randomFor } from "../../mocks/scenarios/random.ts";
import { foundUsers } from "./found-users.ts";
import { Ledger } from "./ledger.ts";
import { startMock, type MockProcess } from "./mock-process.ts";
import { tear } from "./tear.ts";
import { write } from "./writer.ts";

export interface CrashOptions {
  readonly rounds: number;
  /** Of the moments, the calls and their order; how a machine shares out its time is drawn by nobody. */
  readonly seed: number;
  /** How many create and change users at once. */
  readonly writers: number;
  /** For how long they do, at most. Milliseconds. */
  readonly loadMs: number;
  /** Where the state files are made. */
  readonly folder: string;
  /** Told after each round. */
  readonly progress?: (report: CrashReport) => void;
}

export interface CrashReport {
  readonly rounds: number;
  /** How many writes were acknowledged. */
  readonly acknowledged: number;
  /** How often a write that was interrupted was cut. */
  readonly cut: number;
  /** How often part of a write was put at the end of a file, as a loss of power leaves it. */
  readonly torn: number;
  /** How often a second process was kept from a file in use. */
  readonly refused: number;
  /** In words, what was not as it must be. */
  readonly faults: readonly string[];
}

const account = "acct_empty";
const token = "empty-token-0001";

/** After so many rounds another file is begun, so that new ones and large ones are met. */
const roundsOfFile = 50;
/** In each so manieth round a second process tries to use the file. */
const roundsToSecond = 10;

/** Kills a mock under load, again and again, and looks each time whether it lost anything it had acknowledged. */
export async function crashRounds(options: CrashOptions): Promise<CrashReport> {
  const { rounds, seed, writers, loadMs, folder, progress } = options;
  const faults: string[] = [];
  let [acknowledged, cut, torn, refused] = [0, 0, 0, 0];
  let ledger = new Ledger();
  let file = "";

  const begin = (mock: MockProcess): void => {
    void mock.ended.then(() => (cut += mock.output().includes("of a write that was interrupted") ? 1 : 0));
  };

  /** Starts a mock and looks at what it holds. */
  const resume = async (): Promise<{ readonly mock: MockProcess; readonly url: string }> => {
    const mock = startMock(file, "empty");
    begin(mock);
    const url = await mock.up;
    faults.push(...ledger.settle(await foundUsers({ url, token, account })));
    return { mock, url };
  };

  const crash = async (round: number): Promise<void> => {
    const random = randomFor(seed, "crash", round);
    if (existsSync(file) && random.fraction() < 0.25) torn += tear(file, random);
    if (random.fraction() < 0.25) {
      const killed = startMock(file, "empty");
      begin(killed);
      await pass(random.between(50, 300));
      killed.signal("SIGKILL");
      await killed.ended;
    }
    const { mock, url } = await resume();
    const writing = Array.from({ length: writers }, (_, number) =>
      write({ url, token, account, ledger, number, round, random: randomFor(seed, `writer ${number}`, round) }),
    );
    if (round % roundsToSecond === roundsToSecond - 1) {
      faults.push(...(await faultsOfSecond(file, mock.pid)));
      refused += 1;
    }
    await pass(random.between(10, loadMs));
    mock.signal("SIGKILL");
    await Promise.all(writing);
    await mock.ended;
  };

  for (let round = 0; round < rounds; round += 1) {
    if (round % roundsOfFile === 0) {
      if (round > 0) faults.push(...(await faultsOfEnd(resume, file)));
      file = join(folder, `crash-${round}.state`);
      acknowledged += ledger.acknowledged;
      ledger = new Ledger();
    }
    await crash(round);
    progress?.({ rounds: round + 1, acknowledged: acknowledged + ledger.acknowledged, cut, torn, refused, faults });
  }
  faults.push(...(await faultsOfEnd(resume, file)));
  return { rounds, acknowledged: acknowledged + ledger.acknowledged, cut, torn, refused, faults };
}

/** A second process must end, name the first, and leave the file alone. */
async function faultsOfSecond(file: string, pid: number): Promise<readonly string[]> {
  const second = startMock(file, "empty");
  const code = await Promise.race([second.ended, second.up.then(() => "served" as const)]);
  second.signal("SIGKILL");
  await second.ended;
  return code === 2 && second.output().includes(`process ${pid} uses it`)
    ? []
    : [`a second process was not kept from the file (${String(code)}): ${second.output()}`];
}

/** What was found after the last crash is still there after an orderly stop, and nothing is left beside the file. */
async function faultsOfEnd(
  resume: () => Promise<{ readonly mock: MockProcess }>,
  file: string,
): Promise<readonly string[]> {
  const codes = [];
  for (const _ of ["after the crash", "after the stop"]) {
    const { mock } = await resume();
    mock.signal("SIGTERM");
    codes.push(await mock.ended);
  }
  const left = [".lock", ".new"].filter((ending) => existsSync(`${file}${ending}`));
  return [
    ...(codes.every((code) => code === 0) ? [] : [`a stopped mock ended with ${codes.join(", ")}`]),
    ...left.map((ending) => `a stopped mock left its ${ending} behind`),
  ];
}
