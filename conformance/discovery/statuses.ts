import { hasId, isList, type OperationId } from "../../fixtures/contract/operations.ts";
import { failureKindSchema, type FailureKind } from "../../fixtures/dialect/statuses.ts";
import { isObject } from "../../fixtures/json.ts";
import { hasEnvelope } from "./answer-to.ts";
import { isSuccess } from "../target/exchange.ts";
import { creation, invalidBody, tokenRejections } from "./creation.ts";
import { triedValues } from "./tried-values.ts";
import { uniqueFields } from "./unique-fields.ts";
import { otherMethods } from "./other-methods.ts";
import { tooLarge, unreadableBody } from "./limits.ts";
import { otherBodies, otherMediaType } from "./request-bodies.ts";
import { lists, plainList, rejectionOf, strictRejection } from "./list.ts";
import { alike, anyKnown, certain, ifKnown, likely, Unset, type Answer, type Found } from "./observation.ts";
import { ask, askRejected, type Source } from "./source.ts";
import { beyondLast, oversized, unreadable } from "./page-bounds.ts";
import { askForBrowsers, unknownPath } from "./rejections.ts";
import { unacceptable, hugePosition, smallValues } from "./request-forms.ts";
import { noSuchField, sortOfLists } from "./sort-parameter.ts";
import { memoize } from "../target/memoize.ts";
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
  unknownPath: async (source) => {
    const answer = await unknownPath(source);
    // For `errors`, which comes when no request may be left.
    await ifKnown(askForBrowsers(source, answer));
    return answer;
  },
  methodNotAllowed: async (source) => {
    const all = await otherMethods(source);
    const rejected = all.filter(({ handling }) => handling === "method").map(({ answer }) => answer);
    if (rejected.length > 0) return rejected;
    throw new Unset("other methods are handled like `GET`");
  },
  badParameter: badParameters,
  undecodableId: (source) =>
    askRejected(source, { operation: "listUsers", path: "/api/v1/subscriptions/%zz" }, "an id that cannot be decoded"),
  beyondLast: rejectedBeyondLast,
  unreadableBody,
  missingBody: (source) => otherBodies(source, ["empty"]),
  notAnObject: (source) => otherBodies(source, ["scalar", "array", "null"]),
  invalidBody: async (source) => (await rejectedWithin(source)) ?? invalidBody(source),
  conflict: async (source) => {
    const { conflict, evidence } = await uniqueFields(source);
    if (conflict === undefined) throw new Unset("no field must be unique");
    return [conflict, ...evidence.filter(({ exchange }) => !isSuccess(exchange))];
  },
  payloadTooLarge: tooLarge,
  unsupportedMediaType: otherMediaType,
  notAcceptable: unacceptable,
  tooManyRequests: () => Promise.reject(new Unset("the rate limit was not reached, and orgkit does not provoke it")),
};

/** The response to nested bodies, if one without the other is rejected differently: as if it could not be read. */
async function rejectedWithin(source: Source): Promise<readonly Answer[] | undefined> {
  const minimal = await ifKnown(creation(source));
  const { required = [], rejections = [] } = minimal ?? {};
  const isWrapped = required.length > 0 && required.every(({ values }) => isObject(values[0]));
  if (!isWrapped) return undefined;
  const statuses = new Set(rejections.map(({ exchange }) => exchange.response.status));
  const tried = (await ifKnown(triedValues(source)))?.evidence ?? [];
  const within = tried.filter(({ exchange }) => !isSuccess(exchange));
  const isOther = within.some(({ exchange }) => !statuses.has(exchange.response.status));
  return isOther ? within : undefined;
}

/** Whether a body without its nested object is rejected like an unreadable one, and others are not. */
export async function bareBodies(source: Source): Promise<Found> {
  const within = await rejectedWithin(source);
  if (within === undefined)
    throw new Unset("no body has its fields in a nested object, or all are rejected in the same way");
  const { rejections } = await creation(source);
  const { status } = (await unreadableBody(source)).exchange.response;
  const isUnreadable = rejections.every(({ exchange }) => exchange.response.status === status);
  return certain(isUnreadable ? "unreadable" : "invalid", rejections);
}

/** All kinds of failures except the one that needs the last user. */
export const failureKinds = failureKindSchema.options.filter((kind) => kind !== "conflict");

/** The requests that failed with a kind. @throws Unset if there are none */
export async function failuresOfKind(source: Source, kind: FailureKind): Promise<Answer[]> {
  return [await failures[kind](source)].flat();
}

const tokenFailures: ReadonlySet<FailureKind> = new Set(["missingToken", "refusedToken", "expiredToken"]);

/** The code of a failure. A dialect allows redirects only for clients without a valid token. */
export async function failureStatus(source: Source, kind: FailureKind): Promise<Found> {
  // A rate limit is not provoked; but after one, the client waited for a 429.
  if (kind === "tooManyRequests" && source.entries.some(({ waited }) => waited > 0)) {
    return certain(429, [], "reached in this run, and waited for");
  }
  const answers = await failuresOfKind(source, kind);
  const found = alike(answers, ({ exchange }) => exchange.response.status);
  const min = tokenFailures.has(kind) ? 300 : 400;
  if (found.value < min || found.value >= 500 || found.value === 304) {
    throw new Unset(`the request gets ${found.value}, which a dialect cannot express`);
  }
  if (/^(?:missingBody|notAnObject)$/.test(kind) && answers.includes(await unreadableBody(source))) {
    return likely(found.value, answers, "as for a body that is not JSON: no other body is known to be rejected so");
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
  const small = rejected.length > 0 ? [] : ((await ifKnown(smallValues(source))) ?? []);
  rejected.push(...small.filter(({ value }) => value === "reject").map(({ answer }) => answer));
  const huge = await ifKnown(hugePosition(source));
  if (huge?.value === "reject") rejected.push(...huge.evidence.slice(0, 1));
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

/** The response to paths without the prefix `/api/v1` (§9). */
export const versionAlias = memoize(async (source: Source, path: string): Promise<Found> => {
  const plain = await ifKnown(plainList(source, "users"));
  const answer = await ask(source, { operation: "listUsers", path });
  const { status } = answer.exchange.response;
  const evidence = plain === undefined ? [answer] : [answer, plain.answer];
  if (hasEnvelope(answer.exchange)) return certain("alias", evidence);
  const unknown = await ifKnown(unknownPath(source));
  const isUnknown = unknown === undefined ? status >= 400 : status === unknown.exchange.response.status;
  if (isUnknown) return certain("notFound", evidence);
  throw new Unset(`\`${path}\` gets ${status}, neither as an alias nor as an unknown path`);
});
