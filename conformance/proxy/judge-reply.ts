import { matchPath, operations, type OperationId } from "../../fixtures/contract/operations.ts";
import { errorsSchema } from "../../fixtures/dialect/errors.ts";
import { counted } from "../../fixtures/values/text.ts";
import { findRequirement } from "../requirements/catalogue.ts";
import { failed, passed, type Outcome } from "../requirements/outcome.ts";
import { scored } from "../run/judge-obligations.ts";
import { Facts } from "../log/facts.ts";
import { NotAsked } from "../log/model.ts";
import { judgeDeclared } from "../open-points/judge-declared.ts";
import { Reader } from "../open-points/reader.ts";
import { errorProblem } from "../open-points/template-match.ts";
import { asDocumented, lookAtSuccess } from "../rules/envelope.ts";
import { dialectOf } from "../target/dialect.ts";
import { readEnvelope } from "../target/envelope.ts";
import { isSuccess } from "../target/exchange.ts";
import type { Target } from "../target/target.ts";
import { pathBelow, type TrafficExchange } from "./exchange.ts";
import { hasBearerToken } from "./judge-request.ts";

/** Requirements of a dialect that a single success can break. */
const declaredOfSuccess = ["DECL-10", "DECL-26", "DECL-27", "DECL-28", "DECL-29", "DECL-31", "DECL-32"];

/** The outcome of a requirement on one exchange. */
export interface RuleOutcome {
  readonly id: string;
  readonly outcome: Pick<Outcome, "status" | "message">;
}

/** The outcome of each requirement that a single response can show; the messages are not redacted. */
export async function judgeReply(
  exchange: TrafficExchange,
  operation: OperationId,
  target: Target,
): Promise<readonly RuleOutcome[]> {
  const outcomes = isSuccess(exchange)
    ? await judgeSuccess(exchange, operation, target)
    : judgeFailure(exchange, target);
  return outcomes.map(({ id, outcome }) => {
    const requirement = findRequirement(id);
    return { id, outcome: requirement === undefined ? outcome : scored(outcome, { requirement, operation }) };
  });
}

/** The requirement that a target breaks by accepting these credentials, if they lack the token. */
function findMissingCredentials(authorization: string | undefined): { id: string; words: string } | undefined {
  if (authorization === undefined) return { id: "AUTH-02", words: "without `Authorization`" };
  if (!/^(?:bearer)?\s*$/i.test(authorization)) return undefined;
  return { id: "AUTH-03", words: "with `Authorization` and no token" };
}

function judgeFailure({ request, response }: TrafficExchange, { dialect }: Target): readonly RuleOutcome[] {
  const { status } = response;
  const outcomes: RuleOutcome[] = [];
  // A failure with a declared status code has the declared body. A gateway's response is not declared.
  const isDeclared = status >= 400 && Object.values(dialect?.statuses?.failure ?? {}).includes(status);
  if (isDeclared && dialect?.errors !== undefined) {
    const problem = errorProblem(response, errorsSchema.parse(dialect.errors));
    const outcome = problem === undefined ? passed("the failure has the declared body") : failed(problem);
    outcomes.push({ id: "DECL-18", outcome });
  }
  const missing = findMissingCredentials(request.headers["authorization"]);
  if (missing !== undefined && status >= 300 && status < 500 && status !== 429) {
    outcomes.push({ id: missing.id, outcome: passed(`${missing.words}: rejected with ${status}`) });
  }
  return outcomes;
}

async function judgeSuccess(
  exchange: TrafficExchange,
  operation: OperationId,
  target: Target,
): Promise<readonly RuleOutcome[]> {
  const { request, response } = exchange;
  const { authorization, cookie } = request.headers;
  const { data, meta } = readEnvelope(response);
  const accepted = `accepted with ${response.status}`;
  const outcomes: RuleOutcome[] = [];
  if (hasBearerToken(authorization, dialectOf(target))) {
    outcomes.push(...["PATH-01", "AUTH-01"].map((id) => ({ id, outcome: passed(accepted) })));
  }
  // A partial response (RFC 9110 §15.3.7) is not an envelope.
  if (response.status === 206) return outcomes;
  if (!hasBearerToken(authorization)) {
    // Other credentials are not judged.
    const missing = findMissingCredentials(authorization);
    if (data === undefined || meta === undefined || cookie !== undefined || missing === undefined) return [];
    return [{ id: missing.id, outcome: failed(`${missing.words}: ${accepted}`) }];
  }
  const { shape } = operations[operation];
  // As far as possible without known ids: the response to an unknown id is open.
  const count = data?.length ?? 0;
  if (shape === "one" && count > 0) {
    const problem = `\`data\` holds ${counted(count, "record")}; §1 says one subscription`;
    outcomes.push({ id: "SUB-01", outcome: count > 1 ? failed(problem) : passed("one subscription") });
  }
  // ENV-06 is about the whole list: a page or a filter may be empty although there are records.
  const isWhole = { create: true, list: !request.url.includes("?"), one: meta?.["total"] === 0 }[shape];
  for (const [id, problem] of lookAtSuccess({ ...exchange, place: {} })) {
    if (id === "ENV-06" && !isWhole) continue;
    const hint = id === "ENV-01" ? describePage(exchange) : "";
    outcomes.push({ id, outcome: problem === undefined ? passed(asDocumented) : failed(problem + hint) });
  }
  const reader = openReader(exchange, operation, target);
  for (const id of target.dialect === undefined ? [] : declaredOfSuccess) {
    if (findRequirement(id)?.operations.includes(operation) !== true) continue;
    outcomes.push({ id, outcome: await judgeDeclared(reader, id, operation) });
  }
  return outcomes;
}

/** Reads one exchange; no further requests can be sent. */
function openReader(exchange: TrafficExchange, operation: OperationId, target: Target): Reader {
  const { request, response } = exchange;
  const id = matchPath(pathBelow(target.baseUrl, exchange))?.id;
  const log = [
    {
      request,
      response,
      number: 1,
      probe: { operation, ...(id === undefined ? {} : { id }) },
      place: {},
      operation,
      as: "first" as const,
      experiment: "",
      round: 0,
      ...(operations[operation].shape === "create" ? { marker: "" } : {}),
      requests: 1,
      waited: 0,
      sentAt: 0,
      receivedAt: 0,
    },
  ];
  const facts = new Facts(log, { target, runId: "(none)", hasSecond: false, patience: 0 });
  const ask = (): Promise<never> => Promise.reject(new NotAsked("nothing is sent"));
  return new Reader({ target, facts, log, ask, isRecorded: true });
}

function describePage({ response }: TrafficExchange): string {
  const isPage = /^\s*(?:text\/html|application\/xhtml)/i.test(response.headers["content-type"] ?? "");
  return isPage ? " (it is a web page: is the base URL right, and the token still good?)" : "";
}
