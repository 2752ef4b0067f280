import { judgeTarget } from "../run/judge-target.ts";
import type { Facts } from "../log/facts.ts";
import type { Check } from "../log/rule.ts";
import type { JudgedTarget } from "../report/report.ts";
import { readConformOptions } from "../run/conform.ts";
import type { ConformOptions } from "../options/options.ts";
import { optionsFor, type IndependentServer } from "./independent-server.ts";

/** A server, and what a run found on it. */
export interface JudgedServer extends JudgedTarget {
  readonly server: IndependentServer;
  /** The failed obligations: `ENV-04 listUsers`. */
  readonly failed: readonly string[];
  /** How many users of this run the server really has. */
  readonly created: number;
}

/** Starts a server, judges it and stops it. */
export async function judgeServer(
  server: IndependentServer,
  options: Partial<ConformOptions> = {},
  onEnd: (facts: Facts) => void = () => {},
): Promise<JudgedServer> {
  const { stop, usersWith, ...running } = await server.start();
  try {
    const usual = { patience: 4, timeout: 15_000, ...optionsFor(server, running) };
    const { target, selected, connection } = await readConformOptions({ ...usual, ...options });
    const judged = await judgeTarget(target, { selected, connection, onEnd });
    const failed = judged.checks.filter(hasFailed).map(nameOf);
    return { ...judged, server, failed, created: usersWith?.(judged.run.runId) ?? 0 };
  } finally {
    await stop();
  }
}

/** The obligation of a check: `ENV-04 listUsers`. */
export function nameOf({ requirement, operation }: Check): string {
  return `${requirement} ${operation}`;
}

/** Runs a task for each item, N at once, since a judge waits most of the time. */
export async function atOnce<Item>(
  lanes: number,
  items: Iterable<Item>,
  task: (item: Item) => Promise<void>,
): Promise<void> {
  const waiting = [...items].values();
  const lane = async (): Promise<void> => {
    for (const item of waiting) await task(item);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}

/** Whether a requirement failed, also one that is not scored yet. */
export function hasFailed({ status, isProvisional }: Pick<Check, "status" | "isProvisional">): boolean {
  return status === "failed" || isProvisional === true;
}
