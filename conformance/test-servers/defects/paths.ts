import { operationIds, operations } from "../../../fixtures/contract/operations.ts";
import { onGood, redirect, say, taking } from "../departures.ts";
import { failure, type Reply } from "../service.ts";
import { independentServer } from "../departures.ts";
import { defect, each, obligationsOf } from "./defect.ts";
import type { IndependentServer } from "../independent-server.ts";

/** Changes the response to the valid request. */
function answering(id: string, rules: string, reply: Reply) {
  return each(rules, id, (operation) => onGood(operation, () => reply));
}

const rejected = "AUTH-01 PATH-01";

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
export const pathDefects = [
  ...answering("not-there", "PATH-01", say(404)),
  ...answering("internal-error", "PATH-01", failure(500, "oops", "NullPointerException")),
  ...each("PATH-01", "error-with-envelope", (operation) => onGood(operation, (reply) => ({ ...reply, status: 500 }))),
  ...answering("good-token-rejected", rejected, failure(401, "expired", "Your token is not valid here.")),
  ...answering("good-token-forbidden", rejected, failure(403, "scope", "Your token lacks a scope.")),
  ...answering("good-token-to-login", rejected, redirect()),
  ...each(rejected, "wants-another-scheme", (operation) =>
    taking(operation, ({ authorization = "" }) => ({
      authorization: authorization.startsWith("Token ") ? `Bearer ${authorization.slice(6)}` : "",
    })),
  ),
  moved("without-version", "/api/v1/", "/"),
  moved("other-version", "/api/v1/", "/api/v2/"),
  moved("without-api", "/api/v1/", "/v1/"),
  moved("user-in-singular", "/api/v1/users", "/api/v1/user"),
  moved("subscription-in-singular", "/api/v1/subscriptions/", "/api/v1/subscription/"),
  moved("invoices-under-billing", "/api/v1/invoices", "/api/v1/billing/invoices"),
  defect("PATH-01", "createUser", "creation-by-put", (ask, next) => {
    if (ask.path !== "/api/v1/users" || ask.method === "GET") return next(ask);
    return next({ ...ask, method: ask.method === "PUT" ? "POST" : "PUT" });
  }),
];
