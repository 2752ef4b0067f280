import type { LearnProgress } from "../api/learn-options.ts";
import { dialectKeys, observe } from "../discovery/inferences.ts";
import { isObject } from "../../fixtures/json.ts";
import type { SourceRecords } from "../anonymise/structure.ts";
import { openRecordedSource } from "../har/recorded-source.ts";
import type { Answer, Finding } from "../discovery/observation.ts";
import { answersOf, type Source } from "../discovery/source.ts";
import { preflight } from "../run/preflight.ts";
import type { Creation } from "../target/creations.ts";
import type { Session } from "../target/session.ts";
import { unlessAborted } from "../target/unless-aborted.ts";
import { openLearning, requestsLeft, requestsOf } from "./learning.ts";

import { guardOf, withoutPeople } from "./without-people.ts";
import { takeSample, type Sample } from "./sample.ts";

/** What was found out about one key of the dialect. */
export interface KeyFinding {
  /** The path of the key: `paging.users.maxSize`. */
  readonly key: string;
  readonly finding: Finding;
}

/** All that was learned of a target. */
export interface Learned {
  readonly baseUrl: string;
  /** Values and notes in them name nobody whom the records name. */
  readonly findings: readonly KeyFinding[];
  /** A text about the target without names of fields that are data. */
  readonly mask: (text: string) => string;
  /** The records that were seen, as they were received: for `anonymise`, and nothing else. */
  readonly sample: Sample;
  readonly requests: number;
  /** Every request that was answered. */
  readonly answers: readonly Answer[];
  /** The recorded traffic that it was learned from, where it was. */
  readonly traffic?: LearnedTraffic;
  /** The users that the run created, or may have created. */
  readonly created: readonly Creation[];
}

/** Recorded traffic, in numbers and words. */
export interface LearnedTraffic {
  readonly files: readonly string[];
  readonly exchanges: number;
  /** What was left out and why, and what else has to be known of the files. */
  readonly notes: readonly string[];
}

export interface LearnFromOptions {
  /** What was recorded before: it is looked at first. */
  readonly recorded?: readonly Answer[] | undefined;
  /** Whether records are wanted for a world: more of them are then read, with the requests that are left. */
  readonly forWorld?: boolean;
  /** Called before each key is sought. */
  readonly onProgress?: ((progress: Omit<LearnProgress, "kept">) => void) | undefined;
  /** Awaited once the target is known to accept the token, before anything else is asked. */
  readonly onAccepted?: (() => Promise<void>) | undefined;
  /** Stops the run, which then rejects; what was exchanged stays on record. */
  readonly signal?: AbortSignal | undefined;
}

/** Nothing can be learned, for a reason that only the target's owner or the user can fix. */
export interface CannotLearn {
  readonly problem: string;
}

/** Infers every key of the dialect that a target speaks, as far as it shows. */
export async function learnFrom(session: Session, options: LearnFromOptions = {}): Promise<Learned | CannotLearn> {
  const { forWorld = false, onProgress, onAccepted, signal, recorded } = options;
  signal?.throwIfAborted();
  const problem = await unlessAborted(preflight(session), signal);
  if (problem !== undefined) return { problem };
  await onAccepted?.();
  const live = openLearning(session, signal);
  const source = recorded === undefined ? live : openRecordedSource(session.target, recorded, live);
  const requests = (): number => requestsOf(session);
  const learned = await learnFromSource(source, {
    requests,
    onProgress,
    forWorld: forWorld ? () => requestsLeft(session) : undefined,
  });
  return { ...learned, requests: requests(), created: await session.creations() };
}

interface SourceOptions extends Pick<LearnFromOptions, "onProgress"> {
  /** How many requests were sent so far. */
  readonly requests: () => number;
  /** For a world, how many more may be sent. */
  readonly forWorld?: (() => number) | undefined;
}

/** What is no word of an interface: `next`, `-createdAt`, `20`. */
const mayName = /[^\w-]|[A-Za-z]\d|\d[A-Za-z]|^[A-Z]/;

/** What recorded requests sent: values of filters and bodies may name somebody, too. */
function sentIn({ recorded = [] }: Source): SourceRecords["users"] {
  return recorded.flatMap(({ call: { body, query } }) => [
    ...(isObject(body) ? [body] : []),
    ...(query === undefined
      ? []
      : [Object.fromEntries(Object.entries(query).filter(([, value]) => mayName.test(value)))]),
  ]);
}

/** Infers every key of the dialect that a source shows, and takes a sample of its records. */
export async function learnFromSource(
  source: Source,
  { requests, onProgress, forWorld }: SourceOptions,
): Promise<Omit<Learned, "requests" | "created">> {
  const findings: KeyFinding[] = [];
  const progress = (key: string): void =>
    onProgress?.({ key, done: findings.length, of: dialectKeys.length, requests: requests() });
  for (const key of dialectKeys) {
    progress(key);
    findings.push({ key, finding: await observe(source, key) });
  }
  if (forWorld !== undefined) progress("world");
  const sample = await takeSample(source, forWorld?.());
  const guard = guardOf(sample.records, sentIn(source));
  return {
    baseUrl: source.target.baseUrl,
    findings: findings.map(({ key, finding }) => ({ key, finding: withoutPeople(key, finding, guard) })),
    mask: (text) => guard.mask(text),
    sample,
    answers: answersOf(source),
  };
}
