import type { OperationId } from "../../../fixtures/contract/operations.ts";
import type { FailureKind } from "../../../fixtures/dialect/statuses.ts";
import type { Call } from "../../target/call.ts";
import { credentialsInWords, type Credentials } from "../../target/credentials.ts";
import type { Session } from "../../target/session.ts";
import type { Target } from "../../target/target.ts";
import type { Success } from "../../target/exchange.ts";
import { failed, passed, skipped, type Check, type Outcome } from "../check.ts";
import { answerTo } from "../../discovery/answer-to.ts";
import { unknownId } from "../../discovery/unknown-id.ts";
import { declaredCheck, expectStatus, onAnswer } from "./declared-check.ts";

const success = declaredCheck("DECL-10", (_, operation, { statuses }, sample) => {
  const declared = statuses.success[operation];
  const { status } = sample.response;
  if (status === declared) return passed(`a success is ${status}`, sample);
  return failed(`a success is ${status}; the dialect declares ${declared} (statuses.success.${operation})`, sample);
});

/** The status code of a refusal; that it is one is the matter of AUTH-02 and AUTH-04. */
function refusalStatus(id: string, kind: "missingToken" | "refusedToken", as: Credentials): Check {
  return declaredCheck(id, (session, operation, { statuses }, sample) => {
    const code = statuses.failure[kind];
    return onRefusal(session, operation, as, sample, (refusal) =>
      expectStatus(refusal, code, `statuses.failure.${kind}`, `a call with ${credentialsInWords[as]}`),
    );
  });
}

/** Judges a refusal; a call that is not refused has nothing of one to look at. */
export function onRefusal(
  session: Session,
  operation: OperationId,
  as: Credentials,
  sample: Success,
  judge: Parameters<typeof onAnswer>[2],
): Promise<Outcome> {
  return onAnswer(session, { operation, as }, (answered) =>
    answerTo(answered, sample) === "refused"
      ? judge(answered)
      : skipped(`a call with ${credentialsInWords[as]} is not refused (see AUTH-02 to AUTH-07)`, answered),
  );
}

/** The status code of a failure that a call provokes. */
function failureStatus(
  id: string,
  kind: FailureKind,
  provoke: (
    target: Target,
    operation: OperationId,
  ) => { readonly what: string; readonly call: Omit<Call, "operation"> },
): Check {
  return declaredCheck(id, (session, operation, { statuses }) => {
    const code = statuses.failure[kind];
    const { what, call } = provoke(session.target, operation);
    return onAnswer(session, { operation, ...call }, (answered) =>
      expectStatus(answered, code, `statuses.failure.${kind}`, what),
    );
  });
}

const notFound = failureStatus("DECL-13", "notFound", (target, operation) => {
  const id = unknownId(target, operation);
  return { what: `the unknown id "${id}"`, call: { id } };
});

const unknownPath = failureStatus("DECL-14", "unknownPath", () => ({
  what: "an unknown path",
  call: { path: "/api/v1/orgkit-no-such-path" },
}));

/** By a method that is safe (RFC 9110 §9.2.1): a target that knows it all the same changes nothing. */
const wrongMethod = failureStatus("DECL-15", "methodNotAllowed", () => ({
  what: "the method PROPFIND",
  call: { method: "PROPFIND" },
}));

const unreadableBody = failureStatus("DECL-16", "unreadableBody", () => ({
  what: "a body that is no JSON",
  call: { text: { type: "application/json", content: '{"name": ' } },
}));

const wrongMediaType = failureStatus("DECL-17", "unsupportedMediaType", () => ({
  what: "a body in plain text",
  call: { text: { type: "text/plain", content: "name: orgkit" } },
}));

export const declaredStatusChecks: readonly Check[] = [
  success,
  refusalStatus("DECL-11", "missingToken", "none"),
  refusalStatus("DECL-12", "refusedToken", "never-issued"),
  notFound,
  unknownPath,
  wrongMethod,
  unreadableBody,
  wrongMediaType,
];
