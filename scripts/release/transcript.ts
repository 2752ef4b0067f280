import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";

/** What a user types in a folder, shown with what comes of it and how long that takes. */
export interface Transcript {
  /** Runs a command to its end. @returns what it prints. @throws Error where it ends with another exit code than `expected` */
  readonly run: (command: string, options?: { readonly expected?: number; readonly shown?: RegExp }) => Promise<string>;
  /** Starts a command that goes on, and waits until it has printed what `ready` finds. @returns what it found */
  readonly start: (command: string, ready: RegExp) => Promise<RegExpExecArray>;
  /** Does something beside the commands. @returns what it gives */
  readonly step: <Result>(what: string, does: () => Promise<Result>) => Promise<Result>;
  /** Ends whatever goes on. */
  readonly end: () => Promise<void>;
}

const patienceMs = 300_000;

/** @param value in milliseconds */
function seconds(value: number): string {
  return `${(value / 1000).toFixed(1)} s`;
}

/** @param environment beside that of this process */
export function openTranscript(cwd: string, environment: Readonly<Record<string, string>>): Transcript {
  const began = performance.now();
  const running: ChildProcess[] = [];
  const say = (text: string): void => void process.stdout.write(`${text}\n`);

  async function timed<Result>(what: string, does: () => Promise<Result>): Promise<Result> {
    say(`\n${what}`);
    const started = performance.now();
    const result = await does();
    const now = performance.now();
    say(`  (${seconds(now - started)}; ${seconds(now - began)} since the beginning)`);
    return result;
  }

  /** A group of its own: npx and its like do not pass every signal on. */
  function begin(command: string): { readonly child: ChildProcess; readonly output: () => string } {
    const env = { ...process.env, ...environment };
    const child = spawn(command, { cwd, env, shell: true, detached: true, stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text: string) => (output += text));
    }
    running.push(child);
    return { child, output: () => output };
  }

  return {
    step: timed,
    run: (command, { expected = 0, shown } = {}) =>
      timed(`$ ${command}`, async () => {
        const { child, output } = begin(command);
        await once(child, "close");
        if (child.exitCode !== expected) throw new Error(`exit code ${child.exitCode}\n${output()}`);
        if (shown !== undefined) for (const line of linesOf(output(), shown)) say(`  ${line}`);
        return output();
      }),
    start: (command, ready) =>
      timed(`$ ${command} &`, async () => {
        const { child, output } = begin(command);
        const until = performance.now() + patienceMs;
        for (;;) {
          const found = ready.exec(output());
          if (found !== null) {
            say(`  ${found[0]}`);
            return found;
          }
          if (child.exitCode !== null || performance.now() > until) throw new Error(`not ready:\n${output()}`);
          await Promise.race([once(child.stdout ?? child, "data"), once(child, "close")]);
        }
      }),
    end: async () => {
      for (const { pid, exitCode } of running) if (pid !== undefined && exitCode === null) endGroup(pid);
      await Promise.all(
        running
          .filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null)
          .map((child) => once(child, "close")),
      );
    },
  };
}

function linesOf(output: string, shown: RegExp): readonly string[] {
  return output.split("\n").filter((line) => shown.test(line));
}

function endGroup(pid: number): void {
  try {
    process.kill(-pid, "SIGTERM");
  } catch {
    // It has ended by itself.
  }
}
