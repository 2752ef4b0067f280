import { operations, type OperationId } from "../../../fixtures/contract/operations.ts";
import { inWords, type Observation } from "../../discovery/words.ts";
import { callKey } from "../../target/call.ts";
import { isSuccess, type Exchange, type Success } from "../../target/exchange.ts";
import type { Entry } from "../../target/recorder.ts";
import { Unavailable, type Session } from "../../target/session.ts";
import { lacking, notArising, skipped, type Check, type Outcome } from "../check.ts";

export type Judge = Check["judge"];

/** The behavior of a target at an open point. */
export interface Seen {
  readonly observations: readonly Observation[];
  readonly evidence: readonly Exchange[];
  /** The text if no key expresses it. */
  readonly text?: string;
}

/** The input of a check: the operation, and its plain authorized request. */
interface Looked<Sample> {
  readonly session: Session;
  readonly operation: OperationId;
  readonly sample: Sample;
  /** All calls of the operation so far. */
  readonly entries: readonly Entry[];
}

type Look<Sample, Result = Seen> = (at: Looked<Sample>) => Result | Promise<Result>;

/**
 * A check of an open point by the plain request of the operation, which all checks share: no user is created only for
 * this.
 * @param otherwise the message if nothing shows it
 */
export function observation(otherwise: string, look: Look<Exchange, Seen | undefined>): Judge {
  return async (session, operation) => {
    const key = callKey({ operation });
    const made = session.entries.find(({ call }) => callKey(call) === key)?.exchange;
    if (made === undefined && operations[operation].method === "POST" && session.target.allowWrites) {
      return skipped("this run has not created a user yet");
    }
    const sample = made ?? (await session.call({ operation }));
    if (sample instanceof Unavailable) return lacking(sample);
    const entries = session.entries.filter(({ call }) => call.operation === operation);
    const seen = await look({ session, operation, sample, entries });
    if (seen !== undefined) return outcomeOf(seen, otherwise);
    return skipped("the authorized request did not succeed (see PATH-01)", sample);
  };
}

function outcomeOf({ observations, evidence, text }: Seen, otherwise: string): Outcome {
  if (observations.length === 0 && text === undefined) return notArising(otherwise, ...evidence);
  return { status: "observed", message: text ?? inWords(observations), evidence, observations };
}

/** `observation` for behavior that only a success shows. */
export function ofSuccess(otherwise: string, look: Look<Success>): Judge {
  return observation(otherwise, (at) => (isSuccess(at.sample) ? look({ ...at, sample: at.sample }) : undefined));
}

/** One observation, or none without a value. */
export function one(key: string, value: Observation["value"] | undefined): readonly Observation[] {
  return value === undefined ? [] : [{ key, value }];
}
