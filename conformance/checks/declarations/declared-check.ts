import type { OperationId } from "../../../fixtures/contract/operations.ts";
import { ifDeclared, NotDeclared } from "../../../fixtures/dialect/declared.ts";
import type { Dialect } from "../../../fixtures/dialect/dialect.ts";
import type { FailureKind } from "../../../fixtures/dialect/statuses.ts";
import type { Call } from "../../target/call.ts";
import { dialectOf } from "../../target/dialect.ts";
import type { Exchange, ExchangeResponse } from "../../target/exchange.ts";
import { Unavailable, type Session } from "../../target/session.ts";
import type { Success } from "../../target/exchange.ts";
import { onSuccess } from "../authorized.ts";
import { failed, inconclusive, lacking, notArising, passed, type Check, type Outcome } from "../check.ts";
import { everywhere } from "../everywhere.ts";

/** An exchange with a conclusive response: neither a rate limit nor an internal error. */
export type Answered = Exchange & { readonly response: ExchangeResponse };

type JudgeDialect = (
  session: Session,
  operation: OperationId,
  dialect: Dialect,
  sample: Success,
) => Outcome | Promise<Outcome>;

/**
 * Judges by the declared dialect if the plain authorized request succeeds: otherwise responses show nothing. A check
 * that reads an undeclared key does not apply.
 */
export function onDeclared(judge: JudgeDialect): Check["judge"] {
  return async (session, operation) => {
    const dialect = dialectOf(session.target);
    if (dialect === undefined) return withoutDialect;
    return onSuccess(session, operation, async (sample) => {
      try {
        return await judge(session, operation, dialect.declared, sample);
      } catch (error) {
        return undeclared(error);
      }
    });
  };
}

/** `onDeclared` for rules that each success shows: a rejection may have any form. */
export function everywhereDeclared(
  judge: (operation: OperationId, dialect: Dialect, response: Success) => Outcome,
): ReturnType<typeof everywhere> {
  const found = everywhere(
    (response, operation, target) => {
      const dialect = dialectOf(target);
      if (dialect === undefined) return withoutDialect;
      try {
        return judge(operation, dialect.declared, response);
      } catch (error) {
        return undeclared(error);
      }
    },
    ({ isServed }) => isServed,
  );
  const { judge: judgeEverywhere } = found;
  return {
    ...found,
    // Whatever else is missing: without a dialect nothing is declared.
    judge: async (session, operation) =>
      dialectOf(session.target) === undefined ? withoutDialect : judgeEverywhere(session, operation),
  };
}

const withoutDialect = lacking(new Unavailable("not declared: no dialect is given (--dialect)", "dialect"));

/** The outcome of a check that reads an undeclared key. */
function undeclared(error: unknown): Outcome {
  if (!(error instanceof NotDeclared)) throw error;
  return notArising(`not declared: the dialect does not say ${error.key}`);
}

/** Sends a call and judges its response; a missing response, a rate limit or an internal error is inconclusive. */
export async function onAnswer(
  session: Session,
  call: Call,
  judge: (answered: Answered) => Outcome | Promise<Outcome>,
): Promise<Outcome> {
  const exchange = await session.call(call);
  if (exchange instanceof Unavailable) return lacking(exchange);
  if (!isAnswered(exchange) || isLimited(exchange, session)) {
    const found = exchange.response?.status ?? exchange.noReply?.message ?? "no response";
    return inconclusive(`responded with ${found}, which shows nothing about it`, exchange);
  }
  return judge(exchange);
}

/** A rate limit with a declared status code also has headers. */
function isLimited({ response }: Answered, { target }: Session): boolean {
  const { "retry-after": retryAfter, "ratelimit-remaining": left, "x-ratelimit-remaining": xLeft } = response.headers;
  return (
    response.status === target.dialect?.statuses?.failure?.tooManyRequests &&
    (retryAfter !== undefined || left === "0" || xLeft === "0")
  );
}

/** Whether there is a conclusive response. */
function isAnswered(exchange: Exchange): exchange is Answered {
  const status = exchange.response?.status ?? 0;
  return status >= 200 && status < 500 && status !== 429;
}

/** Judges the status code of a response against that of a declared key. */
export function expectStatus(answered: Answered, declared: number, key: string, what: string): Outcome {
  const { status } = answered.response;
  if (status === declared) return passed(`${what} gets ${status}`, answered);
  return failed(`${what} gets ${status}; the dialect declares ${declared} (${key})`, answered);
}

/** Judges a declared failure: by the status code of its kind or, if that is not declared, like any rejection. */
export function expectFailure(
  answered: Answered,
  { statuses }: Dialect,
  kind: FailureKind,
  { key, what }: { readonly key: string; readonly what: string },
): Outcome {
  const code = ifDeclared(() => statuses.failure[kind]);
  if (code !== undefined) return expectStatus(answered, code, key, what);
  const { status } = answered.response;
  if (status >= 300) return passed(`${what} gets ${status}`, answered);
  return failed(`${what} gets ${status}; the dialect declares that it is rejected (${key})`, answered);
}
