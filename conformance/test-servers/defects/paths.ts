import { operationIds, operations, type OperationId } from "../../../fixtures/contract/operations.ts";
import { independentServer, onGood, redirect, taking, say, type Departure } from "../departures.ts";
import { failure, type Reply } from "../service.ts";
import { defects, obligationsOf } from "./defect.ts";
import type { IndependentServer } from "../independent-server.ts";

/** Changes the response to the valid request. */
const answering =
  (reply: Reply) =>
  (operation: OperationId): Departure =>
    onGood(operation, () => reply);

/** Moves the paths with this beginning, and leaves nothing at the old ones. */
function moved(id: string, from: string, to: string): IndependentServer {
  const where = operationIds.filter((operation) => operations[operation].path.startsWith(from));
  return independentServer(id, obligationsOf("PATH-01", where), [
    (ask, next) => {
      if (ask.path.startsWith(from)) return failure(404, "no_such_path", "There is nothing here.");
      return next(ask.path.startsWith(to) ? { ...ask, path: ask.path.replace(to, from) } : ask);
    },
  ]);
}

/** PATH-01: something is not where §4 says; AUTH-01: the valid token is not accepted. */
export const pathDefects: readonly IndependentServer[] = [
  ...defects("PATH-01", operationIds, {
    "not-there": answering(say(404)),
    "error-with-envelope": (operation) => onGood(operation, (reply) => ({ ...reply, status: 500 })),
  }),
  ...defects("AUTH-01 PATH-01", operationIds, {
    "good-token-to-login": answering(redirect()),
    "wants-another-scheme": (operation) =>
      taking(operation, ({ authorization = "" }) => ({
        authorization: authorization.startsWith("Token ") ? `Bearer ${authorization.slice(6)}` : "",
      })),
  }),
  moved("without-version", "/api/v1/", "/"),
  moved("invoices-under-billing", "/api/v1/invoices", "/api/v1/billing/invoices"),
  ...defects("PATH-01", ["createUser"], {
    "creation-by-put": () => (ask, next) => {
      if (ask.path !== "/api/v1/users" || ask.method === "GET") return next(ask);
      return next({ ...ask, method: ask.method === "PUT" ? "POST" : "PUT" });
    },
  }),
];
