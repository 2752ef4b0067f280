import { spawn, type ChildProcess } from "node:child_process";
import { fileURLToPath } from "node:url";
import { progressVariable, runFolderVariable, secretsVariable } from "./run.ts";

export interface SuiteOptions {
  /** By target; only for the process of the suite, in its environment. */
  readonly secrets?: Readonly<Record<string, unknown>>;
  readonly shard?: string | undefined;
  readonly showProgress?: boolean;
  readonly signal?: AbortSignal;
}

/**
 * Runs the suite in Playwright's own process. Its exit code is not ours: findings decide.
 * @returns the end of what it printed, which only a fault of the kit makes worth reading
 */
export function runSuite(folder: string, options: SuiteOptions): Promise<string> {
  const config = fileURLToPath(new URL("../suite/playwright.config.ts", import.meta.url));
  const shard = options.shard === undefined ? [] : ["--shard", options.shard];
  return runPlaywright(folder, ["test", "--config", config, ...shard], options);
}

/** Puts the blob reports of several shards together, as one run would have reported them. */
export function mergeBlobs(folder: string, blobFolder: string): Promise<string> {
  const reporter = fileURLToPath(new URL("../suite/collect.reporter.ts", import.meta.url));
  return runPlaywright(folder, ["merge-reports", "--reporter", reporter, blobFolder], {});
}

function runPlaywright(folder: string, args: readonly string[], options: SuiteOptions): Promise<string> {
  const { secrets = {}, signal, showProgress = false } = options;
  const cli = fileURLToPath(import.meta.resolve("@playwright/test/cli"));
  const child = spawn(process.execPath, [cli, ...args], {
    env: {
      ...inherited(),
      [runFolderVariable]: folder,
      [secretsVariable]: JSON.stringify(secrets),
      ...(showProgress ? { [progressVariable]: "1" } : {}),
    },
    stdio: ["ignore", "pipe", showProgress ? "inherit" : "pipe"],
    // A group of its own, so that whoever stops the run stops its workers too.
    detached: hasGroups,
  });
  const stop = (): void => stopAll(child);
  signal?.addEventListener("abort", stop, { once: true });
  if (signal?.aborted === true) stop();
  return new Promise((resolve, reject) => {
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding("utf8").on("data", (text: string) => {
        output = (output + text).slice(-10_000);
      });
    }
    child.once("error", reject);
    child.once("close", () => {
      signal?.removeEventListener("abort", stop);
      if (signal?.aborted === true) reject(new AbortedRun());
      else resolve(output);
    });
  });
}

const hasGroups = process.platform !== "win32";

/** The run was stopped from outside. */
class AbortedRun extends Error {
  override readonly name = "AbortError";
  override readonly message = "the run was aborted";
}

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
