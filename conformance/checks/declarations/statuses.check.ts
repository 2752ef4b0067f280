import { hasId, operationIds, operations, type OperationId } from "../../../fixtures/contract/operations.ts";
import { ifDeclared } from "../../../fixtures/dialect/declared.ts";
import type { Dialect } from "../../../fixtures/dialect/dialect.ts";
import type { FailureKind } from "../../../fixtures/dialect/statuses.ts";
import { answerTo } from "../../discovery/answer-to.ts";
import { unknownId } from "../../discovery/unknown-id.ts";
import type { Call } from "../../target/call.ts";
import { credentialsInWords, type Credentials } from "../../target/credentials.ts";
import type { Success } from "../../target/exchange.ts";
import type { Session } from "../../target/session.ts";
import type { Target } from "../../target/target.ts";
import { failed, notArising, passed, skipped, type Outcome } from "../check.ts";
import type { Requirement, ScoredRequirement } from "../requirement.ts";
import { everywhereDeclared, expectStatus, onAnswer, onDeclared, type Answered } from "./declared-check.ts";

/** Judges a rejection; a request that is not rejected is not judged here: that belongs to AUTH-02 to AUTH-07. */
export function onRejection(
  session: Session,
  operation: OperationId,
  as: Credentials,
  sample: Success,
  judge: (rejection: Answered) => Outcome,
): Promise<Outcome> {
  return onAnswer(session, { operation, as }, (answered) =>
    answerTo(answered, sample) === "rejected"
      ? judge(answered)
      : skipped(`a request with ${credentialsInWords[as]} is not rejected (see AUTH-02 to AUTH-07)`, answered),
  );
}

/** The status code of a failure that a request provokes. */
interface FailureStatus extends Pick<ScoredRequirement, "id" | "operations" | "fix" | "call"> {
  readonly kind: FailureKind;
  /** The request, as in "a request without a token". */
  readonly what: string;
  /** A declared code, and a wrong response. */
  readonly code: number;
  readonly wrong: string;
  readonly provoke: (target: Target, operation: OperationId, dialect: Dialect) => Omit<Call, "operation">;
  /** Why a dialect has no such failure; `undefined` if it has. */
  readonly lacks?: (dialect: Dialect, operation: OperationId) => string | undefined;
}

function failureStatus({ kind, what, code, wrong, provoke, lacks, ...record }: FailureStatus): Requirement {
  return {
    ...record,
    level: "declared",
    sections: ["7"],
    rule: `${what} gets the declared status code`,
    why: `§7 leaves the status codes of failures open. The dialect declares the one for ${what}.`,
    good: `declared ${code}: ${code}`,
    bad: `declared ${code}: ${wrong}`,
    judge: onDeclared((session, operation, dialect, sample) => {
      const declared = dialect.statuses.failure[kind];
      const reason = lacks?.(dialect, operation);
      if (reason !== undefined) return notArising(reason);
      const judge = (answered: Answered): Outcome => expectStatus(answered, declared, `statuses.failure.${kind}`, what);
      const { as, ...call } = provoke(session.target, operation, dialect);
      return as === undefined
        ? onAnswer(session, { operation, ...call }, judge)
        : onRejection(session, operation, as, sample, judge);
    }),
  };
}

export const declaredStatuses: readonly Requirement[] = [
  {
    id: "DECL-10",
    level: "declared",
    sections: ["4"],
    operations: operationIds,
    rule: "a success has the declared status code",
    why: "§4 leaves the success codes open, and any 2xx conforms. The dialect declares the code of each operation.",
    good: "declared 201: 201 Created",
    bad: "declared 201: 200 OK",
    fix: "Respond with the declared code, or declare the one you send.",
    ...everywhereDeclared((operation, { statuses }, sample) => {
      const declared = statuses.success[operation];
      const { status } = sample.response;
      if (status === declared) return passed(`a success is ${status}`, sample);
      return failed(`a success is ${status}; the dialect declares ${declared} (statuses.success.${operation})`, sample);
    }),
  },
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
    provoke: (target, operation) => ({ id: unknownId(target, operation) }),
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
    // Safe methods (RFC 9110 §9.2.1), which change nothing even if a target supports them.
    provoke: (_, __, { requests }) => ({
      method: ifDeclared(() => requests.options) === "method" ? "OPTIONS" : "PROPFIND",
    }),
    lacks: ({ requests }, operation) => {
      const handling = ifDeclared(() => requests.otherMethods[`${operations[operation].record}s`]) ?? "method";
      return handling === "method" ? undefined : "the dialect declares that the path does not reject other methods";
    },
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
    lacks: ({ requests }) =>
      (ifDeclared(() => requests.mediaTypes.text) ?? ifDeclared(() => requests.mediaTypes.other) ?? "unsupported") ===
      "unsupported"
        ? undefined
        : "the dialect declares that plain text is not rejected for its type",
  }),
];
