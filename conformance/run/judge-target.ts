import type { z } from "zod";
import { obligationName, obligations, type Obligation } from "../checks/catalogue.ts";
import { levels } from "../checks/requirement.ts";
import { inconclusive } from "../checks/check.ts";
import { inTurn } from "../checks/judge.ts";
import type { Finding, TargetFindings } from "../report/report.ts";
import { newRunId } from "../target/body.ts";
import { connectionSchema } from "../target/connection.ts";
import type { HttpClient } from "../target/http-client.ts";
import { Stage, type StageOptions } from "../judge/stage.ts";
import { secretsSchema, targetSchema, usualRequests } from "../target/target.ts";
import { unlessAborted } from "../target/unless-aborted.ts";
import { findingOf, Judging } from "./judging.ts";

/** A target to judge, with its secrets. */
export interface TargetToJudge {
  readonly target: z.input<typeof targetSchema>;
  readonly secrets: z.input<typeof secretsSchema>;
  /** Sends the requests; tests can replace it. */
  readonly client?: HttpClient;
}

export interface JudgeOptions {
  readonly connection?: z.input<typeof connectionSchema> | undefined;
  /** All checks by default. */
  readonly selected?: readonly Obligation[];
  readonly runId?: string;
  /** Aborts it: nothing more is sent, and the promise rejects with the signal's reason. */
  readonly signal?: AbortSignal;
  /** Called before each obligation is judged. */
  readonly onBegin?: (obligation: string) => void;
  /** Called before each experiment. */
  readonly onPlay?: StageOptions["onPlay"];
  /** Called with each finding and its index, unless the target cannot be judged. */
  readonly onFinding?: (finding: Finding, place: number) => void;
  /** Milliseconds for judging a target; after them, the rest is inconclusive. */
  readonly maxDuration?: number;
}

/** Half an hour, plus the duration of a run's requests at the user's rate. */
function maxDurationAt(maxRps = Number.POSITIVE_INFINITY): number {
  return (30 * 60 + usualRequests / maxRps) * 1000;
}

/** Judges one target in this process. Never throws, whatever the target responds or orgkit does wrong. */
export async function judgeTarget(given: TargetToJudge, options: JudgeOptions = {}): Promise<TargetFindings> {
  const { selected = obligations(levels), runId = newRunId(), signal, onBegin, onFinding, onPlay } = options;
  const connection = connectionSchema.parse(options.connection ?? {});
  const { maxDuration = maxDurationAt(connection.maxRps) } = options;
  const stage = new Stage({
    target: targetSchema.parse(given.target),
    secrets: secretsSchema.parse(given.secrets),
    connection,
    runId,
    onPlay,
    ...(given.client === undefined ? {} : { client: given.client }),
  });
  const late = AbortSignal.timeout(maxDuration);
  const tooLate = inconclusive(`not tried: a target is judged for at most ${Math.round(maxDuration / 60_000)} minutes`);
  const close = (): void => void stage.close();
  late.addEventListener("abort", close, { once: true });
  try {
    const judging = new Judging(stage);
    const findings = await inTurn(selected, async (obligation) => {
      signal?.throwIfAborted();
      onBegin?.(obligationName(obligation));
      const found = late.aborted ? undefined : await unlessLate(judging.find(obligation), late, signal);
      const finding = found ?? findingOf(obligation, tooLate);
      if (judging.obstacle === undefined) onFinding?.(finding, selected.indexOf(obligation));
      return finding;
    });
    return { facts: judging.facts(), findings };
  } finally {
    late.removeEventListener("abort", close);
    await stage.close();
  }
}

/** @returns `undefined` if the deadline is before the promise resolves */
async function unlessLate<Value>(
  promise: Promise<Value>,
  late: AbortSignal,
  signal: AbortSignal | undefined,
): Promise<Value | undefined> {
  try {
    return await unlessAborted(unlessAborted(promise, late), signal);
  } catch (error) {
    if (late.aborted && signal?.aborted !== true) return undefined;
    throw error;
  }
}
