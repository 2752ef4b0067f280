import {
  listOperationIds,
  operationIds,
  readOperationIds,
  type OperationId,
} from "../../../fixtures/contract/operations.ts";
import { independentServer, isFor, type Departure } from "../departures.ts";
import type { Ask } from "../service.ts";
import { defects, obligationsOf } from "./defect.ts";
import type { IndependentServer } from "../independent-server.ts";

/** How the router reads a request. */
type Normalize = (ask: Ask) => Partial<Ask>;

const rewriting =
  (from: RegExp | string, to: string): Normalize =>
  ({ path }) => ({ path: path.replace(from, to) });

/** Applies a method override. */
const overridden: Normalize = ({ method, headers }) =>
  method === "OPTIONS" ? { method: String(headers["x-http-method-override"] ?? method) } : {};

/** Spellings that a router accepts, but a guard does not know. */
const spellings: readonly (readonly [id: string, normalize: Normalize, where?: readonly OperationId[]])[] = [
  ["trailing-slash", rewriting(/\/$/, "")],
  ["doubled-slash", rewriting(/(?<=.)\/\/+/g, "/")],
  ["letter-case", ({ path }) => ({ path: path.replace(/^\/api\/v1\/[^/]+/i, (start) => start.toLowerCase()) })],
  ["percent-encoding", ({ path }) => ({ path: path.replaceAll(/%[67][\da-f]/gi, decodeURIComponent) })],
  ["without-version", rewriting(/^\/(?!api\/)/, "/api/v1/")],
  ["json-suffix", rewriting(/\.json$/, ""), readOperationIds],
  ["path-parameter", rewriting(/;[^/]*$/, ""), readOperationIds],
  ["slash-before", rewriting(/^\/\/+/, "/"), ["listUsers"]],
  ["dot-segment", rewriting("/./", "/"), ["listUsers"]],
  ["prefix-in-capitals", rewriting("/API/V1", "/api/v1"), ["listUsers"]],
  ["version-alone", rewriting(/^\/v1\//, "/api/v1/"), ["listUsers"]],
  ["api-alone", rewriting(/^\/api\/(?!v1)/, "/api/v1/"), ["listUsers"]],
  ["head", ({ method }) => (method === "HEAD" ? { method: "GET" } : {}), readOperationIds],
  ["override", overridden],
];

/** Serves another spelling of an operation to everyone, and the plain one with valid tokens. */
function unguarded(operation: OperationId, normalize: Normalize): Departure {
  return (ask, next, service) => {
    const taken = { ...ask, ...normalize(ask) };
    const isOther = taken.path !== ask.path || taken.method !== ask.method;
    const isOpen = isOther && service.accountOf(ask) === undefined && isFor(taken, operation);
    return next(isOpen ? { ...taken, authorization: `Bearer ${service.accounts[0].token}` } : ask);
  };
}

/** Opens a path with a trailing slash to requests with any `Authorization` header. */
const ifThereIsAHeader: Departure = (ask, next, { accounts: [first] }) => {
  const taken = { ...ask, path: ask.path.replace(/\/$/, ""), authorization: `Bearer ${first.token}` };
  if (taken.path === ask.path || !isFor(taken, listOperationIds)) return next(ask);
  return ask.authorization === undefined ? { status: 401, headers: {} } : next(taken);
};

/** AUTH-11: open under another spelling. */
export const spellingDefects: readonly IndependentServer[] = [
  ...spellings.flatMap(([id, normalize, where = operationIds]) =>
    defects("AUTH-11", where, { [`open-by-${id}`]: (operation) => unguarded(operation, normalize) }),
  ),
  independentServer("open-by-trailing-slash-with-any-header", obligationsOf("AUTH-11", listOperationIds), [
    ifThereIsAHeader,
  ]),
];
