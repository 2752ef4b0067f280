import { execa, type ResultPromise } from "execa";

/** @param value in milliseconds */
function seconds(value: number): string {
  return `${(value / 1000).toFixed(1)} s`;
}

/**
 * Runs commands in a directory and prints them with their output and duration.
 * @param env in addition to that of this process
 */
export function openTranscript(cwd: string, env: Readonly<Record<string, string>>) {
  const began = performance.now();
  const options = { cwd, env, shell: true, all: true, reject: false, detached: true, stdin: "ignore" } as const;
  const running: ResultPromise<typeof options>[] = [];
  const say = (text: string): void => void process.stdout.write(`${text}\n`);

  /** Runs a step that is not a command. @returns its result */
  async function step<Result>(what: string, does: () => Promise<Result>): Promise<Result> {
    say(`\n${what}`);
    const started = performance.now();
    const result = await does();
    const now = performance.now();
    say(`  (${seconds(now - started)}; ${seconds(now - began)} since the beginning)`);
    return result;
  }

  /** Runs a command to its end. @returns its output @throws Error if it ends with another exit code */
  const run = (command: string, shown?: RegExp, expected = 0): Promise<string> =>
    step(`$ ${command}`, async () => {
      const { all, exitCode } = await execa(command, options);
      if (exitCode !== expected) throw new Error(`exit code ${exitCode}\n${all}`);
      for (const line of all.split("\n")) if (shown?.test(line) === true) say(`  ${line}`);
      return all;
    });

  /** Starts a server command, and waits until its output matches `ready`. @returns the match */
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

  /** Stops all running commands, each with its process group, since npx and others do not forward every signal. */
  async function end(): Promise<void> {
    const left = running.splice(0);
    for (const { pid, exitCode, signalCode } of left) {
      if (pid !== undefined && exitCode === null && signalCode === null) process.kill(-pid);
    }
    await Promise.all(left);
  }

  return { step, run, start, end };
}
