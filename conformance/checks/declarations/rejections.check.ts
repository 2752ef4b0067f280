import { hasId, operationIds, readOperationIds } from "../../../fixtures/contract/operations.ts";
import { ifDeclared } from "../../../fixtures/dialect/declared.ts";
import type { FailureKind } from "../../../fixtures/dialect/statuses.ts";
import type { Dialect } from "../../../fixtures/dialect/dialect.ts";
import { isSuccess } from "../../target/exchange.ts";
import { failed, notArising, passed, skipped, type Outcome } from "../check.ts";
import type { Requirement } from "../requirement.ts";
import { answerTo } from "../../discovery/answer-to.ts";
import { unknownId } from "../../discovery/unknown-id.ts";
import { worst } from "../worst.ts";
import { onDeclared, onAnswer, type Answered } from "./declared-check.ts";
import { errorProblem } from "../../discovery/matches-template.ts";
import { onRejection } from "./statuses.check.ts";

/**
 * DECL-18 for one failure: its content type and body are as declared.
 * @param kind the kind of the failure; if it is unknown, any kind is accepted
 */
export function judgeError(failure: Answered, declared: Dialect["errors"], kind?: FailureKind): Outcome {
  if (failure.response.status < 400) return notArising("the rejection is a redirect, which needs no body", failure);
  const problem = errorProblem(failure.response, declared, kind);
  return problem === undefined ? passed("the failure has the declared body", failure) : failed(problem, failure);
}

const invalidToken = /[\s,]error\s*=\s*"?invalid_token"?/;

/** @param withError whether the challenge names the error; `undefined` if that is not declared */
function judgeChallenge(rejection: Answered, declared: string | null, withError: boolean | undefined): Outcome {
  const found = rejection.response.headers["www-authenticate"];
  const shown = found === undefined ? "no `WWW-Authenticate`" : `\`WWW-Authenticate: ${found}\``;
  if (declared === null) {
    if (found === undefined) return passed("a rejection has no challenge", rejection);
    return failed(`a rejection has ${shown}; the dialect declares none (auth.challenge)`, rejection);
  }
  if (found?.startsWith(declared) !== true) {
    return failed(`a rejection has ${shown}; the dialect declares ${declared} (auth.challenge)`, rejection);
  }
  if (withError === undefined || invalidToken.test(found) === withError || invalidToken.test(declared)) {
    return passed(`a rejection has ${shown}`, rejection);
  }
  const wanted = withError ? 'error="invalid_token" if a token was sent' : "no error";
  return failed(`a rejection has ${shown}; the dialect declares ${wanted} (auth.challengeError)`, rejection);
}

const onEach = { level: "declared", sections: ["5"], operations: operationIds } as const;

export const declaredRejections: readonly Requirement[] = [
  {
    id: "DECL-18",
    ...onEach,
    sections: ["7"],
    rule: "a failure has the declared content type and body",
    why: "§7 leaves the body of a failure open. The dialect declares its content type and format: problem details (RFC 9457), an envelope, an object with code and message, text, or a template.",
    good: 'declared problem: 401 application/problem+json {"type":"about:blank","title":"Unauthorized","status":401}',
    bad: "declared problem: 401 text/html <h1>Unauthorized</h1>",
    fix: "Write all failures in one place, including those of the framework and the gateway.",
    call: { authorization: null },
    // Content type and body of a failure: a rejection, and for subscriptions an unknown id.
    judge: onDeclared(async (session, operation, { errors: declared }, sample) => {
      const judgeBody =
        (kind: FailureKind) =>
        (failure: Answered): Outcome =>
          judgeError(failure, declared, kind);
      const outcomes = [await onRejection(session, operation, "none", sample, judgeBody("missingToken"))];
      if (hasId(operation)) {
        const call = { operation, id: unknownId(session.target, operation) };
        outcomes.push(
          await onAnswer(session, call, (answered) =>
            isSuccess(answered) ? skipped("an unknown id succeeds (see DECL-13)") : judgeBody("notFound")(answered),
          ),
        );
      }
      return worst(outcomes);
    }),
  },
  {
    id: "DECL-19",
    ...onEach,
    rule: "a rejection has the declared `WWW-Authenticate` challenge",
    why: "§5 does not mention a challenge. The dialect declares the `WWW-Authenticate` header of a rejection, or that there is none.",
    good: '401 www-authenticate: Bearer realm="organization"',
    bad: "401 without the header",
    fix: "Set the header where you reject the request. A proxy may remove it.",
    call: { authorization: null },
    // The challenge of a rejection, without a token and with a rejected one.
    judge: onDeclared(async (session, operation, { auth }, sample) => {
      const { challenge: declared } = auth;
      const withError = ifDeclared(() => auth.challengeError);
      return worst([
        await onRejection(session, operation, "none", sample, (rejection) =>
          judgeChallenge(rejection, declared, false),
        ),
        await onRejection(session, operation, "never-issued", sample, (rejection) =>
          judgeChallenge(rejection, declared, withError),
        ),
      ]);
    }),
  },
  {
    id: "DECL-20",
    level: "declared",
    sections: ["5"],
    operations: readOperationIds,
    rule: "the word `Bearer` in another letter case is treated as declared",
    why: "§5 writes `Bearer`. Whether another letter case of the word is accepted is open, and the dialect declares it.",
    good: "declared any: `bearer <token>` is accepted like `Bearer <token>`",
    bad: "declared any: `bearer <token>` is rejected",
    fix: "Compare the scheme as declared. RFC 9110 makes it case-insensitive.",
    call: { authorization: "bearer $ORGKIT_TOKEN" },
    // The word Bearer in lower case.
    judge: onDeclared((session, operation, { auth: { schemeCase: declared } }, sample) =>
      onAnswer(session, { operation, as: "other-case" }, (answered) => {
        const answer = answerTo(answered, sample);
        if (answer === "unclear")
          return skipped("the response is not an envelope, so a success is inconclusive (see ENV-01)", answered);
        const isServed = answer === "served";
        const found = `\`bearer\` in lower case is ${isServed ? "accepted" : "rejected"} (${answered.response.status})`;
        if (isServed === (declared === "any")) return passed(found, answered);
        return failed(
          `${found}; the dialect declares ${declared === "any" ? "any case" : "Bearer exactly"} (auth.schemeCase)`,
          answered,
        );
      }),
    ),
  },
  {
    id: "DECL-21",
    ...onEach,
    rule: "a rejection by redirect points to the declared page",
    why: "§5 leaves open what a rejection looks like. If it is a redirect, the dialect declares its target.",
    good: "declared /login: 302 location: /login",
    bad: "declared /login: 302 location: /",
    fix: "Redirect to the declared page, or declare the page you use.",
    call: { authorization: null },
    // The target of rejections that redirect.
    judge: onDeclared((session, operation, { auth: { login: declared } }, sample) =>
      onRejection(session, operation, "none", sample, (rejection) => {
        if (rejection.response.status >= 300 && rejection.response.status < 400) {
          const found = rejection.response.headers["location"];
          if (found === declared) return passed(`rejected clients are redirected to ${found}`, rejection);
          return failed(
            `rejected clients are redirected to ${found ?? "no page"}; the dialect declares ${declared} (auth.login)`,
            rejection,
          );
        }
        return notArising("no rejection is a redirect", rejection);
      }),
    ),
  },
];
