import { hasId, type OperationId, operations } from "../../../fixtures/contract/operations.ts";
import type { Call } from "../../target/call.ts";
import type { Credentials } from "../../target/credentials.ts";
import { isSuccess, type Exchange, type ExchangeResponse } from "../../target/exchange.ts";
import type { Session } from "../../target/session.ts";
import { answerTo } from "../../discovery/answer-to.ts";
import { unknownId } from "../../discovery/unknown-id.ts";
import { knownIds, type Target } from "../../target/target.ts";
import { entriesOf } from "./seen.ts";

/** What was wrong with a call that failed, in the order in which a message names it. */
const failureKinds = [
  "no token",
  "an empty token",
  "a token never issued",
  "an altered token",
  "another scheme",
  "a token in the query",
  "an unknown id",
  "another id",
  "other query parameters",
  "another body",
  "a body that is no JSON",
  "another content type",
  "another method",
  "another path",
  "the plain call",
] as const;

type FailureKind = (typeof failureKinds)[number];

/** A call that was answered with a failure, and what was wrong with it. */
export interface Failure {
  readonly kind: FailureKind;
  readonly exchange: Exchange & { readonly response: ExchangeResponse };
}

/** Codes of a target that is busy or out of order for the moment: they tell nothing of its ways. */
const passing: ReadonlySet<number> = new Set([429, 502, 503, 504]);

/**
 * The failures of an operation in this run, by kind. Makes sure, on an operation that only reads, of the two
 * that every target can show: a call without a token, and an unknown id.
 */
export async function failuresOf(session: Session, operation: OperationId, sample: Exchange): Promise<Failure[]> {
  if (operations[operation].method === "GET" && isSuccess(sample)) {
    await session.call({ operation, as: "none" });
    if (hasId(operation)) {
      await session.call({ operation, id: unknownId(session.target, operation) });
    }
  }
  return entriesOf(session, operation).flatMap(({ call, exchange }) => {
    const kind = kindOf(call, session.target);
    return kind === undefined || !isFailure(call, exchange, sample) ? [] : [{ kind, exchange }];
  });
}

function isFailure(call: Call, exchange: Exchange, sample: Exchange): exchange is Failure["exchange"] {
  if (exchange.response === undefined || passing.has(exchange.response.status)) return false;
  if (exchange.response.status >= 300) return true;
  return call.as !== undefined && isSuccess(sample) && answerTo(exchange, sample) === "refused";
}

const credentialKinds: Readonly<Partial<Record<Credentials, FailureKind>>> = {
  none: "no token",
  empty: "an empty token",
  "no-token": "an empty token",
  "never-issued": "a token never issued",
  cut: "an altered token",
  extended: "an altered token",
  changed: "an altered token",
  "other-scheme": "another scheme",
  "basic-user": "another scheme",
  "basic-password": "another scheme",
  "basic-named-password": "another scheme",
  "no-scheme": "another scheme",
  "in-query": "a token in the query",
  "in-query-otherwise": "a token in the query",
};

function kindOf(call: Call, target: Target): FailureKind | undefined {
  const { as = "first" } = call;
  if (as !== "first") return credentialKinds[as];
  if (call.method !== undefined) return "another method";
  if (call.path !== undefined) return "another path";
  if (call.text !== undefined) return /json/i.test(call.text.type) ? "a body that is no JSON" : "another content type";
  if (call.body !== undefined) return "another body";
  if (call.query !== undefined) return "other query parameters";
  if (call.id === undefined) return "the plain call";
  if (knownIds(target, call.operation).includes(call.id)) return undefined;
  return call.id === unknownId(target, call.operation) ? "an unknown id" : "another id";
}

/** The kinds under each value of a property, in an order that does not depend on that of the calls. */
export function groupKinds(
  failures: readonly Failure[],
  property: (failure: Failure) => string,
): readonly (readonly [value: string, kinds: readonly FailureKind[]])[] {
  const groups = [...Map.groupBy(failures, property)].map(([value, members]): [string, FailureKind[]] => {
    const kinds = new Set(members.map(({ kind }) => kind));
    return [value, failureKinds.filter((kind) => kinds.has(kind))];
  });
  return groups
    .toSorted(([left], [right]) => (left < right ? -1 : 1))
    .toSorted(([, [left]], [, [right]]) => rankOf(left) - rankOf(right));
}

function rankOf(kind: FailureKind | undefined): number {
  return kind === undefined ? -1 : failureKinds.indexOf(kind);
}

/** The exchange that shows each kind. */
export function firstOfEachKind(failures: readonly Failure[]): readonly Failure["exchange"][] {
  return [...Map.groupBy(failures, ({ kind }) => kind).values()].flatMap((members) =>
    members.slice(0, 1).map(({ exchange }) => exchange),
  );
}
