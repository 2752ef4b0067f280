import { operationIds, type OperationId } from "../../fixtures/contract/operations.ts";
import { broken, isFor, onGood, shortNames, type Departure } from "./departures.ts";
import { failure, type Reply } from "./service.ts";
import type { Stranger } from "./stranger.ts";

/** Answers the good call in another way, and does nothing. */
function instead(operation: OperationId, reply: Reply): Departure {
  return (ask, next, service) => (isFor(ask, operation) && service.accountOf(ask) !== undefined ? reply : next(ask));
}

/** Serves one path elsewhere. */
function moved(from: string, to: string): Departure {
  return (ask, next) => {
    if (ask.path.startsWith(from)) return failure(404, "no_such_path", "There is nothing here.");
    return next(ask.path.startsWith(to) ? { ...ask, path: ask.path.replace(to, from) } : ask);
  };
}

const all = (requirement: string): readonly string[] => operationIds.map((operation) => `${requirement} ${operation}`);

/** AUTH-01, and PATH-01 with it: a refusal is no success. */
const refused = (operation: OperationId): readonly string[] => [`PATH-01 ${operation}`, `AUTH-01 ${operation}`];

/** PATH-01: something is not where §4 says; AUTH-01: the good token is not accepted. */
export const brokenPaths: readonly Stranger[] = [
  ...operationIds.map((operation) =>
    broken(`internal-error-${shortNames[operation]}`, `${operation} ends in 500`, [`PATH-01 ${operation}`], () => ({
      around: [instead(operation, failure(500, "oops", "NullPointerException"))],
    })),
  ),
  ...operationIds.map((operation) =>
    broken(
      `good-token-401-${shortNames[operation]}`,
      `${operation} answers the good token 401`,
      refused(operation),
      () => ({
        around: [instead(operation, failure(401, "expired", "Your token is not valid here."))],
      }),
    ),
  ),
  broken("good-token-403-invoices", "invoices are forbidden to the good token", refused("listInvoices"), () => ({
    around: [instead("listInvoices", failure(403, "scope", "Your token lacks a scope."))],
  })),
  broken(
    "good-token-to-login",
    "the good token is sent to a login page, on a subscription",
    refused("getSubscription"),
    () => ({
      around: [instead("getSubscription", { status: 302, headers: { location: "/login" } })],
    }),
  ),
  broken("wants-another-scheme", "invoices want the word Token in place of Bearer", refused("listInvoices"), () => ({
    around: [
      (ask, next) =>
        isFor(ask, "listInvoices")
          ? next({
              ...ask,
              authorization: ask.authorization?.startsWith("Token ") ? `Bearer ${ask.authorization?.slice(6)}` : "",
            })
          : next(ask),
    ],
  })),
  broken("without-version", "the paths lack /api/v1", all("PATH-01"), () => ({ around: [moved("/api/v1/", "/")] })),
  broken("other-version", "the version in the paths is v2", all("PATH-01"), () => ({
    around: [moved("/api/v1/", "/api/v2/")],
  })),
  broken("without-api", "the paths begin with /v1", all("PATH-01"), () => ({ around: [moved("/api/v1/", "/v1/")] })),
  broken("user-in-singular", "users are at /api/v1/user", ["PATH-01 listUsers", "PATH-01 createUser"], () => ({
    around: [moved("/api/v1/users", "/api/v1/user")],
  })),
  broken(
    "subscription-in-singular",
    "subscriptions are at /api/v1/subscription/{id}",
    ["PATH-01 getSubscription"],
    () => ({
      around: [moved("/api/v1/subscriptions/", "/api/v1/subscription/")],
    }),
  ),
  broken("invoices-under-billing", "invoices are at /api/v1/billing/invoices", ["PATH-01 listInvoices"], () => ({
    around: [moved("/api/v1/invoices", "/api/v1/billing/invoices")],
  })),
  broken("creation-by-put", "users are created by PUT", ["PATH-01 createUser"], () => ({
    around: [
      (ask, next) => {
        if (ask.path !== "/api/v1/users" || ask.method === "GET") return next(ask);
        return next({ ...ask, method: ask.method === "PUT" ? "POST" : "PUT" });
      },
    ],
  })),
  broken("error-with-envelope", "invoices end in 500 with a whole envelope", ["PATH-01 listInvoices"], () => ({
    around: [onGood("listInvoices", (reply) => ({ ...reply, status: 500 }))],
  })),
];
