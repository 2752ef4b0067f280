import { hasId } from "../../../fixtures/contract/operations.ts";
import { ifDeclared } from "../../../fixtures/dialect/declared.ts";
import type { Dialect } from "../../../fixtures/dialect/dialect.ts";
import { isSuccess } from "../../target/exchange.ts";
import { failed, notArising, passed, skipped, type Check, type Outcome } from "../check.ts";
import { answerTo } from "../../discovery/answer-to.ts";
import { unknownId } from "../../discovery/unknown-id.ts";
import { worst } from "../worst.ts";
import { declaredCheck, onAnswer, type Answered } from "./declared-check.ts";
import { errorProblem } from "../../discovery/matches-template.ts";
import { onRefusal } from "./statuses.check.ts";

/** DECL-18: content type and body of a failure: a refusal, and for subscriptions an unknown id. */
const errors = declaredCheck("DECL-18", async (session, operation, { errors: declared }, sample) => {
  const judgeBody = (failure: Answered): Outcome => judgeError(failure, declared);
  const outcomes = [await onRefusal(session, operation, "none", sample, judgeBody)];
  if (hasId(operation)) {
    const call = { operation, id: unknownId(session.target, operation) };
    outcomes.push(
      await onAnswer(session, call, (answered) =>
        isSuccess(answered) ? skipped("an unknown id is answered with success (see DECL-13)") : judgeBody(answered),
      ),
    );
  }
  return worst(outcomes);
});

/** DECL-18, of one failure: its content type and body are as declared. */
export function judgeError(failure: Answered, declared: Dialect["errors"]): Outcome {
  if (failure.response.status < 400) return notArising("the refusal is a redirect, which needs no body", failure);
  const problem = errorProblem(failure.response, declared);
  return problem === undefined ? passed("a failure is worded as declared", failure) : failed(problem, failure);
}

/** DECL-19: the challenge of a refusal, without a token and with one that is refused. */
const challenge = declaredCheck("DECL-19", async (session, operation, { auth }, sample) => {
  const { challenge: declared } = auth;
  const withError = ifDeclared(() => auth.challengeError);
  return worst([
    await onRefusal(session, operation, "none", sample, (refusal) => judgeChallenge(refusal, declared, false)),
    await onRefusal(session, operation, "never-issued", sample, (refusal) =>
      judgeChallenge(refusal, declared, withError),
    ),
  ]);
});

const invalidToken = /[\s,]error\s*=\s*"?invalid_token"?/;

/** @param withError whether the challenge names the error; `undefined` where that is not declared */
function judgeChallenge(refusal: Answered, declared: string | null, withError: boolean | undefined): Outcome {
  const found = refusal.response.headers["www-authenticate"];
  const shown = found === undefined ? "no `WWW-Authenticate`" : `\`WWW-Authenticate: ${found}\``;
  if (declared === null) {
    if (found === undefined) return passed("a refusal carries no challenge", refusal);
    return failed(`a refusal carries ${shown}; the dialect declares none (auth.challenge)`, refusal);
  }
  if (found?.startsWith(declared) !== true) {
    return failed(`a refusal carries ${shown}; the dialect declares ${declared} (auth.challenge)`, refusal);
  }
  if (withError === undefined || invalidToken.test(found) === withError || invalidToken.test(declared)) {
    return passed(`a refusal carries ${shown}`, refusal);
  }
  const wanted = withError ? 'error="invalid_token" where a token was sent' : "no error";
  return failed(`a refusal carries ${shown}; the dialect declares ${wanted} (auth.challengeError)`, refusal);
}

/** DECL-20: the word Bearer in lower case. */
const schemeCase = declaredCheck("DECL-20", (session, operation, { auth: { schemeCase: declared } }, sample) =>
  onAnswer(session, { operation, as: "other-case" }, (answered) => {
    const answer = answerTo(answered, sample);
    if (answer === "unclear")
      return skipped("the reply is no envelope, so a success tells nothing (see ENV-01)", answered);
    const isServed = answer === "served";
    const found = `\`bearer\` in lower case is ${isServed ? "accepted" : "refused"} (${answered.response.status})`;
    if (isServed === (declared === "any")) return passed(found, answered);
    return failed(
      `${found}; the dialect declares ${declared === "any" ? "any case" : "Bearer exactly"} (auth.schemeCase)`,
      answered,
    );
  }),
);

/** DECL-21: where a refused caller is sent, where refusals are redirects. */
const login = declaredCheck("DECL-21", (session, operation, { auth: { login: declared } }, sample) =>
  onRefusal(session, operation, "none", sample, (refusal) => {
    if (refusal.response.status >= 300 && refusal.response.status < 400) {
      const found = refusal.response.headers["location"];
      if (found === declared) return passed(`a refused caller is sent to ${found}`, refusal);
      return failed(
        `a refused caller is sent to ${found ?? "no page"}; the dialect declares ${declared} (auth.login)`,
        refusal,
      );
    }
    return notArising("no refusal is a redirect", refusal);
  }),
);

export const declaredRefusalChecks: readonly Check[] = [errors, challenge, schemeCase, login];
