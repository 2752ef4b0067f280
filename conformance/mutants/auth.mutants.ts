import { operationIds, type OperationId } from "../../fixtures/contract/operations.ts";
import type { Call } from "../../mocks/service/call.ts";
import { firstToken, letIn, onFailure, onSuccess, tokenOf, withBody, withHeader } from "./alter.ts";
import type { Mutant } from "./mutant.ts";

/** PATH-01 and AUTH-01: an operation that does not answer the good call with success. */
const notServed: readonly Mutant[] = operationIds.flatMap((operation) => [
  {
    id: `not-there@${operation}`,
    sentence: "the operation is not where the document says",
    breaks: [`PATH-01 ${operation}`],
    alter: onSuccess(operation, (reply) => withBody({ ...reply, status: 404 }, "")),
  },
  {
    id: `internal-error@${operation}`,
    sentence: "the operation ends in an internal error",
    breaks: [`PATH-01 ${operation}`],
    alter: onSuccess(operation, (reply) => withBody({ ...reply, status: 500 }, "")),
  },
  {
    id: `good-token-refused@${operation}`,
    sentence: "the operation refuses a token that the others accept",
    breaks: [`AUTH-01 ${operation}`],
    // A refusal is no success, and §4 shows one.
    collateral: [`PATH-01 ${operation}`],
    alter: onSuccess(operation, (reply) => withBody({ ...reply, status: 401 }, "")),
  },
]);

/** A way past the token: who is let in though the header does not say what §5 wants. */
interface Gap {
  readonly id: string;
  readonly requirement: string;
  readonly sentence: string;
  readonly isLetIn: (call: Call, token: string) => boolean;
}

function given({ headers }: Call): string | undefined {
  return headers["authorization"];
}

/** What `Basic` carries (RFC 7617 §2): `user:password`. */
function basicPair(call: Call): string | undefined {
  const value = /^Basic (.*)$/.exec(given(call) ?? "")?.[1];
  return value === undefined ? undefined : Buffer.from(value, "base64").toString();
}

function asksWith(call: Call, name: string, token: string): boolean {
  return given(call) === undefined && new URLSearchParams(call.query).get(name) === token;
}

/** How many characters two texts of equal length differ in. */
function distance(left: string, right: string): number {
  return Array.from(left).filter((character, index) => character !== right[index]).length;
}

const gaps: readonly Gap[] = [
  {
    id: "open-without-header",
    requirement: "AUTH-02",
    sentence: "a call without the header is accepted",
    isLetIn: (call) => given(call) === undefined && call.query === "",
  },
  {
    id: "open-to-empty-header",
    requirement: "AUTH-03",
    sentence: "a call with an empty header is accepted",
    isLetIn: (call) => given(call) === "",
  },
  {
    id: "open-to-bearer-alone",
    requirement: "AUTH-03",
    sentence: "a call with the word Bearer and no token is accepted",
    isLetIn: (call) => given(call)?.trim() === "Bearer",
  },
  {
    id: "open-to-any-token",
    requirement: "AUTH-04",
    sentence: "any token of the right length is accepted, but for one that is nearly a real one",
    isLetIn: (call, token) => tokenOf(call).length === token.length && distance(tokenOf(call), token) > 3,
  },
  {
    id: "compares-the-beginning",
    requirement: "AUTH-05",
    sentence: "only the first eight characters of a token are compared",
    isLetIn: (call, token) => tokenOf(call).startsWith(token.slice(0, 8)),
  },
  {
    id: "compares-the-end",
    requirement: "AUTH-05",
    sentence: "only the last six characters of a token are compared",
    isLetIn: (call, token) => tokenOf(call).endsWith(token.slice(-6)),
  },
  {
    id: "accepts-a-longer-token",
    requirement: "AUTH-05",
    sentence: "what follows a real token is not looked at",
    isLetIn: (call, token) => tokenOf(call).startsWith(token),
  },
  {
    id: "accepts-a-shorter-token",
    requirement: "AUTH-05",
    sentence: "the beginning of a real token will do",
    isLetIn: (call, token) => tokenOf(call).length > 8 && token.startsWith(tokenOf(call)),
  },
  {
    id: "open-to-basic",
    requirement: "AUTH-06",
    sentence: "the token is accepted under another scheme",
    isLetIn: (call, token) => given(call) === `Basic ${token}`,
  },
  {
    id: "open-to-basic-user",
    requirement: "AUTH-06",
    sentence: "the token is accepted as the user of Basic",
    isLetIn: (call, token) => basicPair(call) === `${token}:`,
  },
  {
    id: "open-to-basic-password",
    requirement: "AUTH-06",
    sentence: "the token is accepted as the password of Basic",
    isLetIn: (call, token) => basicPair(call)?.endsWith(`:${token}`) === true,
  },
  {
    id: "open-without-scheme",
    requirement: "AUTH-06",
    sentence: "the token is accepted without the word Bearer",
    isLetIn: (call, token) => given(call) === token,
  },
  {
    id: "token-in-query",
    requirement: "AUTH-07",
    sentence: "the token is taken from the query (`access_token`)",
    isLetIn: (call, token) => asksWith(call, "access_token", token),
  },
  {
    id: "key-in-query",
    requirement: "AUTH-07",
    sentence: "the token is taken from the query (`api_key`)",
    isLetIn: (call, token) => asksWith(call, "api_key", token),
  },
];

const letsIn: readonly Mutant[] = gaps.flatMap(({ id, requirement, sentence, isLetIn }) =>
  operationIds.map((operation) => ({
    id: `${id}@${operation}`,
    sentence,
    breaks: [`${requirement} ${operation}`],
    alter: letIn(operation, isLetIn),
  })),
);

/** AUTH-08: a refusal that shows what it refuses; once as JSON, once inside the message of a well-formed error. */
function tellsAll(operation: OperationId): readonly Mutant[] {
  const shown =
    operation === "createUser"
      ? "users"
      : operation === "listUsers"
        ? "users"
        : operation === "getSubscription"
          ? "subscriptions"
          : "invoices";
  return [
    {
      id: `refusal-with-a-record@${operation}`,
      sentence: "the message of a refusal quotes a record",
      breaks: [`AUTH-08 ${operation}`],
      alter: onFailure(operation, (reply, _, { accounts }) => {
        if (reply.status !== 401) return reply;
        const detail = JSON.stringify(accounts[0]?.[shown].all()[0]);
        return withBody(reply, { ...JSON.parse(reply.body), detail });
      }),
    },
    {
      id: `refusal-with-the-list@${operation}`,
      sentence: "a refusal has the right status, and the records all the same",
      breaks: [`AUTH-08 ${operation}`],
      // An envelope is not the declared error body.
      collateral: [`DECL-18 ${operation}`],
      alter: onFailure(operation, (reply, _, { accounts }) => {
        if (reply.status !== 401) return reply;
        const data = accounts[0]?.[shown].all().slice(0, 3) ?? [];
        const body = withBody(reply, { data, meta: { page: 1, total: data.length } });
        return withHeader(body, "content-type", "application/json");
      }),
    },
  ];
}

/** AUTH-09: a creation that is refused, and done. */
const refusedAndDone: readonly Mutant[] = (
  [
    ["without-header", ({ headers }: Call) => headers["authorization"] === undefined],
    ["with-any-token", ({ headers }: Call) => (headers["authorization"] ?? "").startsWith("Bearer ")],
  ] as const
).map(([id, isDone]) => ({
  id: `refused-and-done-${id}@createUser`,
  sentence: "a refused creation creates the user all the same",
  breaks: ["AUTH-09 createUser"],
  alter: onFailure("createUser", async (reply, call, simulation, answer) => {
    const authorization = `Bearer ${firstToken(simulation)}`;
    if (reply.status === 401 && isDone(call)) await answer({ ...call, headers: { ...call.headers, authorization } });
    return reply;
  }),
}));

export const authMutants: readonly Mutant[] = [
  ...notServed,
  ...letsIn,
  ...operationIds.flatMap(tellsAll),
  ...refusedAndDone,
];
