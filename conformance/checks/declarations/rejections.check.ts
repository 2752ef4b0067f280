import { hasId, operationIds, readOperationIds } from "../../../fixtures/contract/operations.ts";
import type { Dialect } from "../../../fixtures/dialect/dialect.ts";
import type { FailureKind } from "../../../fixtures/dialect/statuses.ts";
import { answerTo } from "../../discovery/answer-to.ts";
import { errorProblem } from "../../discovery/matches-template.ts";
import { unknownId } from "../../discovery/unknown-id.ts";
import { isSuccess } from "../../target/exchange.ts";
import { failed, notArising, passed, skipped, type Outcome } from "../check.ts";
import type { Requirement } from "../requirement.ts";
import { worst, worstInTurn } from "../worst.ts";
import { ask, asDeclared, askRejected, declared, type Answered } from "./declared-check.ts";

/**
 * DECL-18 for one failure: its content type and body are as declared.
 * @param kind the kind of the failure; if it is unknown, any kind is accepted
 */
export function judgeError(failure: Answered, errors: Dialect["errors"], kind?: FailureKind): Outcome {
  if (failure.response.status < 400) return notArising("the rejection is a redirect, which needs no body", failure);
  const problem = errorProblem(failure.response, errors, kind);
  return problem === undefined ? passed("the failure has the declared body", failure) : failed(problem, failure);
}

function judgeChallenge(rejection: Answered, challenge: string | null): Outcome {
  const found = rejection.response.headers["www-authenticate"];
  const shown = `a rejection has ${found === undefined ? "no `WWW-Authenticate`" : `\`WWW-Authenticate: ${found}\``}`;
  if (challenge === null) return asDeclared(found === undefined, shown, "none (auth.challenge)", rejection);
  return asDeclared(found?.startsWith(challenge) === true, shown, `${challenge} (auth.challenge)`, rejection);
}

const onEach = { section: "5", operations: operationIds } as const;

export const declaredRejections: readonly Requirement[] = [
  declared(
    {
      id: "DECL-18",
      ...onEach,
      section: "7",
      open: "the body of a failure",
      declares:
        "its content type and format: problem details (RFC 9457), an envelope, an object with code and message, text, or a template",
      rule: "a failure has the declared content type and body",
      good: 'declared problem: 401 application/problem+json {"type":"about:blank","title":"Unauthorized","status":401}',
      bad: "declared problem: 401 text/html <h1>Unauthorized</h1>",
      fix: "Write all failures in one place, including those of the framework and the gateway.",
      call: { authorization: null },
    },
    // A rejection, and for subscriptions an unknown id.
    async (context) => {
      const { session, operation, dialect } = context;
      const { errors } = dialect;
      const outcomes = [await askRejected(context, "none", (failure) => judgeError(failure, errors, "missingToken"))];
      if (hasId(operation)) {
        const id = unknownId(session.target, operation);
        const judge = (answered: Answered): Outcome =>
          isSuccess(answered)
            ? skipped("an unknown id succeeds (see DECL-13)")
            : judgeError(answered, errors, "notFound");
        outcomes.push(await ask(context, { id }, judge));
      }
      return worst(outcomes);
    },
  ),
  declared(
    {
      id: "DECL-19",
      ...onEach,
      open: "whether a rejection has a challenge",
      declares: "the `WWW-Authenticate` header of a rejection, or that there is none",
      rule: "a rejection has the declared `WWW-Authenticate` challenge",
      good: '401 www-authenticate: Bearer realm="organization"',
      bad: "401 without the header",
      fix: "Set the header where you reject the request. A proxy may remove it.",
      call: { authorization: null },
    },
    (context) => {
      const { challenge } = context.dialect.auth;
      return worstInTurn(["none", "never-issued"] as const, (as) =>
        askRejected(context, as, (rejection) => judgeChallenge(rejection, challenge)),
      );
    },
  ),
  declared(
    {
      id: "DECL-20",
      section: "5",
      open: "whether the word `Bearer` is accepted in another letter case",
      operations: readOperationIds,
      rule: "the word `Bearer` in another letter case is treated as declared",
      good: "declared any: `bearer <token>` is accepted like `Bearer <token>`",
      bad: "declared any: `bearer <token>` is rejected",
      fix: "Compare the scheme as declared. RFC 9110 makes it case-insensitive.",
      call: { authorization: "bearer $ORGKIT_TOKEN" },
    },
    (context) => {
      const isAny = context.dialect.auth.schemeCase === "any";
      return ask(context, { as: "other-case" }, (answered) => {
        const answer = answerTo(answered, context.sample);
        if (answer === "unclear")
          return skipped("the response is not an envelope, so a success is inconclusive (see ENV-01)", answered);
        const isServed = answer === "served";
        const found = `\`bearer\` in lower case is ${isServed ? "accepted" : "rejected"} (${answered.response.status})`;
        const declaration = `${isAny ? "any case" : "Bearer exactly"} (auth.schemeCase)`;
        return asDeclared(isServed === isAny, found, declaration, answered);
      });
    },
  ),
  declared(
    {
      id: "DECL-21",
      ...onEach,
      open: "what a rejection looks like",
      declares: "its target if it is a redirect",
      rule: "a rejection by redirect points to the declared page",
      good: "declared /login: 302 location: /login",
      bad: "declared /login: 302 location: /",
      fix: "Redirect to the declared page, or declare the page you use.",
      call: { authorization: null },
    },
    (context) => {
      const { login } = context.dialect.auth;
      return askRejected(context, "none", (rejection) => {
        const { status, headers } = rejection.response;
        if (status < 300 || status >= 400) return notArising("no rejection is a redirect", rejection);
        const found = headers["location"];
        const shown = `rejected clients are redirected to ${found ?? "no page"}`;
        return asDeclared(found === login, shown, `${login} (auth.login)`, rejection);
      });
    },
  ),
];
