import type { LearnProgress } from "../api/learn-options.ts";
import { dialectKeys, observe } from "../discovery/inferences.ts";
import { plainList } from "../discovery/list.ts";
import { ifKnown, type Answer, type Finding } from "../discovery/observation.ts";
import { answersOf, type Source } from "../discovery/source.ts";
import { CannotJudge } from "../run/cannot-judge.ts";
import { preflight } from "../run/preflight.ts";
import type { Creation } from "../target/creations.ts";
import type { CountingSession } from "../target/open-session.ts";
import { unlessAborted } from "../target/unless-aborted.ts";
import { openLearning, requestsOf } from "./learning.ts";
import type { WorldFacts } from "./made-up-world.ts";

/** The finding for one key of the dialect: `paging.users.maxSize`. */
export interface KeyFinding {
  readonly key: string;
  readonly finding: Finding;
}

/** Everything learned of a target. */
export interface Learned {
  readonly baseUrl: string;
  readonly findings: readonly KeyFinding[];
  /** How many records each list has, as far as it could be read. */
  readonly totals: WorldFacts["totals"];
  readonly requests: number;
  /** Every request with a response. */
  readonly answers: readonly Answer[];
  /** The users that the run created, or may have created. */
  readonly created: readonly Creation[];
}

export interface LearnFromOptions {
  /** Called before each key is inferred. */
  readonly onProgress?: ((progress: Omit<LearnProgress, "kept">) => void) | undefined;
  /** Awaited when the target has accepted the token, before other requests. */
  readonly onAccepted?: (() => Promise<void>) | undefined;
  /** Aborts the run, which then rejects; the exchanges so far are kept. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Infers all keys of a target's dialect that it shows.
 * @throws CannotJudge if only the target's owner or the user can fix it
 */
export async function learnFrom(session: CountingSession, options: LearnFromOptions = {}): Promise<Learned> {
  const { onProgress, onAccepted, signal } = options;
  signal?.throwIfAborted();
  const problem = await unlessAborted(preflight(session), signal);
  if (problem !== undefined) throw new CannotJudge(problem);
  await onAccepted?.();
  const source = openLearning(session, signal);
  const requests = (): number => requestsOf(session);
  const learned = await learnFromSource(source, { requests, onProgress });
  return { ...learned, requests: requests(), created: await session.creations() };
}

interface SourceOptions extends Pick<LearnFromOptions, "onProgress"> {
  /** The number of requests so far. */
  readonly requests: () => number;
}

/** Infers all keys of the dialect that a source shows. */
async function learnFromSource(
  source: Source,
  { requests, onProgress }: SourceOptions,
): Promise<Omit<Learned, "requests" | "created">> {
  const findings: KeyFinding[] = [];
  for (const key of dialectKeys) {
    onProgress?.({ key, done: findings.length, of: dialectKeys.length, requests: requests() });
    findings.push({ key, finding: await observe(source, key) });
  }
  const users = await ifKnown(plainList(source, "users"));
  const invoices = await ifKnown(plainList(source, "invoices"));
  return {
    baseUrl: source.target.baseUrl,
    findings,
    totals: {
      ...(users === undefined ? {} : { users: users.page.total }),
      ...(invoices === undefined ? {} : { invoices: invoices.page.total }),
    },
    answers: answersOf(source),
  };
}
