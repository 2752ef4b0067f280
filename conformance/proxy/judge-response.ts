import { errorsSchema } from "../../fixtures/dialect/errors.ts";
import { findRequirement } from "../checks/catalogue.ts";
import { matchPath, operations, type OperationId } from "../../fixtures/contract/operations.ts";
import { counted } from "../../fixtures/text.ts";
import { failed, passed, type Outcome } from "../checks/check.ts";
import { scored } from "../checks/judge.ts";
import { asDocumented, lookAtSuccess } from "../rules/envelope.ts";
import { Facts } from "../judge/facts.ts";
import { NotAsked, type Exchange } from "../judge/model.ts";
import { judgeDeclared } from "../open-points/judge-declared.ts";
import { Reader } from "../open-points/reader.ts";
import { errorProblem } from "../open-points/template-match.ts";
import { dialectOf } from "../target/dialect.ts";
import { readEnvelope } from "../target/envelope.ts";
import { isSuccess } from "../target/exchange.ts";
import type { Target } from "../target/target.ts";
import type { Finding, Passed } from "./finding.ts";
import { showsToken } from "./judge-request.ts";
import { placeOf, type Diagnostic } from "./prism.ts";

/** Requirements of a dialect that a single success can break. */
const ofOneSuccess = ["DECL-10", "DECL-26", "DECL-27", "DECL-28", "DECL-29", "DECL-31", "DECL-32"];

/** The outcome of a rule on one exchange. */
export interface Ruled {
  readonly id: string;
  readonly outcome: Pick<Outcome, "status" | "message">;
}

/** The outcome of each requirement that a single response can show. */
export async function outcomesOf(exchange: Passed, operation: OperationId, target: Target): Promise<readonly Ruled[]> {
  const all = await judgedBy(exchange, operation, target);
  return all.map(({ id, outcome }) => {
    const requirement = findRequirement(id);
    return { id, outcome: requirement === undefined ? outcome : scored(outcome, { requirement, operation }) };
  });
}

async function judgedBy(exchange: Passed, operation: OperationId, target: Target): Promise<readonly Ruled[]> {
  const { request, response } = exchange;
  const { status } = response;
  const { dialect } = target;
  const { authorization, cookie } = request.headers;
  const without =
    authorization === undefined ? "AUTH-02" : /^(?:bearer)?\s*$/i.test(authorization) ? "AUTH-03" : undefined;
  const what = without === "AUTH-02" ? "without `Authorization`" : "with `Authorization` and no token";
  if (!isSuccess(exchange)) {
    // A failure with a declared status code has the declared body. A gateway's response is not declared.
    const isDeclared = status >= 400 && Object.values(dialect?.statuses?.failure ?? {}).includes(status);
    const isRejected = status >= 300 && status < 500 && status !== 429;
    return [
      ...(isDeclared && dialect?.errors !== undefined
        ? [{ id: "DECL-18", outcome: judgeError(exchange, errorsSchema.parse(dialect.errors)) }]
        : []),
      ...(without === undefined || !isRejected
        ? []
        : [{ id: without, outcome: passed(`${what}: rejected with ${status}`) }]),
    ];
  }
  const own = passed(`accepted with ${status}`);
  const accepted: readonly Ruled[] = showsToken(authorization, dialectOf(target)?.filled)
    ? ["PATH-01", "AUTH-01"].map((id) => ({ id, outcome: own }))
    : [];
  // A partial response (RFC 9110 §15.3.7) is not an envelope.
  if (status === 206) return accepted;
  const { data, meta } = readEnvelope(response);
  if (!showsToken(authorization)) {
    // Other credentials are not judged.
    if (data === undefined || meta === undefined || cookie !== undefined || without === undefined) return [];
    return [{ id: without, outcome: failed(`${what}: accepted with ${status}`) }];
  }
  const { shape } = operations[operation];
  // As far as possible without known ids: the response to an unknown id is open.
  const records = data?.length ?? 0;
  const single =
    records > 1
      ? failed(`\`data\` holds ${counted(records, "record")}; §1 says one subscription`)
      : passed("one subscription");
  // ENV-06 is about the whole list: a page or a filter may be empty although there are records.
  const isWhole = { create: true, list: !request.url.includes("?"), one: meta?.["total"] === 0 }[shape];
  const reader = readerOf(exchange, operation, target);
  const found: Ruled[] = [...accepted, ...(shape === "one" && records > 0 ? [{ id: "SUB-01", outcome: single }] : [])];
  for (const [id, problem] of lookAtSuccess({ ...exchange, place: {} })) {
    if (id === "ENV-06" && !isWhole) continue;
    found.push({ id, outcome: problem === undefined ? passed(asDocumented) : failed(problem) });
  }
  for (const id of dialect === undefined ? [] : ofOneSuccess) {
    if (findRequirement(id)?.operations.includes(operation) !== true) continue;
    found.push({ id, outcome: await judgeDeclared(reader, id, operation) });
  }
  return found;
}

/**
 * Judges a target's response to an operation by the requirements of the catalogue.
 * @param validated Prism's findings in the response, with each invalid place in a record
 */
export async function judgeResponse(
  exchange: Passed,
  operation: OperationId,
  target: Target,
  validated: readonly Diagnostic[],
): Promise<readonly Finding[]> {
  // The check decides whether a record is valid; Prism's findings say where it is not.
  const places = validated.filter(({ path = [] }) => path[0] === "body" && path[1] === "data" && path.length > 2);
  const all = await outcomesOf(exchange, operation, target);
  return all
    .filter(({ outcome }) => outcome.status === "failed")
    .flatMap(({ id, outcome }): readonly Finding[] => {
      const of = { side: "reply", operation, rule: id } as const;
      if (id === "DECL-31" && places.length > 0) {
        return places.map((place) => ({ ...of, place: placeOf(place), found: place.message }));
      }
      return [{ ...of, place: "", found: outcome.message + (id === "ENV-01" ? pageHint(exchange) : "") }];
    });
}

/** DECL-18 for a failure of any kind. */
function judgeError({ response }: Passed, errors: Parameters<typeof errorProblem>[1]): Outcome {
  const problem = errorProblem(response, errors);
  return problem === undefined ? passed("the failure has the declared body") : failed(problem);
}

/** Reads one exchange; no further requests can be sent. */
function readerOf({ request, response }: Passed, operation: OperationId, target: Target): Reader {
  const isCreation = operations[operation].shape === "create";
  const id = matchPath(
    new URL(request.url).pathname.slice(new URL(target.baseUrl).pathname.replace(/\/$/, "").length),
  )?.id;
  const exchange: Exchange = {
    request,
    response,
    number: 1,
    probe: { operation, ...(id === undefined ? {} : { id }) },
    place: {},
    operation,
    as: "first",
    experiment: "",
    round: 0,
    ...(isCreation ? { marker: "" } : {}),
    requests: 1,
    waited: 0,
    sentAt: 0,
    receivedAt: 0,
  };
  const log = [exchange];
  const facts = new Facts(log, { target, runId: "(none)", hasSecond: false, patience: 0 });
  const ask = (): Promise<never> => Promise.reject(new NotAsked("nothing is sent"));
  return new Reader({ target, facts, log, ask, isRecorded: true });
}

function pageHint({ response }: Passed): string {
  const isPage = /^\s*(?:text\/html|application\/xhtml)/i.test(response.headers["content-type"] ?? "");
  return isPage ? " (it is a web page: is the base URL right, and the token still good?)" : "";
}
