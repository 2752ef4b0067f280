import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DiffTarget } from "../api/diff-options.ts";
import type { LearnOptions } from "../api/learn-options.ts";
import { connectionOf, idsOf } from "../api/option-schemas.ts";
import { ifKnown, known, type Answer } from "../discovery/observation.ts";
import { expiredTokenVariable, openSource } from "../discovery/source.ts";
import { CannotJudge } from "../run/cannot-judge.ts";
import type { Call } from "../target/call.ts";
import { newRunId } from "../target/body.ts";
import { maxCreated } from "../target/creations.ts";
import { openSession } from "../target/open-session.ts";
import type { Session } from "../target/session.ts";
import { secretsSchema, targetSchema, tokenVariables } from "../target/target.ts";
import { maxRequests } from "./learning.ts";
import { openJournal, removeJournal } from "./journal.ts";
import { learnFrom, type Learned, type LearnFromOptions } from "./learn-from.ts";

/** A target to learn, without judging it. */
type AskedTarget = Omit<LearnOptions, "world" | "journal" | "signal" | "onProgress" | "har"> &
  Pick<DiffTarget, "tokenVariable">;

type Asking = Pick<LearnOptions, "journal" | "signal" | "onProgress"> &
  Pick<LearnFromOptions, "forWorld" | "onAccepted" | "recorded">;

/**
 * Sends the requests for learning a target.
 * @throws InputError if the journal is of another target, or not a journal
 * @throws CannotJudge if it cannot be reached, rejects the token, or is not the interface
 * @throws the reason of the signal when it aborts
 */
export async function askTarget(target: AskedTarget, asking: Asking): Promise<Learned> {
  asking.signal?.throwIfAborted();
  if (asking.journal !== undefined) return learnOnRecord(target, asking, asking.journal);
  const directory = mkdtempSync(join(tmpdir(), "orgkit-learn-"));
  try {
    return await learnOnRecord(target, asking, join(directory, "exchanges.jsonl"));
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

async function learnOnRecord(target: AskedTarget, asking: Asking, file: string): Promise<Learned> {
  const { forWorld = false, signal, onProgress, onAccepted, recorded } = asking;
  const kept = openJournal(file, target.baseUrl);
  const session = openTarget(target, file, maxRequests - kept);
  try {
    const learned = await learnFrom(session, {
      forWorld,
      recorded,
      signal,
      onAccepted,
      onProgress: onProgress && ((progress) => onProgress({ ...progress, kept })),
    });
    if (!("problem" in learned)) return learned;
    // With the journal, the next run would get the same rejections again.
    removeJournal(file);
    throw new CannotJudge(learned.problem);
  } finally {
    await session.close();
  }
}

/** Sends further requests to a target. @returns the conclusive responses */
export async function askAgain(
  target: AskedTarget,
  calls: readonly Call[],
  signal?: AbortSignal,
): Promise<readonly Answer[]> {
  const directory = mkdtempSync(join(tmpdir(), "orgkit-diff-"));
  // A read without a conclusive response is repeated once.
  const session = openTarget(target, join(directory, "exchanges.jsonl"), calls.length * 2, maxCreated.diff);
  try {
    const source = openSource(session, { signal });
    const answers: Answer[] = [];
    for (const call of calls)
      answers.push(...[await ifKnown(source.ask(call).then(known))].filter((one) => one !== undefined));
    return answers;
  } finally {
    await session.close();
    rmSync(directory, { recursive: true, force: true });
  }
}

/**
 * Opens a session with a target to learn.
 * @param recordFile where exchanges are kept
 */
function openTarget(
  asked: AskedTarget,
  recordFile: string,
  requestsLeft: number,
  maxUsers: number = maxCreated.learn,
): Session {
  const { baseUrl, token, expiredToken, allowWrites = false, createBody, headers = {} } = asked;
  return openSession({
    target: targetSchema.parse({
      baseUrl,
      ids: idsOf(asked),
      allowWrites,
      createBody,
      tokenVariables: { first: asked.tokenVariable ?? tokenVariables.first, second: expiredTokenVariable },
    }),
    // It is sent instead of the second account's token.
    secrets: secretsSchema.parse({ first: token, second: expiredToken, headers }),
    connection: { ...connectionOf(asked), maxCreated: maxUsers },
    runId: newRunId(),
    recordFile,
    maxRequests: requestsLeft,
  });
}
