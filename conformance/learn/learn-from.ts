import type { LearnedDialect, LearnProgress } from "../api/learn-options.ts";
import { dialectKeys, observe } from "../discovery/inferences.ts";
import { isObject } from "../../fixtures/json.ts";
import type { SourceRecords } from "../anonymise/structure.ts";
import { openRecordedSource } from "../har/recorded-source.ts";
import type { Answer, Finding } from "../discovery/observation.ts";
import { answersOf, type Source } from "../discovery/source.ts";
import { CannotJudge } from "../run/cannot-judge.ts";
import { preflight } from "../run/preflight.ts";
import type { Creation } from "../target/creations.ts";
import type { Session } from "../target/session.ts";
import { unlessAborted } from "../target/unless-aborted.ts";
import { openLearning, requestsLeft, requestsOf } from "./learning.ts";
import { guardOf, withoutPeople } from "./without-people.ts";
import { takeSample, type Sample } from "./sample.ts";

/** The finding for one key of the dialect: `paging.users.maxSize`. */
export interface KeyFinding {
  readonly key: string;
  readonly finding: Finding;
}

/** Everything learned of a target. */
export interface Learned {
  readonly baseUrl: string;
  /** Their values and notes contain no personal data from the records. */
  readonly findings: readonly KeyFinding[];
  /** A text about the target without field names that are data. */
  readonly mask: (text: string) => string;
  /** The records as received: for `anonymise` only. */
  readonly sample: Sample;
  readonly requests: number;
  /** Every request with a response. */
  readonly answers: readonly Answer[];
  readonly traffic?: LearnedDialect["traffic"];
  /** The users that the run created, or may have created. */
  readonly created: readonly Creation[];
}

export interface LearnFromOptions {
  /** Recorded exchanges, which are used first. */
  readonly recorded?: readonly Answer[] | undefined;
  /** Whether to read records for a world, with the remaining requests. */
  readonly forWorld?: boolean | undefined;
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
export async function learnFrom(session: Session, options: LearnFromOptions = {}): Promise<Learned> {
  const { forWorld = false, onProgress, onAccepted, signal, recorded } = options;
  signal?.throwIfAborted();
  const problem = await unlessAborted(preflight(session, false), signal);
  if (problem !== undefined) throw new CannotJudge(problem);
  await onAccepted?.();
  const live = openLearning(session, signal);
  const source = recorded === undefined ? live : openRecordedSource(session.target, recorded, live);
  const requests = (): number => requestsOf(session);
  const learned = await learnFromSource(source, {
    requests,
    onProgress,
    requestsLeft: forWorld ? () => requestsLeft(session) : undefined,
  });
  return { ...learned, requests: requests(), created: await session.creations() };
}

interface SourceOptions extends Pick<LearnFromOptions, "onProgress"> {
  /** The number of requests so far. */
  readonly requests: () => number;
  /** For a world, the remaining number of requests. */
  readonly requestsLeft?: (() => number) | undefined;
}

/** Not a word of an interface: `next`, `-createdAt`, `20`. */
const mayName = /[^\w-]|[A-Za-z]\d|\d[A-Za-z]|^[A-Z]/;

/** The values in recorded requests: filters and bodies may contain names, too. */
function sentIn({ recorded = [] }: Source): SourceRecords["users"] {
  return recorded.flatMap(({ call: { body, query } }) => [
    ...(isObject(body) ? [body] : []),
    ...(query === undefined
      ? []
      : [Object.fromEntries(Object.entries(query).filter(([, value]) => mayName.test(value)))]),
  ]);
}

/** Infers all keys of the dialect that a source shows, and samples its records. */
export async function learnFromSource(
  source: Source,
  { requests, onProgress, requestsLeft: left }: SourceOptions,
): Promise<Omit<Learned, "requests" | "created">> {
  const findings: KeyFinding[] = [];
  const progress = (key: string): void =>
    onProgress?.({ key, done: findings.length, of: dialectKeys.length, requests: requests() });
  for (const key of dialectKeys) {
    progress(key);
    findings.push({ key, finding: await observe(source, key) });
  }
  if (left !== undefined) progress("world");
  const sample = await takeSample(source, left?.());
  const guard = guardOf(sample.records, sentIn(source));
  return {
    baseUrl: source.target.baseUrl,
    findings: findings.map(({ key, finding }) => ({ key, finding: withoutPeople(key, finding, guard) })),
    mask: guard.mask,
    sample,
    answers: answersOf(source),
  };
}
