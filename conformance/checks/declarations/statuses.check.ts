import type { OperationId } from "../../../fixtures/contract/operations.ts";
import { credentialsInWords, type Credentials } from "../../target/credentials.ts";
import type { Session } from "../../target/session.ts";
import type { Success } from "../authorized.ts";
import { failed, passed, skipped, type Check, type Outcome } from "../check.ts";
import { answerTo } from "../refusal.ts";
import { unknownSubscriptionId } from "../unknown-id.ts";
import { declaredCheck, expectStatus, onAnswer } from "./declared-check.ts";

const success = declaredCheck("DECL-10", (_, operation, { statuses }, sample) => {
  const declared = statuses.success[operation];
  const { status } = sample.response;
  if (status === declared) return passed(`a success is ${status}`, sample);
  return failed(`a success is ${status}; the dialect declares ${declared} (statuses.success.${operation})`, sample);
});

/** The status code of a refusal; that it is one is the matter of AUTH-02 and AUTH-04. */
function refusalStatus(id: string, kind: "missingToken" | "refusedToken", as: Credentials): Check {
  return declaredCheck(id, (session, operation, { statuses }, sample) =>
    onRefusal(session, operation, as, sample, (refusal) =>
      expectStatus(
        refusal,
        statuses.failure[kind],
        `statuses.failure.${kind}`,
        `a call with ${credentialsInWords[as]}`,
      ),
    ),
  );
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

const notFound = declaredCheck("DECL-13", (session, operation, { statuses }) => {
  const id = unknownSubscriptionId(session.target);
  return onAnswer(session, { operation, subscriptionId: id }, (answered) =>
    expectStatus(answered, statuses.failure.notFound, "statuses.failure.notFound", `the unknown id "${id}"`),
  );
});

const unknownPath = declaredCheck("DECL-14", (session, operation, { statuses }) =>
  onAnswer(session, { operation, path: "/api/v1/orgkit-no-such-path" }, (answered) =>
    expectStatus(answered, statuses.failure.unknownPath, "statuses.failure.unknownPath", "an unknown path"),
  ),
);

/** By a method that is safe (RFC 9110 §9.2.1): a target that knows it all the same changes nothing. */
const wrongMethod = declaredCheck("DECL-15", (session, operation, { statuses }) =>
  onAnswer(session, { operation, method: "PROPFIND" }, (answered) =>
    expectStatus(
      answered,
      statuses.failure.methodNotAllowed,
      "statuses.failure.methodNotAllowed",
      "the method PROPFIND",
    ),
  ),
);

const unreadableBody = declaredCheck("DECL-16", (session, operation, { statuses }) =>
  onAnswer(session, { operation, text: { type: "application/json", content: '{"name": ' } }, (answered) =>
    expectStatus(
      answered,
      statuses.failure.unreadableBody,
      "statuses.failure.unreadableBody",
      "a body that is no JSON",
    ),
  ),
);

const wrongMediaType = declaredCheck("DECL-17", (session, operation, { statuses }) =>
  onAnswer(session, { operation, text: { type: "text/plain", content: "name: orgkit" } }, (answered) =>
    expectStatus(
      answered,
      statuses.failure.unsupportedMediaType,
      "statuses.failure.unsupportedMediaType",
      "a body in plain text",
    ),
  ),
);

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
