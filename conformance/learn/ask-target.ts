import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { LearnOptions, LearnProgress } from "../api/learn-options.ts";
import { connectionOf, idsOf } from "../api/option-schemas.ts";
import { expiredTokenVariable } from "../discovery/source.ts";
import { CannotJudge } from "../run/cannot-judge.ts";
import { newRunId } from "../target/body.ts";
import { maxCreated } from "../target/creations.ts";
import { openSession, type CountingSession } from "../target/open-session.ts";
import { secretsSchema, targetSchema, tokenVariables } from "../target/target.ts";
import { maxRequests } from "./learning.ts";
import { openJournal, removeJournal } from "./journal.ts";
import { learnFrom, type Learned, type LearnFromOptions } from "./learn-from.ts";

/** A target to learn, without judging it. */
type AskedTarget = Omit<LearnOptions, "world" | "journal" | "signal" | "onProgress">;

interface Asking extends Omit<LearnFromOptions, "onProgress"> {
  readonly journal?: string | undefined;
  readonly onProgress?: LearnOptions["onProgress"];
}

/**
 * Sends the requests for learning a target.
 * @throws InputError if the journal is of another target, or not a journal
 * @throws CannotJudge if it cannot be reached, rejects the token, or is not the interface
 * @throws the reason of the signal when it aborts
 */
export function askTarget(target: AskedTarget, { journal, onProgress, ...asking }: Asking): Promise<Learned> {
  const learn = async (file: string): Promise<Learned> => {
    asking.signal?.throwIfAborted();
    const kept = openJournal(file, target.baseUrl);
    const session = openTarget(target, file, maxRequests - kept);
    try {
      const progress = onProgress && ((made: Omit<LearnProgress, "kept">) => onProgress({ ...made, kept }));
      return await learnFrom(session, { ...asking, onProgress: progress });
    } catch (error) {
      // With the journal, the next run would get the same rejections again.
      if (error instanceof CannotJudge) removeJournal(file);
      throw error;
    } finally {
      await session.close();
    }
  };
  return journal === undefined ? withFile(learn) : learn(journal);
}

/** Runs a task with a file for exchanges, which is removed after it. */
async function withFile<Result>(task: (file: string) => Promise<Result>): Promise<Result> {
  const directory = mkdtempSync(join(tmpdir(), "orgkit-exchanges-"));
  try {
    return await task(join(directory, "exchanges.jsonl"));
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/**
 * Opens a session with a target to learn.
 * @param recordFile where exchanges are kept
 */
function openTarget(asked: AskedTarget, recordFile: string, requestsLeft: number): CountingSession {
  const { baseUrl, token, expiredToken, allowWrites = false, createBody, headers = {} } = asked;
  return openSession({
    target: targetSchema.parse({
      baseUrl,
      ids: idsOf(asked),
      allowWrites,
      createBody,
      tokenVariables: { first: tokenVariables.first, second: expiredTokenVariable },
    }),
    // It is sent instead of the second account's token.
    secrets: secretsSchema.parse({ first: token, second: expiredToken, headers }),
    connection: { ...connectionOf(asked), maxCreated: maxCreated.learn },
    runId: newRunId(),
    recordFile,
    maxRequests: requestsLeft,
  });
}
