import { hasId, operationIds, operations, type OperationId } from "../../fixtures/contract/operations.ts";
import { unknownParameter } from "../log/parameter-names.ts";
import type { Credentials } from "../target/credentials.ts";
import { isSuccess } from "../target/exchange.ts";
import { createUserPoints } from "./create-user.ts";
import { creating, fullCreation } from "./creations.ts";
import { beyondDialects, reading, type OpenPoint, type Reading } from "./open-point.ts";
import { pagingPoints } from "./paging.ts";
import { NotApplicable, isAnswered, NotShown, readAllShown, unlessHidden, type Answer, type Reader } from "./reader.ts";
import { isSameFailure, askRejected, rejectedWith, readSample } from "./samples.ts";
import { sortingPoints } from "./filtering.ts";
import { subscriptionIdPoints, unknownIdCall } from "./subscriptions.ts";
import { codedFailures, type CodedFailure, type FailureKind } from "../../fixtures/dialect/failures.ts";

/** A kind of failures: what provokes it, and where. */
interface Provocation extends Pick<OpenPoint, "stage" | "requirement" | "observedBy" | "operations"> {
  /** The request, in words. */
  readonly words: string;
  /** The failing responses on an operation. @throws NotShown if there are none */
  readonly provoke: (reader: Reader, operation: OperationId) => Promise<readonly Answer[]>;
}

const unreadable = { type: "application/json", content: '{"orgkit":"' };

/** A body over every usual limit, in bytes. It is incomplete, so that it creates nothing. */
export const maxBytes: number = 2 * 1024 * 1024;

export const openingOfBody = unreadable.content;

/** The response to a body that is not JSON, of this size in bytes. */
export function askUnreadable(reader: Reader, bytes = 0): Promise<Answer> {
  const content = unreadable.content + "x".repeat(Math.max(bytes - unreadable.content.length, 0));
  const call = { operation: "createUser", text: { ...unreadable, content } } as const;
  return askRejected(reader, call, "a body that is not JSON");
}

/** The response to a body that is too large. @throws NotShown if it is that to a short one */
export async function askTooLarge(reader: Reader): Promise<Answer> {
  const small = await askUnreadable(reader);
  const large = await askUnreadable(reader, maxBytes);
  if (isSameFailure(small, large)) throw new NotShown(`a body of ${maxBytes} bytes is rejected like a short one`);
  return large;
}

/** The response to plain text. @throws NotShown if it is that to a body which is not JSON, or lacks fields */
async function askOtherType(reader: Reader): Promise<readonly Answer[]> {
  const call = { operation: "createUser", text: { type: "text/plain", content: "name: orgkit" } } as const;
  const rejection = await askRejected(reader, call, "a body declared as plain text");
  const others = reader.tries ? [await askUnreadable(reader), ...(await creating(reader)).rejections] : [];
  if (others.some((other) => isSameFailure(rejection, other)))
    throw new NotShown("no content type is rejected as such");
  return [rejection];
}

/** A method that no path has and that changes nothing; without writes, only `OPTIONS` may be sent. */
async function askOtherMethod(reader: Reader, operation: OperationId): Promise<readonly Answer[]> {
  const isSamePath = operations[operation].shape === "create";
  if (reader.tries && isSamePath) throw new NotApplicable("the path of a list shows it");
  const { call } = hasId(operation) ? await readSample(reader, operation) : { call: { operation } };
  const methods = reader.tries ? (["PROPFIND", "OPTIONS"] as const) : (["PROPFIND"] as const);
  const ask = (method: (typeof methods)[number]): Promise<Answer> =>
    askRejected(reader, { ...call, method }, `the method ${method}`);
  const [rejection] = await readAllShown(methods, ask, () => true);
  return [rejection];
}

/** The responses to rejected bodies. No value of a wrong type is sent: a service that stores it would list it ever after. */
async function askInvalidBodies(reader: Reader): Promise<readonly Answer[]> {
  const { rejections } = await creating(reader);
  const all = [...rejections, (await unlessHidden(fullCreation(reader)))?.rejection].flatMap((one) => one ?? []);
  if (all.length === 0) throw new NotShown("none of the bodies tried is rejected");
  return all;
}

const points = [...pagingPoints, ...sortingPoints, ...subscriptionIdPoints, ...createUserPoints];

/** The rejections of a kind that other open points show. */
async function rejectionsAt(reader: Reader, kind: CodedFailure): Promise<readonly Answer[]> {
  const showing = points.filter(({ rejectedAs }) => rejectedAs === kind);
  const reads = showing.flatMap(({ operations: shownBy, read }) => shownBy.map((operation) => ({ operation, read })));
  const readings = await readAllShown(reads, ({ operation, read }) => read(reader, operation));
  const rejections = readings.flatMap(({ value, exchanges }) => {
    const rejected = exchanges.filter(isAnswered).filter((one) => !isSuccess(one));
    const isList = Array.isArray(value) && value.length > 0;
    return value === "reject" ? rejected.slice(-1) : isList ? rejected : [];
  });
  if (rejections.length === 0) throw new NotShown("no request of this kind was rejected");
  return rejections;
}

async function askBadParameters(reader: Reader): Promise<readonly Answer[]> {
  const strict = await unlessHidden(reader.ask({ operation: "listUsers", query: { [unknownParameter]: "1" } }));
  const others = await unlessHidden(rejectionsAt(reader, "badParameter"));
  const all = [...(strict === undefined || isSuccess(strict) ? [] : [strict]), ...(others ?? [])];
  if (all.length === 0) throw new NotShown("no parameter value was rejected");
  return all;
}

const createUser = ["createUser"] as const;
const unknownPath = "/api/v1/orgkit-no-such-path";

/** The rejection of credentials. */
function rejecting(as: Credentials): Provocation["provoke"] {
  return async (reader, operation) => [await rejectedWith(reader, operation, as)];
}

/** What provokes each kind of failures. */
export const provocations: Readonly<Record<FailureKind, Provocation>> = {
  missingToken: {
    requirement: "DECL-11",
    observedBy: ["OBS-14"],
    operations: operationIds,
    words: "a request without a token",
    provoke: rejecting("none"),
  },
  refusedToken: {
    requirement: "DECL-12",
    observedBy: ["OBS-14"],
    operations: operationIds,
    words: "an unknown token",
    provoke: rejecting("never-issued"),
  },
  expiredToken: {
    operations: ["listUsers"],
    words: "an expired token",
    provoke: rejecting("expired"),
  },
  notFound: {
    requirement: "DECL-13",
    observedBy: ["OBS-09", "OBS-14"],
    operations: operationIds.filter(hasId),
    words: "an unknown subscription",
    provoke: async (reader, operation) => [
      await askRejected(reader, await unknownIdCall(reader, operation), "an unknown id"),
    ],
  },
  unknownPath: {
    requirement: "DECL-14",
    operations: ["listUsers"],
    words: "an unknown path",
    provoke: async (reader, operation) => [
      await askRejected(reader, { operation, path: unknownPath }, "an unknown path"),
    ],
  },
  methodNotAllowed: {
    requirement: "DECL-15",
    operations: operationIds,
    words: "another method",
    provoke: askOtherMethod,
  },
  badParameter: {
    stage: "rejections",
    operations: ["listUsers"],
    words: "an invalid parameter value",
    provoke: askBadParameters,
  },
  beyondLast: {
    stage: "rejections",
    operations: ["listUsers"],
    words: "a page beyond the last",
    provoke: (reader) => rejectionsAt(reader, "beyondLast"),
  },
  unreadableBody: {
    stage: "bodies",
    requirement: "DECL-16",
    operations: createUser,
    words: "a body that is not JSON",
    provoke: async (reader) => [await askUnreadable(reader)],
  },
  invalidBody: {
    stage: "rejections",
    operations: createUser,
    words: "a body without a required field",
    provoke: askInvalidBodies,
  },
  conflict: {
    stage: "rejections",
    operations: createUser,
    words: "a unique value that is in use",
    provoke: (reader) => rejectionsAt(reader, "conflict"),
  },
  payloadTooLarge: {
    stage: "bodies",
    operations: createUser,
    words: "a body too large",
    provoke: async (reader) => [await askTooLarge(reader)],
  },
  unsupportedMediaType: {
    stage: "bodies",
    requirement: "DECL-17",
    operations: createUser,
    words: "a body of another type",
    provoke: askOtherType,
  },
  tooManyRequests: {
    operations: ["listUsers"],
    words: "a request over the rate limit",
    provoke: () => Promise.reject(new NotShown("the rate limit was not reached, and orgkit does not provoke it")),
  },
};

/** The failing responses of a kind, on all operations that show it. @throws NotShown if there are none */
export async function provokeFailures(reader: Reader, kind: FailureKind): Promise<readonly Answer[]> {
  const { operations: shownBy, provoke } = provocations[kind];
  return (await readAllShown(shownBy, (operation) => provoke(reader, operation))).flat();
}

async function readStatus(reader: Reader, operation: OperationId, kind: CodedFailure): Promise<Reading> {
  const failures = await provocations[kind].provoke(reader, operation);
  const statuses = [...new Set(failures.map(({ response }) => response.status))];
  const [status = 0, ...others] = statuses;
  if (others.length > 0) throw new NotShown(`requests of this kind get different status codes: ${statuses.join(", ")}`);
  const min = kind === "missingToken" || kind === "refusedToken" ? 300 : 400;
  const isExpressible = status >= min && status < 500 && status !== 304;
  return isExpressible
    ? reading(status, failures)
    : beyondDialects(`${provocations[kind].words} gets ${status}`, failures);
}

/** The status code of each failure (§7). */
export const failurePoints: readonly OpenPoint[] = codedFailures.map((kind): OpenPoint => {
  const { words, provoke: _, ...row } = provocations[kind];
  return {
    ...row,
    key: `statuses.failure.${kind}`,
    subject: `${words} gets`,
    say: String,
    read: (reader, operation) => readStatus(reader, operation, kind),
  };
});
