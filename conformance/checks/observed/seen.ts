import { hasId, type OperationId, operations } from "../../../fixtures/contract/operations.ts";
import { callKey } from "../../target/call.ts";
import { readEnvelope } from "../../target/envelope.ts";
import { isSuccess, type Exchange } from "../../target/exchange.ts";
import type { Entry } from "../../target/recorder.ts";
import { Unavailable, type Session } from "../../target/session.ts";
import type { Success } from "../../target/exchange.ts";
import { knownIds } from "../../target/target.ts";
import { lacking, skipped, type Outcome } from "../check.ts";

/**
 * Looks at the plain authorized call of an operation. It is the one all checks share; a creation that this run
 * has not made is not made to be looked at.
 */
export async function onSample(
  session: Session,
  operation: OperationId,
  observe: (sample: Exchange) => Outcome | Promise<Outcome>,
): Promise<Outcome> {
  const isCreation = operations[operation].method === "POST";
  const key = callKey({ operation });
  const made = session.entries.find(({ call }) => callKey(call) === key)?.exchange;
  if (made !== undefined) return observe(made);
  if (isCreation && session.target.allowWrites) return skipped("no user was created so far in this run");
  const sample = await session.call({ operation });
  return sample instanceof Unavailable ? lacking(sample) : observe(sample);
}

/** As `onSample`, for what only a success shows. */
export function onSuccessSeen(
  session: Session,
  operation: OperationId,
  observe: (sample: Success) => Outcome | Promise<Outcome>,
): Promise<Outcome> {
  return onSample(session, operation, (sample) =>
    isSuccess(sample)
      ? observe(sample)
      : skipped("the authorized call was not answered with success (see PATH-01)", sample),
  );
}

/** Every call of an operation so far. */
export function entriesOf(session: Session, operation: OperationId): readonly Entry[] {
  return session.entries.filter(({ call }) => call.operation === operation);
}

/** The successes that show the first account's records: the plain one, and of the second known id. */
export async function recordSamples(session: Session, operation: OperationId, plain: Success): Promise<Success[]> {
  const [, secondId] = knownIds(session.target, operation);
  if (!hasId(operation) || secondId === undefined) return [plain];
  const second = await session.call({ operation, id: secondId });
  return second instanceof Unavailable || !isSuccess(second) ? [plain] : [plain, second];
}

/** The most elements of a response that are described. */
const maxElements = 10_000;

/** The elements of `data` in all these responses. */
export function elementsOf(samples: readonly Success[]): readonly unknown[] {
  return samples.flatMap(({ response }) => readEnvelope(response).data?.slice(0, maxElements) ?? []);
}

/** Words as a list: `a`, `a and b`, `a, b and c`. */
export function listed(words: readonly string[]): string {
  if (words.length <= 1) return words.join("");
  return `${words.slice(0, -1).join(", ")} and ${words.slice(-1).join("")}`;
}
