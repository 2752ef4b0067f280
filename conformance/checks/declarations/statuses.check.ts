import { hasId, operationIds } from "../../../fixtures/contract/operations.ts";
import type { CodedFailure } from "../../../fixtures/dialect/statuses.ts";

import { unknownId } from "../../discovery/unknown-id.ts";
import type { Call } from "../../target/call.ts";

import { type Outcome } from "../check.ts";
import type { Requirement, ScoredRequirement } from "../requirement.ts";
import {
  ask,
  asDeclared,
  askRejected,
  declared,
  declaredEverywhere,
  type Answered,
  type Context,
} from "./declared-check.ts";

/** The status code of a failure that a request provokes. */
interface FailureStatus extends Pick<ScoredRequirement, "id" | "operations" | "fix" | "call"> {
  readonly kind: CodedFailure;
  /** The request, as in "a request without a token". */
  readonly what: string;
  /** A declared code, and a wrong response. */
  readonly code: number;
  readonly wrong: string;
  readonly provoke: (context: Context) => Omit<Call, "operation">;
}

function failureStatus({ kind, what, code, wrong, provoke, ...record }: FailureStatus): Requirement {
  return declared(
    {
      ...record,
      section: "7",
      open: "the status codes of failures",
      declares: `the one for ${what}`,
      rule: `${what} gets the declared status code`,
      good: `declared ${code}: ${code}`,
      bad: `declared ${code}: ${wrong}`,
    },
    (context) => {
      const wanted = context.dialect.statuses.failure[kind];
      const judge = (answered: Answered): Outcome => {
        const { status } = answered.response;
        const declaration = `${wanted} (statuses.failure.${kind})`;
        return asDeclared(status === wanted, `${what} gets ${status}`, declaration, answered);
      };
      const { as, ...call } = provoke(context);
      return as === undefined ? ask(context, call, judge) : askRejected(context, as, judge);
    },
  );
}

export const declaredStatuses: readonly Requirement[] = [
  declaredEverywhere(
    {
      id: "DECL-10",
      section: "4",
      open: "the success codes, and any 2xx conforms",
      declares: "the code of each operation",
      operations: operationIds,
      rule: "a success has the declared status code",
      good: "declared 201: 201 Created",
      bad: "declared 201: 200 OK",
      fix: "Respond with the declared code, or declare the one you send.",
    },
    ({ operation, dialect, sample }) => {
      const code = dialect.statuses.success[operation];
      const { status } = sample.response;
      return asDeclared(status === code, `a success is ${status}`, `${code} (statuses.success.${operation})`, sample);
    },
  ),
  failureStatus({
    id: "DECL-11",
    operations: operationIds,
    kind: "missingToken",
    what: "a request without a token",
    code: 401,
    wrong: "403",
    fix: "Respond to a request without the header with the declared code.",
    call: { authorization: null },
    provoke: () => ({ as: "none" }),
  }),
  failureStatus({
    id: "DECL-12",
    operations: operationIds,
    kind: "refusedToken",
    what: "a request with an unknown token",
    code: 401,
    wrong: "403",
    fix: "Respond to an unknown token with the declared code.",
    call: { authorization: "Bearer orgkit-never-issued-5b1e7f0c" },
    provoke: () => ({ as: "never-issued" }),
  }),
  failureStatus({
    id: "DECL-13",
    operations: operationIds.filter(hasId),
    kind: "notFound",
    what: "an unknown id",
    code: 404,
    wrong: "403",
    fix: "Respond with the declared code to an id that the account does not have.",
    call: { path: "/api/v1/subscriptions/sub_unknown0" },
    provoke: ({ session, operation }) => ({ id: unknownId(session.target, operation) }),
  }),
  failureStatus({
    id: "DECL-14",
    operations: ["listUsers"],
    kind: "unknownPath",
    what: "an unknown path",
    code: 404,
    wrong: "200 with the page of a web application",
    fix: "Respond with the declared code to unknown paths under /api/v1, before any catch-all route.",
    call: { path: "/api/v1/orgkit-no-such-path" },
    provoke: () => ({ path: "/api/v1/orgkit-no-such-path" }),
  }),
  failureStatus({
    id: "DECL-15",
    operations: operationIds,
    kind: "methodNotAllowed",
    what: "a method that the operation does not have",
    code: 405,
    wrong: "404",
    fix: "Distinguish an unknown path from an unknown method, or declare the code you send.",
    call: { method: "PROPFIND" },
    // A safe method (RFC 9110 §9.2.1), which changes nothing even if a target supports it.
    provoke: () => ({ method: "PROPFIND" }),
  }),
  failureStatus({
    id: "DECL-16",
    operations: ["createUser"],
    kind: "unreadableBody",
    what: "a body that is not JSON",
    code: 400,
    wrong: "500",
    fix: "Catch the error of the parser and respond with the declared code.",
    call: { body: '{"name":' },
    provoke: () => ({ text: { type: "application/json", content: '{"name": ' } }),
  }),
  failureStatus({
    id: "DECL-17",
    operations: ["createUser"],
    kind: "unsupportedMediaType",
    what: "a body declared as plain text",
    code: 415,
    wrong: "400",
    fix: "Check `Content-Type` before you parse the body.",
    call: { contentType: "text/plain", body: "orgkit" },
    provoke: () => ({ text: { type: "text/plain", content: "name: orgkit" } }),
  }),
];
