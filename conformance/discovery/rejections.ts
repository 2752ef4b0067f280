import { listOperationIds } from "../../fixtures/contract/operations.ts";
import type { Call } from "../target/call.ts";
import type { Credentials } from "../target/credentials.ts";
import { isSuccess, type Success } from "../target/exchange.ts";
import { answerTo } from "./answer-to.ts";
import { timesNamed } from "./failure-text.ts";
import { alike, anyKnown, ifKnown, Unset, type Answer, type Found } from "./observation.ts";
import { memoize } from "../target/memoize.ts";
import { ask, askRejected, type Source } from "./source.ts";
import { subscriptions } from "./subscriptions.ts";

/** The read operations for trying tokens: those that the valid token may use. */
const triedReads = memoize((source: Source): Promise<readonly Answer[]> => {
  const none = "the token cannot read any list";
  const lists = listOperationIds.map((operation) => async () => {
    const answer = await ask(source, { operation });
    if (isSuccess(answer.exchange)) return answer;
    throw new Unset(none);
  });
  return anyKnown([...lists, async () => (await subscriptions(source)).answers[0]], none);
});

/** The responses of reads to these credentials, compared with those to the valid token. */
async function readsAs(
  source: Source,
  as: Credentials,
  max = Number.POSITIVE_INFINITY,
): Promise<readonly { readonly answer: Answer; readonly good: Answer }[]> {
  const tried = (await triedReads(source)).slice(0, max);
  return anyKnown(
    tried.map((good) => async () => ({ answer: await ask(source, { ...good.call, as }), good })),
    "no request got a response",
  );
}

/**
 * The rejections of these credentials by every usable operation.
 * @param create a body that creates a user, if one is known: tried if no read accepts the credentials
 * @throws Unset if a request succeeds, which a dialect cannot express
 */
export async function rejections(source: Source, as: Credentials, create?: Call["body"]): Promise<readonly Answer[]> {
  // For an expired token one read is enough: other tokens show the differences between operations.
  const reads = await readsAs(source, as, as === "second" ? 1 : undefined);
  const answers = reads.map(({ answer }) => answer);
  if (create !== undefined && !answers.some(({ exchange }) => isSuccess(exchange))) {
    const answer = await ifKnown(ask(source, { operation: "createUser", as, body: create }));
    if (answer !== undefined) answers.push(answer);
  }
  const accepted = answers.find(({ exchange }) => isSuccess(exchange));
  if (accepted === undefined) return answers;
  throw new Unset(`a request that should be rejected got ${accepted.exchange.response.status}`);
}

/** The response to an unknown path. */
export const unknownPath = memoize((source: Source): Promise<Answer> =>
  askRejected(source, { operation: "listUsers", path: "/api/v1/orgkit-no-such-path" }, "an unknown path"),
);

/**
 * The fields that a rejection names. Words as frequent in other rejections belong to their form: `status` is a member
 * of many failures.
 */
export async function namedFields(
  source: Source,
  { exchange }: Answer,
  fields: readonly string[],
): Promise<readonly string[]> {
  const reads = (await ifKnown(readsAs(source, "none"))) ?? [];
  const others = [...reads.map(({ answer }) => answer), await ifKnown(unknownPath(source))];
  const bodies = others.flatMap((other) => (other === undefined ? [] : [other.exchange.response.body]));
  const { body } = exchange.response;
  return fields.filter((name) => timesNamed(body, name) > Math.max(0, ...bodies.map((form) => timesNamed(form, name))));
}

/** How credentials of a kind are rejected. */
export type Rejections = (source: Source, as: Credentials) => Promise<readonly Answer[]>;

function challengeOf({ exchange }: Answer): string {
  return exchange.response.headers["www-authenticate"] ?? "";
}

export async function challenge(
  source: Source,
  rejected: Rejections,
): Promise<Found & { readonly value: string | null }> {
  const found = alike(await rejected(source, "none"), (rejection) => challengeOf(rejection) || null);
  const others = (await ifKnown(rejected(source, "never-issued"))) ?? [];
  const isShared = others.every((other) =>
    found.value === null ? challengeOf(other) === "" : challengeOf(other).startsWith(found.value),
  );
  if (isShared) return found;
  throw new Unset("with a rejected token, the challenge is a completely different one");
}

export async function schemeCase(source: Source): Promise<Found> {
  const reads = await readsAs(source, "other-case", 1);
  return schemeCaseIn(reads.map(({ answer, good }) => [answer, good.exchange]));
}

/** Whether `bearer` in lower case is accepted, compared with the valid token. */
function schemeCaseIn(reads: readonly (readonly [attempt: Answer, good: Success])[]): Found {
  const results = new Map(reads.map(([attempt, good]) => [attempt, answerTo(attempt.exchange, good)]));
  if ([...results.values()].includes("unclear")) {
    throw new Unset("a success is inconclusive if no response is an envelope");
  }
  return alike([...results.keys()], (attempt) => (results.get(attempt) === "served" ? "any" : "exact"));
}

/** The target of a rejection that redirects. */
export async function login(source: Source, rejected: Rejections): Promise<Found> {
  for (const as of ["none", "never-issued", "second"] as const) {
    const redirects = ((await ifKnown(rejected(source, as))) ?? []).filter((answer) => locationOf(answer) !== "");
    if (redirects.length > 0) return alike(redirects, locationOf);
  }
  throw new Unset("no rejection is a redirect");
}

function locationOf({ exchange: { response } }: Answer): string {
  return response.status < 400 ? (response.headers["location"] ?? "") : "";
}
