import { isObject } from "../../fixtures/json.ts";
import { callKey, type Call } from "../target/call.ts";
import { readEnvelope } from "../target/envelope.ts";
import { isSuccess, type Exchange } from "../target/exchange.ts";
import type { Entry } from "../target/recorder.ts";
import { memoize } from "../target/memoize.ts";
import { remedies, Unavailable, type Session } from "../target/session.ts";
import type { Target } from "../target/target.ts";
import { unlessAborted } from "../target/unless-aborted.ts";
import { known, Unset, type Answer } from "./observation.ts";
import { matchPath, type OperationId } from "../../fixtures/contract/operations.ts";

/** The variable with the expired token. It is sent instead of the second account's. */
export const expiredTokenVariable = "ORGKIT_TOKEN_EXPIRED";

/** The source of exchanges with a target, from which all facts are inferred. */
export interface Source {
  readonly target: Target;
  /** The response to a request; the reason if it must not be sent or its response is inconclusive. */
  ask(call: Call): Promise<Answer | Unset>;
  /** All exchanges so far, by any caller, except for excessively large responses. */
  readonly entries: readonly Entry[];
  /** The requests with inconclusive responses, and why. */
  readonly inconclusive: readonly Unset[];
}

export interface SourceOptions {
  /** Why a request must not be sent again; `undefined` if it may. */
  readonly reject?: (call: Call) => string | undefined;
  /** Aborts the run: the next request rejects. */
  readonly signal?: AbortSignal | undefined;
}

/** A session as a source: equal requests are sent once. */
export function openSource(session: Session, { reject, signal }: SourceOptions = {}): Source {
  const onRecord = new Set<string>();
  let counted = 0;
  const isOnRecord = (call: Call): boolean => {
    for (const entry of session.entries.slice(counted)) onRecord.add(callKey(entry.call));
    counted = session.entries.length;
    return onRecord.has(callKey(call));
  };

  const problems = new WeakMap<Exchange, string | undefined>();
  const beyondBounds = (exchange: Exchange): string | undefined => {
    if (!problems.has(exchange)) problems.set(exchange, tooLarge(exchange));
    return problems.get(exchange);
  };

  const inconclusive: Unset[] = [];
  const nothing = (reason: Unset): Unset => {
    inconclusive.push(reason);
    return reason;
  };

  return {
    target: session.target,
    inconclusive,
    get entries() {
      return session.entries.filter((entry) => beyondBounds(entry.exchange) === undefined);
    },
    async ask(call) {
      signal?.throwIfAborted();
      const rejection = isOnRecord(call) ? undefined : reject?.(call);
      if (rejection !== undefined) return nothing(new Unset(rejection));
      const exchange = await unlessAborted(session.call(call), signal);
      if (exchange instanceof Unavailable) return nothing(reasonOf(exchange));
      const { response, noReply } = exchange;
      if (response === undefined) {
        return nothing(new Unset(`a request got no response: ${noReply?.message ?? "unknown reason"}`));
      }
      if (response.status === 429 || response.status >= 500) {
        return nothing(new Unset(`a request got ${response.status}, which is inconclusive`));
      }
      const problem = beyondBounds(exchange);
      return problem === undefined ? { call, exchange: { ...exchange, response } } : nothing(new Unset(problem));
    },
  };
}

/** How many additional requests a session may send for inferring facts. */
const maxOwn = 80;

/** A session as a source that sends at most N additional requests. */
function openBounded(session: Session, max: number): Source {
  let own = 0;
  return openSource(session, {
    reject: () => {
      own += 1;
      return own > max ? `not found with ${max} requests, the maximum` : undefined;
    },
  });
}

/** The source that all checks of a session share: inferring facts costs a few requests. */
export const sessionSource = memoize((session: Session) => openBounded(session, maxOwn));

function reasonOf({ reason, lack }: Unavailable): Unset {
  // An expired token is sent instead of the second account's.
  if (lack === "second-token") return new Unset("no expired token was given", expiredTokenVariable);
  return new Unset(reason.replace(/ \(--.*\)$/, ""), lack && remedies.get(lack)?.give);
}

/** The maximum size of a response to analyze. A dialect has no page of more than 10,000 records. */
const bounds = { records: 20_000, fields: 1000, characters: 2 ** 22, failure: 2 ** 18 } as const;

/**
 * Why a response is inconclusive: analyzing its length or width would take too much time and memory. Deep values were
 * cut before (`parseJson`).
 */
function tooLarge(exchange: Exchange): string | undefined {
  const { response } = exchange;
  if (response === undefined) return undefined;
  const { length } = response.body;
  const max = isSuccess(exchange) ? bounds.characters : bounds.failure;
  if (length > max) return `a response has ${length} characters; at most ${max} are read`;
  const { data = [] } = readEnvelope(response);
  if (data.length > bounds.records) return `a response has ${data.length} records`;
  const isWide = data.some((record) => isObject(record) && Object.keys(record).length > bounds.fields);
  return isWide ? `a record has more than ${bounds.fields} fields` : undefined;
}

/** The response to a request. @throws Unset if it is inconclusive */
export async function ask(source: Source, call: Call): Promise<Answer> {
  return known(await source.ask(call));
}

/** The response to a request that should be rejected. @throws Unset if it succeeds */
export async function askRejected(source: Source, call: Call, what: string): Promise<Answer> {
  const answer = await ask(source, call);
  if (!isSuccess(answer.exchange)) return answer;
  throw new Unset(`${what} gets ${answer.exchange.response.status}`);
}

/** All exchanges with a response. */
export function answersOf({ entries }: Source): readonly Answer[] {
  return entries.flatMap(({ call, exchange }) => {
    const { response } = exchange;
    return response === undefined ? [] : [{ call, exchange: { ...exchange, response } }];
  });
}

/**
 * The result of a search, or nothing: but after an inconclusive response, finding nothing proves nothing.
 * @throws Unset then
 */
export async function searched<Result>(
  source: Source,
  search: () => Promise<Result | undefined>,
): Promise<Result | undefined> {
  const before = source.inconclusive.length;
  const result = await search();
  const [reason] = source.inconclusive.slice(before);
  if (result === undefined && reason !== undefined) throw reason;
  return result;
}

/** The operation of a call; `undefined` for another path or method, or an id that cannot be decoded. */
export function operationOf({ operation, method, path }: Call): OperationId | undefined {
  if (method !== undefined) return undefined;
  if (path === undefined) return operation;
  const { version, operations, id } = matchPath(path) ?? {};
  const isReadable = id === undefined || /^(?:[^/%]|%[0-9a-f]{2})+$/i.test(id);
  return version === "1" && isReadable ? operations?.get("GET") : undefined;
}
