import { execa, type ResultPromise } from "execa";

/** @param value in milliseconds */
function seconds(value: number): string {
  return `${(value / 1000).toFixed(1)} s`;
}

/**
 * What a user types in a directory, shown with what comes of it and how long that takes.
 * @param env beside that of this process
 */
export function openTranscript(cwd: string, env: Readonly<Record<string, string>>) {
  const began = performance.now();
  const options = { cwd, env, shell: true, all: true, reject: false, detached: true, stdin: "ignore" } as const;
  const running: ResultPromise<typeof options>[] = [];
  const say = (text: string): void => void process.stdout.write(`${text}\n`);

  /** Does something beside the commands. @returns what it gives */
  async function step<Result>(what: string, does: () => Promise<Result>): Promise<Result> {
    say(`\n${what}`);
    const started = performance.now();
    const result = await does();
    const now = performance.now();
    say(`  (${seconds(now - started)}; ${seconds(now - began)} since the beginning)`);
    return result;
  }

  /** Runs a command to its end. @returns what it prints. @throws Error if it ends with another exit code */
  const run = (command: string, shown?: RegExp, expected = 0): Promise<string> =>
    step(`$ ${command}`, async () => {
      const { all, exitCode } = await execa(command, options);
      if (exitCode !== expected) throw new Error(`exit code ${exitCode}\n${all}`);
      for (const line of all.split("\n")) if (shown?.test(line) === true) say(`  ${line}`);
      return all;
    });

  /** Starts a command that keeps running, and waits until it has printed what `ready` finds. @returns what it found */
  const start = (command: string, ready: RegExp): Promise<RegExpExecArray> =>
    step(`$ ${command} &`, async () => {
      const child = execa(command, options);
      running.push(child);
      const { promise, resolve, reject } = Promise.withResolvers<RegExpExecArray>();
      let output = "";
      child.all.on("data", (text: Buffer) => {
        output += text.toString();
        const found = ready.exec(output);
        if (found !== null) resolve(found);
      });
      void child.then(() => reject(new Error(`not ready:\n${output}`)));
      const found = await promise;
      say(`  ${found[0]}`);
      return found;
    });

  /** Ends whatever is running: a group each, as npx and its like do not pass every signal on. */
  async function end(): Promise<void> {
    const left = running.splice(0);
    for (const { pid, exitCode, signalCode } of left) {
      if (pid !== undefined && exitCode === null && signalCode === null) process.kill(-pid);
    }
    await Promise.all(left);
  }

  return { step, run, start, end };
}
