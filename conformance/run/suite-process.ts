import { spawn, type ChildProcess } from "node:child_process";
import { packagedModule } from "../../fixtures/packaged.ts";
import { peerFile } from "../../fixtures/peer-package.ts";
import { KitFault } from "./kit-fault.ts";
import { runFolderVariable, secretsVariable, suiteLineSchema, type SuiteLine } from "./run.ts";

export interface SuiteOptions {
  /** Told what the suite tells, as it comes. What it throws ends the run. */
  readonly onLine: (line: SuiteLine) => void;
  /** By target; only for the process of the suite, in its environment. */
  readonly secrets?: Readonly<Record<string, unknown>>;
  readonly shard?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Runs the suite in Playwright's own process. Its exit code is not ours: findings decide.
 * @returns the end of what it printed, which only a fault of the kit makes worth reading
 * @throws the reason of the signal, where that stopped it
 * @throws InputError where Playwright is not installed
 */
export function runSuite(folder: string, options: SuiteOptions): Promise<string> {
  const config = packagedModule("conformance/suite/playwright.config.ts");
  const shard = options.shard === undefined ? [] : ["--shard", options.shard];
  return runPlaywright(folder, ["test", "--config", config, ...shard], options);
}

/** Puts the blob reports of several shards together, as one run would have reported them. */
export function mergeBlobs(folder: string, blobFolder: string, onLine: SuiteOptions["onLine"]): Promise<string> {
  const reporter = packagedModule("conformance/suite/collect.reporter.ts");
  return runPlaywright(folder, ["merge-reports", "--reporter", reporter, blobFolder], { onLine });
}

function runPlaywright(folder: string, args: readonly string[], options: SuiteOptions): Promise<string> {
  const { secrets = {}, signal } = options;
  const cli = peerFile("@playwright/test/cli", "The suite");
  const child = spawn(process.execPath, [cli, ...args], {
    env: { ...inherited(), [runFolderVariable]: folder, [secretsVariable]: JSON.stringify(secrets) },
    stdio: ["ignore", "pipe", "pipe", "ipc"],
    // A group of its own, so that whoever stops the run stops its workers too.
    detached: hasGroups,
  });
  const stop = (): void => stopAll(child);
  signal?.addEventListener("abort", stop, { once: true });
  return followed(child, options, stop).finally(() => signal?.removeEventListener("abort", stop));
}

/** Resolves or rejects only once the process has ended, so that nothing of it is left. */
function followed(child: ChildProcess, { onLine, signal }: SuiteOptions, stop: () => void): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = "";
    const failures: unknown[] = [];
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding("utf8").on("data", (text: string) => {
        output = (output + text).slice(-10_000);
      });
    }
    child.on("message", (message) => {
      if (failures.length > 0 || signal?.aborted === true) return;
      try {
        onLine(readLine(message));
      } catch (error) {
        failures.push(error);
        stop();
      }
    });
    child.once("error", reject);
    child.once("close", () => {
      if (failures.length > 0) reject(failures[0]);
      else if (signal?.aborted === true) reject(signal.reason);
      else resolve(output);
    });
  });
}

function readLine(message: unknown): SuiteLine {
  const parsed = suiteLineSchema.safeParse(message);
  if (!parsed.success) throw new KitFault(`the suite told what is not understood: ${parsed.error.message}`);
  return parsed.data;
}

const hasGroups = process.platform !== "win32";

/** Ends the suite and its workers at once: nothing more is sent. */
function stopAll(child: ChildProcess): void {
  if (!hasGroups || child.pid === undefined) {
    child.kill("SIGKILL");
    return;
  }
  try {
    process.kill(-child.pid, "SIGKILL");
  } catch {
    // It has ended by itself.
  }
}

/** The environment without what another Playwright around this one may have left in it, and without tokens. */
function inherited(): NodeJS.ProcessEnv {
  const entries = Object.entries(process.env);
  return Object.fromEntries(entries.filter(([name]) => !/^(PW_|PWTEST_|PLAYWRIGHT_|TEST_|ORGKIT_)/.test(name)));
}
