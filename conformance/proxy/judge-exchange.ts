import { matchPath, operations, type OperationId } from "../../fixtures/contract/operations.ts";
import { Facts } from "../log/facts.ts";
import type { Exchange } from "../log/model.ts";
import { judgeCredentials } from "../rules/authentication.ts";
import { judgeEnvelopes } from "../rules/envelope.ts";
import { judgeKnownIds } from "../rules/subscriptions.ts";
import type { Credentials } from "../target/credentials.ts";
import { readEnvelope } from "../target/envelope.ts";
import { isSuccess, type HttpExchange } from "../target/exchange.ts";
import type { Target } from "../target/target.ts";
import type { Validate } from "./prism.ts";

/** A violation of the document, or of the declared dialect, in one exchange. */
export interface Violation {
  readonly by: "client" | "service";
  /** `undefined` if the request matches none. */
  readonly operation: OperationId | undefined;
  /** A requirement, a section of the document, or `OpenAPI`: the document of the dialect, by Prism. */
  readonly rule: string;
  readonly message: string;
}

/** How the interface reads a request (§4, §9): its operation, or that it has none; `outside` is not judged. */
export function matchRequest(method: string, path: string): OperationId | "misplaced" | "outside" {
  const match = matchPath(path);
  if (match === undefined && !/^\/api\/v\d+(?:\/|$)/i.test(path)) return "outside";
  const operation = match?.version === "1" ? match.operations.get(method) : undefined;
  // HTTP defines these methods for every path (RFC 9110 §9.3.2, §9.3.7).
  return operation ?? (/^(?:HEAD|OPTIONS)$/.test(method) ? "outside" : "misplaced");
}

/**
 * The violations in an exchange of an operation: the client's by Prism, the service's by the rules of `conform` and by
 * Prism.
 *
 * @param mayReject whether a success without an envelope may reject the token: the code of failures is open (§7)
 */
export async function judgeExchange(
  exchange: HttpExchange,
  operation: OperationId,
  { target, validate, mayReject }: { target: Target; validate: Validate; mayReject: boolean },
): Promise<readonly Violation[]> {
  const { input, output } = await validate(exchange, operation);
  const as = readCredentials(exchange);
  const credentials = describeCredentials(exchange, as);
  const byClient = [
    ...(credentials === undefined ? [] : [{ rule: "§5", message: credentials }]),
    // The only schema of ours that forbids a value.
    ...input.map(({ message }) => ({
      rule: "OpenAPI",
      message: message.replace("must NOT be valid", "must not be null"),
    })),
  ].map((violation) => ({ by: "client" as const, operation, ...violation }));
  // Who accepts a cookie, or another scheme, may have its reasons. A partial response is not an envelope.
  const isOpen = as === "other" || (as !== "first" && exchange.request.headers["cookie"] !== undefined);
  if (!isSuccess(exchange) || exchange.response.status === 206 || isOpen || (as === "first" && mayReject))
    return byClient;
  // The rules judge the envelope; Prism judges the records and the status code that a dialect declares.
  const declared = output.filter(({ path = [] }) => as === "first" && (path.length === 0 || path[1] === "data"));
  return [
    ...byClient,
    ...judgeByRules(exchange, operation, { as, target }),
    ...declared.map(({ message }) => ({ by: "service" as const, operation, rule: "OpenAPI", message })),
  ];
}

/** What the rules of `conform` find wrong with a success. */
function judgeByRules(
  exchange: HttpExchange & Pick<Exchange, "response">,
  operation: OperationId,
  { as, target }: { as: Credentials; target: Target },
): readonly Violation[] {
  const { shape, record } = operations[operation];
  const [path = "", query] = exchange.request.url.slice(target.baseUrl.length).split("?");
  const id = matchPath(path)?.id;
  const single: Exchange = {
    ...exchange,
    number: 1,
    probe: { operation, ...(id === undefined ? {} : { id }) },
    // Which part of a list a parameter selects is open.
    place: shape === "list" && query !== undefined ? { isFiltered: true } : {},
    operation,
    as,
    experiment: "",
    round: 0,
    ...(shape === "create" ? { marker: "" } : {}),
    requests: 1,
    waited: 0,
    sentAt: 0,
    receivedAt: 0,
  };
  // An id is known if it returns records.
  const { data = [] } = exchange.response === undefined ? {} : readEnvelope(exchange.response);
  const ids = id === undefined || data.length === 0 ? {} : { [record]: [id] };
  const facts = new Facts([single], { target: { ...target, ids }, runId: "", hasSecond: false, patience: 0 });
  return [judgeEnvelopes, judgeKnownIds, judgeCredentials]
    .flatMap((rule) => [...rule([single], facts)])
    .filter(({ status }) => status === "failed")
    .map(({ requirement, message }) => ({ by: "service", operation, rule: requirement, message }));
}

/** The credentials of a request, as rules name them. */
function readCredentials({ request: { headers } }: HttpExchange): Credentials | "other" {
  const authorization = headers["authorization"]?.trim();
  if (authorization === undefined) return "none";
  if (authorization === "") return "empty";
  if (/^bearer$/i.test(authorization)) return "no-token";
  if (!/\s/.test(authorization)) return "no-scheme";
  return /^bearer /i.test(authorization) ? "first" : "other";
}

const credentialProblems: Partial<Record<Credentials | "other", string>> = {
  none: "there is no `Authorization`",
  empty: "`Authorization` is empty",
  "no-token": "`Authorization` has no token after `Bearer`",
  "no-scheme": "`Authorization` has no word `Bearer` before the token",
  other: "`Authorization` is of another scheme",
};

/** What is wrong with the credentials of a request, without quoting them. */
function describeCredentials({ request: { headers } }: HttpExchange, as: Credentials | "other"): string | undefined {
  const problem = credentialProblems[as];
  const similar = as === "none" ? Object.keys(headers).find((name) => /^auth|bearer|token/.test(name)) : undefined;
  const hint = similar === undefined ? "" : ` (but \`${similar}\`)`;
  return problem && `${problem}${hint}; expected \`Authorization: Bearer <ACCESS_TOKEN>\``;
}
