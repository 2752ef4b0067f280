import { hasId, isList, type OperationId } from "../../fixtures/contract/operations.ts";
import { codedFailureSchema, type CodedFailure, type FailureKind } from "../../fixtures/dialect/statuses.ts";

import { isSuccess } from "../target/exchange.ts";
import { creation, invalidBody, tokenRejections } from "./creation.ts";
import { uniqueFields } from "./unique-fields.ts";
import { rejectedMethods } from "./other-methods.ts";
import { tooLarge, unreadableBody } from "./limits.ts";
import { otherMediaType } from "./request-bodies.ts";
import { lists, rejectionOf, strictRejection } from "./list.ts";
import { alike, anyKnown, certain, ifKnown, Unset, type Answer, type Found } from "./observation.ts";
import { ask, type Source } from "./source.ts";
import { beyondLast, oversized, unreadable } from "./page-bounds.ts";
import { unknownPath } from "./rejections.ts";
import { noSuchField, sortOfLists } from "./sort-parameter.ts";

import { readById } from "./one-record.ts";
import { illFormed, unknownSubscription } from "./subscriptions.ts";

/** The code of a success (§4). */
export async function successStatus(source: Source, operation: OperationId): Promise<Found> {
  const answer = await sampleOf(source, operation);
  const { status } = answer.exchange.response;
  if (!isSuccess(answer.exchange)) throw new Unset(`the request is rejected with ${status}`);
  if (status !== 204 && status !== 205) return certain(status, [answer]);
  throw new Unset(`the success is ${status}, which cannot carry the envelope (§2)`);
}

async function sampleOf(source: Source, operation: OperationId): Promise<Answer> {
  if (hasId(operation)) return (await readById(source, operation))[0];
  if (!isList(operation)) return (await creation(source)).minimal.answer;
  return ask(source, { operation });
}

/** What shows the code of each failure (§7). */
const failures: Readonly<Record<FailureKind, (source: Source) => Promise<Answer | readonly Answer[]>>> = {
  missingToken: (source) => tokenRejections(source, "none"),
  refusedToken: (source) => tokenRejections(source, "never-issued"),
  expiredToken: (source) => tokenRejections(source, "second"),
  notFound: unknownSubscription,
  unknownPath,
  methodNotAllowed: rejectedMethods,
  badParameter: badParameters,
  beyondLast: rejectedBeyondLast,
  unreadableBody,
  invalidBody,
  conflict: async (source) => {
    const { conflict, evidence } = await uniqueFields(source);
    if (conflict === undefined) throw new Unset("no field must be unique");
    return [conflict, ...evidence.filter(({ exchange }) => !isSuccess(exchange))];
  },
  payloadTooLarge: tooLarge,
  unsupportedMediaType: otherMediaType,
  tooManyRequests: () => Promise.reject(new Unset("the rate limit was not reached, and orgkit does not provoke it")),
};

/** All kinds of failures except the one that needs the last user. */
export const failureKinds = codedFailureSchema.options.filter((kind) => kind !== "conflict");

/** The requests that failed with a kind. @throws Unset if there are none */
export async function failuresOfKind(source: Source, kind: FailureKind): Promise<Answer[]> {
  return [await failures[kind](source)].flat();
}

const tokenFailures: ReadonlySet<FailureKind> = new Set(["missingToken", "refusedToken"]);

/** The code of a failure. A dialect allows redirects only for clients without a valid token. */
export async function failureStatus(source: Source, kind: CodedFailure): Promise<Found> {
  const answers = await failuresOfKind(source, kind);
  const found = alike(answers, ({ exchange }) => exchange.response.status);
  const min = tokenFailures.has(kind) ? 300 : 400;
  if (found.value < min || found.value >= 500 || found.value === 304) {
    throw new Unset(`the request gets ${found.value}, which a dialect cannot express`);
  }
  return found;
}

/** The requests rejected for the value of a parameter or an id. */
async function badParameters(source: Source): Promise<readonly Answer[]> {
  const unknown = await ifKnown(strictRejection(source, "users"));
  const rejected: Answer[] = unknown === undefined ? [] : [unknown];
  for (const list of lists) {
    const range = await ifKnown(unreadable(source, list));
    if (range?.value === "reject") rejected.push(range.answer);
    const large = await ifKnown(oversized(source, list));
    if (large !== undefined && large.page === undefined) rejected.push(large.answer);
    const sort = await ifKnown(sortOfLists(source));
    if (sort === undefined || sort === "none") continue;
    const unknownField = await rejectionOf(source, list, { [sort.parameter]: noSuchField });
    if (unknownField !== undefined) rejected.push(unknownField);
  }
  const id = await ifKnown(illFormed(source));
  if (id?.value === "reject") rejected.push(id.answer);
  if (rejected.length > 0) return rejected;
  throw new Unset("no parameter value was rejected");
}

function rejectedBeyondLast(source: Source): Promise<readonly Answer[]> {
  const none = "a page beyond the last is not rejected";
  const readings = lists.map((list) => async () => {
    const { value, answer } = await beyondLast(source, list);
    if (value === "reject") return answer;
    throw new Unset(none);
  });
  return anyKnown(readings, none);
}
