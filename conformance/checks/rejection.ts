import { isList, listOperationIds, type OperationId } from "../../fixtures/contract/operations.ts";
import type { Call } from "../target/call.ts";
import { credentialsInWords, otherNames, type Credentials } from "../target/credentials.ts";
import { answerTo } from "../discovery/answer-to.ts";
import { isSuccess, type Success } from "../target/exchange.ts";
import { Unavailable, type Session } from "../target/session.ts";
import { failed, inconclusive, lacking, passed, type Outcome } from "./check.ts";
import { overPlaces, type AtPlace } from "./everywhere.ts";
import { readAfterRejection } from "./kept-rejection.ts";
import { again, asOtherClients, otherPlaces } from "./rejection-places.ts";
import { worst } from "./worst.ts";

/** The row of §5 that applies the header to each operation. */
export const appliesToAll = "| Applies to | All four operations |";

/** All kinds of credentials that §5 rejects, by requirement. */
export const rejectedKinds = {
  "AUTH-02": ["none", "session-cookies"],
  "AUTH-03": ["empty", "no-token"],
  "AUTH-04": ["never-issued", "percent-sign", "pattern", "any-text", "member-name", "null", "undefined", "forged-jwt"],
  "AUTH-05": [
    "cut",
    "extended",
    "changed",
    "last-changed",
    "letter-case",
    "one-wildcard",
    "one-in-brackets",
    "crossed",
    "sql",
    "jwt-claims",
    "jwt-header",
    "jwt-signature",
    "jwt-unsigned",
    "jwt-none",
    "after-another",
  ],
  "AUTH-06": [
    ...(["other-scheme", "basic-user", "basic-password", "basic-named-password"] as const),
    ...(["basic-token", "longer-scheme", "token-scheme", "no-scheme", "no-space", "colon"] as const),
  ],
  "AUTH-07": ["in-query", "in-query-otherwise"],
  "AUTH-10": ["in-cookies", "in-headers", "in-body"],
} as const satisfies Readonly<Record<string, readonly Credentials[]>>;

/** The kinds for testing the guard of one operation: a missing guard shows with these. */
const triedOnce: ReadonlySet<Credentials> = new Set([
  ...rejectedKinds["AUTH-04"].slice(1),
  ...(["last-changed", "one-wildcard", "one-in-brackets", "crossed", "sql", "no-space", "colon"] as const),
  ...(["jwt-header", "after-another", "basic-user", "basic-password", "basic-named-password"] as const),
  ...(["basic-token", "longer-scheme", "token-scheme"] as const),
  "in-query-otherwise",
]);

const [triedWithAll] = listOperationIds;

/** The kinds for creations: each takes additional requests that look for a created user. */
const triedOnCreation: ReadonlySet<Credentials> = new Set([
  ...(["none", "empty", "no-token", "never-issued", "cut", "changed", "jwt-claims", "jwt-none"] as const),
  ...(["other-scheme", "no-scheme", "in-query", ...rejectedKinds["AUTH-10"]] as const),
]);

/** The kinds of a quick run: one of each requirement, and another one for a JSON Web Token. */
const triedWhenQuick: Readonly<Record<OperationId, readonly Credentials[]>> = {
  listUsers: ["none", "empty", "never-issued", "cut", "jwt-claims", "other-scheme", "in-query", "in-cookies"],
  createUser: ["none", "no-token", "never-issued", "cut", "jwt-claims", "no-scheme", "in-query", "in-body"],
  getSubscription: ["none", "no-token", "never-issued", "changed", "jwt-none", "no-scheme", "in-query", "in-headers"],
  listInvoices: [
    ...(["none", "empty", "never-issued", "letter-case", "jwt-signature"] as const),
    ...(["other-scheme", "in-query", "in-headers"] as const),
  ],
};

/** The kinds for an operation. */
export function kindsTried(
  { isQuick, target }: Pick<Session, "isQuick" | "target">,
  operation: OperationId,
  kinds: readonly Credentials[] = Object.values(rejectedKinds).flat(),
): readonly Credentials[] {
  if (isQuick) return kinds.filter((kind) => triedWhenQuick[operation].includes(kind));
  if (operation === "createUser") return kinds.filter((kind) => triedOnCreation.has(kind));
  return (
    kinds
      .filter((kind) => operation === triedWithAll || !triedOnce.has(kind))
      // SQL may look like an attack.
      .filter((kind) => kind !== "in-body" && (kind !== "sql" || target.allowWrites))
  );
}

/** The wrong credentials for other places than the plain request. */
const triedElsewhere: Partial<Record<keyof typeof rejectedKinds, Credentials>> = {
  "AUTH-02": "none",
  "AUTH-04": "never-issued",
};

/** Sends an operation with each kind of credentials of a requirement, and judges whether it was rejected. */
export async function judgeRejections(
  session: Session,
  operation: OperationId,
  id: keyof typeof rejectedKinds,
  sample: Success,
): Promise<Outcome> {
  const outcomes: Outcome[] = [];
  const accepted = new Set<Credentials>();
  for (const as of kindsTried(session, operation, rejectedKinds[id])) {
    // The response is the same for any token.
    if (accepted.has(equivalentKind.get(as) ?? as)) continue;
    const outcome = await judgeRejection(session, { operation, as }, as, sample);
    if (outcome.status === "failed") accepted.add(as);
    outcomes.push(outcome);
  }
  const own = worst(
    outcomes.some(({ lack }) => lack !== "nothing") ? outcomes.filter(({ lack }) => lack !== "nothing") : outcomes,
  );
  // PATH-01 judges it, when no creation may be left.
  if (id === "AUTH-04" && operation === "createUser" && own.status === "passed") await readAfterRejection(session);
  const as = triedElsewhere[id];
  if (as === undefined || own.status !== "passed") return own;
  const places: AtPlace[] = [];
  const elsewhere = [
    ...(id === "AUTH-02" ? await asOtherClients(session, operation, sample) : []),
    ...(await otherPlaces(session, operation, sample, id === "AUTH-02")),
    // Without a token it is sent in other ways, too.
    ...again(session, operation, sample, id === "AUTH-02" ? 1 : isList(operation) ? 2 : 0),
  ];
  for (const { place, call, exchange } of elsewhere) {
    const outcome = await judgeRejection(session, { ...call, as }, as, exchange);
    places.push({ place, outcome });
  }
  return overPlaces(own, places);
}

/** @param sample the response to the valid token */
async function judgeRejection(session: Session, call: Call, as: Credentials, sample: Success): Promise<Outcome> {
  const attempt = await session.call(call);
  if (attempt instanceof Unavailable) return lacking(attempt);
  const answer = answerTo(attempt, sample);
  const sent = `with ${credentialsInWords[as]}`;
  const status = attempt.response?.status ?? 0;
  switch (answer) {
    case "no response":
      return inconclusive(`${sent}: ${attempt.noReply?.message ?? "no response"}`, attempt);
    case "unclear":
      return inconclusive(`${sent}: responded with ${status}, which neither accepts nor rejects`, attempt);
    case "rejected":
      return passed(`${sent}: rejected with ${status}${isSuccess(attempt) ? ", without an envelope" : ""}`, attempt);
    case "served": {
      const found = `accepted with ${status}${await acceptedAs(session, call, as, sample)}`;
      const one = await culprit(session, call, as, sample);
      return one === undefined
        ? failed(`${sent}: ${found}`, attempt)
        : failed(`${sent}, as \`${one.name}\`: ${found}`, one.exchange);
    }
  }
}

/** Finds the one sufficient header or name among several. A creation is not repeated. */
async function culprit(
  session: Session,
  call: Call,
  as: Credentials,
  sample: Success,
): Promise<{ readonly name: string; readonly exchange: Success } | undefined> {
  const tokenNames: readonly string[] = Object.entries(otherNames).find(([kind]) => kind === as)?.[1] ?? [];
  if (call.operation === "createUser") return undefined;
  const { headers = {}, query } = call;
  const single = [
    ...(query === undefined || Object.keys(headers).length === 0
      ? []
      : [{ name: `?${new URLSearchParams(query).toString()}`, less: { headers: {} } }]),
    ...Object.entries(headers).map(([name, value]) => ({
      name,
      less: { headers: { [name]: value }, query: undefined },
    })),
    ...tokenNames.map((name) => ({ name, less: { only: name } })),
  ];
  for (const { name, less } of single) {
    const exchange = await session.call({ ...call, ...less });
    if (exchange instanceof Unavailable || !isSuccess(exchange)) continue;
    if (answerTo(exchange, sample) === "served") return { name, exchange };
  }
  return undefined;
}

/** If a target ignores what is special about a kind of credentials, it treats them like this other kind. */
const equivalentKind = new Map<Credentials, Credentials>([
  ...(["empty", "no-token", "session-cookies", ...rejectedKinds["AUTH-07"], ...rejectedKinds["AUTH-10"]] as const).map(
    (kind) => [kind, "none"] as const,
  ),
  ...[...rejectedKinds["AUTH-04"].slice(1), ...rejectedKinds["AUTH-05"]].map((kind) => [kind, "never-issued"] as const),
]);

/** Says as what a target accepted these credentials, to tell a new defect from one that other kinds show already. */
async function acceptedAs(session: Session, call: Call, as: Credentials, sample: Success): Promise<string> {
  const base = equivalentKind.get(as);
  const other = base && (await session.call({ ...call, as: base }));
  if (other === undefined || other instanceof Unavailable || answerTo(other, sample) !== "served") {
    return ", as if it were the valid token";
  }
  return base === "none" ? ", like a request without the header (see AUTH-02)" : ", like any token (see AUTH-04)";
}
