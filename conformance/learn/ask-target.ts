import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { LearnProgress } from "../api/learn-options.ts";
import { CannotJudge } from "../run/cannot-judge.ts";
import { openJournal, removeJournal } from "./journal.ts";
import { learnFrom, type Learned, type LearnFromOptions } from "./learn-from.ts";
import { openTarget, type AskedTarget } from "./open-target.ts";

export interface Asking {
  readonly forWorld?: boolean;
  /** Where what is exchanged is kept; by default only as long as it takes. */
  readonly journal?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: LearnProgress) => void) | undefined;
  readonly onAccepted?: LearnFromOptions["onAccepted"];
}

/**
 * Asks a target all that can be learned of it.
 * @throws InputError where the journal is of another target, or none
 * @throws CannotJudge where it cannot be reached, accepts the token nowhere, or is not the interface
 * @throws the reason of the signal, once that aborts
 */
export async function askTarget(target: AskedTarget, asking: Asking): Promise<Learned> {
  asking.signal?.throwIfAborted();
  if (asking.journal !== undefined) return learnOnRecord(target, asking, asking.journal);
  const folder = mkdtempSync(join(tmpdir(), "orgkit-learn-"));
  try {
    return await learnOnRecord(target, asking, join(folder, "exchanges.jsonl"));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function learnOnRecord(target: AskedTarget, asking: Asking, file: string): Promise<Learned> {
  const { forWorld = false, signal, onProgress, onAccepted } = asking;
  const { kept } = openJournal(file, target.baseUrl);
  const session = openTarget(target, file);
  try {
    const learned = await learnFrom(session, {
      forWorld,
      signal,
      onAccepted,
      onProgress: onProgress && ((progress) => onProgress({ ...progress, kept })),
    });
    if (!("problem" in learned)) return learned;
    // With it, the next run would hear of the same refusals again.
    removeJournal(file);
    throw new CannotJudge(learned.problem);
  } finally {
    await session.close();
  }
}
