import { counted } from "../../fixtures/counted.ts";
import { type OperationId, operations } from "../../fixtures/contract/operations.ts";
import { judgeError } from "../checks/declarations/refusals.check.ts";
import type { Outcome } from "../checks/check.ts";
import { checks } from "../checks/registry.ts";
import { callKey } from "../target/call.ts";
import { readEnvelope } from "../target/envelope.ts";
import { isSuccess } from "../target/exchange.ts";
import { Unavailable, type Session } from "../target/session.ts";
import type { Target } from "../target/target.ts";
import { showsToken, type Diagnostic } from "./diagnostics.ts";
import type { Finding } from "./finding.ts";
import { toExchange, type Seen } from "./seen.ts";

/** Requirements that one success alone can break, by the checks that `orgkit conform` judges them by. */
const ofEnvelope = ["ENV-01", "ENV-02", "ENV-03", "ENV-04", "ENV-05", "ENV-07"];
const ofDialect: Readonly<Record<OperationId, readonly string[]>> = {
  listUsers: ["DECL-10", "DECL-31", "DECL-32"],
  createUser: ["DECL-10", "DECL-26", "DECL-27", "DECL-28", "DECL-31", "DECL-32"],
  getSubscription: ["DECL-10", "DECL-29", "DECL-31", "DECL-32"],
  listInvoices: ["DECL-10", "DECL-31", "DECL-32"],
};

/**
 * Judges what a target answered to a call of an operation, by requirements of the catalogue.
 * @param validated what Prism found in the reply: it names each place in a record that does not fit
 */
export async function judgeReply(
  seen: Seen,
  operation: OperationId,
  target: Target,
  validated: readonly Diagnostic[],
): Promise<readonly Finding[]> {
  const exchange = toExchange(seen, target.baseUrl);
  if (!isSuccess(exchange)) return judgeFailure(seen, operation, target);
  // A part of a reply (RFC 9110 §15.3.7) is no envelope.
  if (seen.response.status === 206) return [];
  if (!showsToken(seen, undefined)) return judgeUnauthorized(seen, operation);
  const session = sessionOf(exchange, operation, target);
  const ids = [
    ...ofEnvelope,
    ...(showsWhatNoRecordsAre(seen, operation) ? ["ENV-06"] : []),
    ...(target.dialect === undefined ? [] : ofDialect[operation]),
  ];
  const findings: Finding[] = [...moreThanOne(seen, operation)];
  for (const id of ids) {
    const outcome = await checks.get(id)?.judge(session, operation);
    if (outcome?.status !== "failed") continue;
    if (id === "DECL-31") findings.push(...recordFindings(operation, outcome, validated));
    else findings.push(finding(operation, id, hinted(id, outcome.message, seen)));
  }
  return findings;
}

function finding(operation: OperationId, rule: string, found: string, place = ""): Finding {
  return { side: "reply", operation, rule, place, found };
}

/** What was seen is all there is to ask: a proxy sends nothing of its own. */
function sessionOf(exchange: ReturnType<typeof toExchange>, operation: OperationId, target: Target): Session {
  const seenKey = callKey({ operation });
  return {
    target,
    entries: [],
    patience: 0,
    wait: () => Promise.resolve(),
    close: () => Promise.resolve(),
    creations: () => Promise.resolve([]),
    call: (call) =>
      Promise.resolve(callKey(call) === seenKey ? exchange : new Unavailable("a proxy sends nothing", "writes")),
  };
}

/** ENV-06 is about a list as a whole: a page or a filter may find nothing where there are records. */
function showsWhatNoRecordsAre({ query, response }: Seen, operation: OperationId): boolean {
  switch (operations[operation].shape) {
    case "create":
      return true;
    case "list":
      return query === "";
    case "one":
      return readEnvelope(response).meta?.["total"] === 0;
  }
}

/** SUB-01, as far as it shows without knowing which ids there are: none, for one that is not, is open. */
function moreThanOne({ response }: Seen, operation: OperationId): readonly Finding[] {
  const count = readEnvelope(response).data?.length ?? 0;
  if (operations[operation].shape !== "one" || count <= 1) return [];
  return [finding(operation, "SUB-01", `\`data\` holds ${counted(count, "record")}; §1 says one subscription`)];
}

/** AUTH-02 and AUTH-03: a call that shows no token at all, and gets an envelope. Other credentials are not ours to judge. */
function judgeUnauthorized({ requestHeaders, response }: Seen, operation: OperationId): readonly Finding[] {
  const { authorization, cookie } = requestHeaders;
  const { data, meta } = readEnvelope(response);
  if (data === undefined || meta === undefined || cookie !== undefined) return [];
  if (authorization === undefined) {
    return [finding(operation, "AUTH-02", `without \`Authorization\`: accepted with ${response.status}`)];
  }
  if (!/^(?:bearer)?\s*$/i.test(authorization)) return [];
  return [finding(operation, "AUTH-03", `with \`Authorization\` and no token: accepted with ${response.status}`)];
}

/** DECL-18: a failure of a declared kind has the declared body. What a gateway answers is not declared. */
function judgeFailure(seen: Seen, operation: OperationId, target: Target): readonly Finding[] {
  const { statuses, errors } = target.dialect ?? {};
  const { status } = seen.response;
  if (errors === undefined || status < 400 || !Object.values(statuses?.failure ?? {}).includes(status)) return [];
  const { status: outcome, message } = judgeError(toExchange(seen, target.baseUrl), errors);
  return outcome === "failed" ? [finding(operation, "DECL-18", message)] : [];
}

/** The check decides whether a record fits; where it does not, Prism names each place. */
function recordFindings(
  operation: OperationId,
  { message }: Outcome,
  validated: readonly Diagnostic[],
): readonly Finding[] {
  const places = validated.filter(({ path = [] }) => path[0] === "body" && path[1] === "data" && path.length > 2);
  if (places.length === 0) return [finding(operation, "DECL-31", message)];
  return places.map(({ path = [], code = "", message: words }) =>
    finding(operation, "DECL-31", words, `${path.map(withoutNumber).join("/")} ${code} ${missingOf(words)}`.trim()),
  );
}

/** Each record of a list is one like the other. */
function withoutNumber(name: string): string {
  return /^\d+$/.test(name) ? "*" : name;
}

/** One object may lack several members. */
function missingOf(words: string): string {
  return /required property '(.*)'$/.exec(words)?.[1] ?? "";
}

function hinted(id: string, message: string, { response }: Seen): string {
  const isPage = /^\s*(?:text\/html|application\/xhtml)/i.test(response.headers["content-type"] ?? "");
  if (id !== "ENV-01" || !isPage) return message;
  return `${message} (it is a web page: is the base URL right, and the token still good?)`;
}
