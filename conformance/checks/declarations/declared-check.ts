import { isList, listOf, type ListName, type OperationId } from "../../../fixtures/contract/operations.ts";
import { ifDeclared, NotDeclared } from "../../../fixtures/dialect/declared.ts";
import type { Dialect } from "../../../fixtures/dialect/dialect.ts";
import { isNumbered, type NumberedPaging } from "../../../fixtures/dialect/paging.ts";
import type { CodedFailure } from "../../../fixtures/dialect/statuses.ts";
import { answerTo } from "../../discovery/answer-to.ts";
import type { Call } from "../../target/call.ts";
import { credentialsInWords, type Credentials } from "../../target/credentials.ts";
import { dialectOf } from "../../target/dialect.ts";
import { type Exchange, type ExchangeResponse, type Success } from "../../target/exchange.ts";
import { pageIn, shownPage, type Page } from "../../target/records.ts";
import { Unavailable, type Session } from "../../target/session.ts";
import { onSuccess } from "../authorized.ts";
import { failed, inconclusive, lacking, notArising, passed, skipped, type Outcome } from "../check.ts";
import { everywhere } from "../everywhere.ts";
import type { DeclaredRequirement, ScoredRequirement } from "../requirement.ts";

/** A rule of a dialect, about what the document leaves open. */
interface DeclaredRule
  extends Omit<ScoredRequirement, "level" | "sections" | "why">, Pick<DeclaredRequirement, "order"> {
  readonly section: string;
  /** What the section leaves open. */
  readonly open: string;
  /** What the dialect declares about it; by default all of it. */
  readonly declares?: string;
}

/** What a declared rule is judged by. */
export interface Context {
  readonly session: Session;
  readonly operation: OperationId;
  readonly dialect: Dialect;
  /** The plain authorized request, which succeeded. */
  readonly sample: Success;
}

/** An exchange with a conclusive response: neither a rate limit nor an internal error. */
export type Answered = Exchange & { readonly response: ExchangeResponse };

type Judge<Judged> = (judged: Judged) => Outcome | Promise<Outcome>;

/**
 * A rule that is judged if the plain authorized request succeeds: otherwise responses show nothing. It does not apply
 * if its check reads an undeclared key.
 */
export function declared(rule: DeclaredRule, judge: Judge<Context>): DeclaredRequirement {
  return {
    ...textsOf(rule),
    judge: async (session, operation) => {
      const dialect = dialectOf(session.target)?.declared;
      if (dialect === undefined) return withoutDialect;
      return onSuccess(session, operation, async (sample) => {
        try {
          return await judge({ session, operation, dialect, sample });
        } catch (error) {
          return undeclared(error);
        }
      });
    },
  };
}

/** `declared` for a rule that each success shows. */
export function declaredEverywhere(
  rule: DeclaredRule,
  look: (context: Omit<Context, "session">) => Outcome,
): DeclaredRequirement {
  const found = everywhere((sample, operation, target) => {
    const dialect = dialectOf(target)?.declared;
    if (dialect === undefined) return withoutDialect;
    try {
      return look({ operation, dialect, sample });
    } catch (error) {
      return undeclared(error);
    }
  });
  return {
    ...textsOf(rule),
    ...found,
    // Whatever else is missing: without a dialect nothing is declared.
    judge: async (session, operation) =>
      dialectOf(session.target) === undefined ? withoutDialect : found.judge(session, operation),
  };
}

function textsOf({ section, open, declares = "it", ...rule }: DeclaredRule): Omit<DeclaredRequirement, "judge"> {
  const why = `§${section} leaves open ${open}. The dialect declares ${declares}.`;
  return { ...rule, level: "declared", sections: [section], why };
}

const withoutDialect = lacking(new Unavailable("not declared: no dialect is given (--dialect)", "dialect"));

/** The outcome of a check that reads an undeclared key. */
function undeclared(error: unknown): Outcome {
  if (!(error instanceof NotDeclared)) throw error;
  return notArising(`not declared: the dialect does not say ${error.key}`);
}

/** Sends a call and judges its response; a missing response, a rate limit or an internal error is inconclusive. */
export async function ask(
  { session, operation }: Context,
  call: Omit<Call, "operation">,
  judge: Judge<Answered>,
): Promise<Outcome> {
  const exchange = await session.call({ operation, ...call });
  if (exchange instanceof Unavailable) return lacking(exchange);
  if (isAnswered(exchange)) return judge(exchange);
  const found = exchange.response?.status ?? exchange.noReply?.message ?? "no response";
  return inconclusive(`responded with ${found}, which shows nothing about it`, exchange);
}

/** Whether there is a conclusive response. */
function isAnswered(exchange: Exchange): exchange is Answered {
  const status = exchange.response?.status ?? 0;
  return status >= 200 && status < 500 && status !== 429;
}

/** Judges a rejection; a request that is not rejected is not judged here: that belongs to AUTH-02 to AUTH-07. */
export function askRejected(
  context: Context,
  as: Credentials,
  judge: (rejection: Answered) => Outcome,
): Promise<Outcome> {
  return ask(context, { as }, (answered) =>
    answerTo(answered, context.sample) === "rejected"
      ? judge(answered)
      : skipped(`a request with ${credentialsInWords[as]} is not rejected (see AUTH-02 to AUTH-07)`, answered),
  );
}

/**
 * Passed or failed, whether something is as declared.
 *
 * @param declaration to follow "the dialect declares", with its key
 */
export function asDeclared(isRight: boolean, found: string, declaration: string, evidence: Exchange): Outcome {
  return isRight ? passed(found, evidence) : failed(`${found}; the dialect declares ${declaration}`, evidence);
}

/** What must fail, as which kind, and by which key. */
interface Failing {
  readonly kind: CodedFailure;
  readonly key: string;
  readonly what: string;
}

/** Judges a declared failure: by the status code of its kind or, if that is not declared, like any rejection. */
export function asFailure({ dialect }: Context, answered: Answered, { kind, key, what }: Failing): Outcome {
  const code = ifDeclared(() => dialect.statuses.failure[kind]);
  const { status } = answered.response;
  const isRight = code === undefined ? status >= 300 : status === code;
  return asDeclared(isRight, `${what} gets ${status}`, `${code ?? "that it is rejected"} (${key})`, answered);
}

/** Sends a call that must fail. */
export function askFailing(context: Context, call: Omit<Call, "operation">, failing: Failing): Promise<Outcome> {
  return ask(context, call, (answered) => asFailure(context, answered, failing));
}

/** The page in the response to a call, if it succeeds. */
export async function pageOf(session: Session, call: Call): Promise<Page | undefined> {
  const exchange = await session.call(call);
  return exchange instanceof Unavailable ? undefined : shownPage(exchange);
}

/** The list of a check. */
export function judgedList(operation: OperationId): ListName {
  if (!isList(operation)) throw new Error(`${operation} reads no list`);
  return listOf(operation);
}

/** The declared paging of a list; `undefined` if there is none, or it uses cursors. */
export function pagedBy({ paging }: Dialect, operation: OperationId): NumberedPaging | undefined {
  const paged = paging[judgedList(operation)];
  return isNumbered(paged) ? paged : undefined;
}

/** Judges with the page that a list has without parameters. */
export async function onList({ sample }: Context, judge: Judge<Page>): Promise<Outcome> {
  const plain = pageIn(sample);
  return plain === undefined ? skipped("the list could not be parsed (see ENV-01 to ENV-05)", sample) : judge(plain);
}
