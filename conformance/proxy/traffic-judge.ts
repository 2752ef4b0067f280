import { hideInBody, hideInHeaders, hideInPath, hideInQuery, type Masker } from "../../fixtures/secrets/named.ts";
import { createRedactor } from "../../fixtures/secrets/redactor.ts";
import { type HttpExchange, isSuccess } from "../target/exchange.ts";
import { matchPath, operations, type OperationId } from "../../fixtures/contract/operations.ts";
import { Facts } from "../log/facts.ts";
import type { Exchange } from "../log/model.ts";
import { judgeCredentials } from "../rules/authentication.ts";
import { judgeEnvelopes } from "../rules/envelope.ts";
import { judgeKnownIds } from "../rules/subscriptions.ts";
import type { Credentials } from "../target/credentials.ts";
import { readEnvelope } from "../target/envelope.ts";
import { type Target, targetSchema } from "../target/target.ts";
import type { Validate } from "./prism.ts";

const hidden = "(hidden)";
/** The maximum number of secrets to keep; then the older half is dropped. */
const maxSecrets = 400;
/** A shorter text is not kept, since it occurs in other words; a part of a cookie may be an attribute. */
const [minLength, minPart] = [4, 12];

/** Masks what traffic names as a secret (tokens, cookies, keys, passwords), then and in all later exchanges. */
class TrafficRedactor {
  #secrets = new Set<string>();
  #redactor = createRedactor([]);
  readonly #masker: Masker = {
    hide: (value) => {
      this.#remember(value);
      return hidden;
    },
    rest: (text) => this.text(text),
  };

  learn({ request, response }: HttpExchange): void {
    this.url(request.url);
    hideInHeaders(request.headers, this.#masker);
    hideInBody(request.body ?? "", this.#masker);
    hideInHeaders(response?.headers ?? {}, this.#masker);
    hideInBody(response?.body ?? "", this.#masker);
  }

  url(url: string): string {
    const [path = "", ...query] = url.split("?");
    const search = query.length === 0 ? "" : `?${hideInQuery(query.join("?"), this.#masker)}`;
    return hideInPath(path, this.#masker) + search;
  }

  text(text: string): string {
    return this.#redactor.text(text);
  }

  body(body: string): string {
    return this.#redactor.body(body);
  }

  #remember(value: string): void {
    if (value.length < minLength || value === hidden || this.#secrets.has(value)) return;
    for (const secret of [value, ...value.split(/[=;,\s]+/).filter(({ length }) => length >= minPart)]) {
      this.#secrets.add(secret);
      this.#redactor.add({ value: secret, name: hidden });
    }
    if (this.#secrets.size < maxSecrets) return;
    this.#secrets = new Set([...this.#secrets].slice(-maxSecrets / 2));
    this.#redactor = createRedactor([...this.#secrets].map((secret) => ({ value: secret, name: hidden })));
  }
}

/** A violation of the document, or of the declared dialect, in one exchange. */
export interface Violation {
  readonly by: "client" | "service";
  /** `undefined` if the request matches none. */
  readonly operation: OperationId | undefined;
  /** A requirement, a section of the document, or `OpenAPI`: the document of the dialect, by Prism. */
  readonly rule: string;
  readonly message: string;
}

/** How the interface reads a request (§4, §9): its operation, or that it has none; `outside` is not judged. */
function matchRequest(method: string, path: string): OperationId | "misplaced" | "outside" {
  const match = matchPath(path);
  if (match === undefined && !/^\/api\/v\d+(?:\/|$)/i.test(path)) return "outside";
  const operation = match?.version === "1" ? match.operations.get(method) : undefined;
  // HTTP defines these methods for every path (RFC 9110 §9.3.2, §9.3.7).
  return operation ?? (/^(?:HEAD|OPTIONS)$/.test(method) ? "outside" : "misplaced");
}

/**
 * The violations in an exchange of an operation: the client's by Prism, the service's by the rules of `conform` and by
 * Prism.
 *
 * @param mayReject whether a success without an envelope may reject the token: the code of failures is open (§7)
 */
async function judgeExchange(
  exchange: HttpExchange,
  operation: OperationId,
  { target, validate, mayReject }: { target: Target; validate: Validate; mayReject: boolean },
): Promise<readonly Violation[]> {
  const { input, output } = await validate(exchange, operation);
  const as = readCredentials(exchange);
  const credentials = describeCredentials(exchange, as);
  const byClient = [
    ...(credentials === undefined ? [] : [{ rule: "§5", message: credentials }]),
    // The only schema of ours that forbids a value.
    ...input.map(({ message }) => ({
      rule: "OpenAPI",
      message: message.replace("must NOT be valid", "must not be null"),
    })),
  ].map((violation) => ({ by: "client" as const, operation, ...violation }));
  // Who accepts a cookie, or another scheme, may have its reasons. A partial response is not an envelope.
  const isOpen = as === "other" || (as !== "first" && exchange.request.headers["cookie"] !== undefined);
  if (!isSuccess(exchange) || exchange.response.status === 206 || isOpen || (as === "first" && mayReject))
    return byClient;
  // The rules judge the envelope; Prism judges the records and the status code that a dialect declares.
  const declared = output.filter(({ path = [] }) => as === "first" && (path.length === 0 || path[1] === "data"));
  return [
    ...byClient,
    ...judgeByRules(exchange, operation, { as, target }),
    ...declared.map(({ message }) => ({ by: "service" as const, operation, rule: "OpenAPI", message })),
  ];
}

/** What the rules of `conform` find wrong with a success. */
function judgeByRules(
  exchange: HttpExchange & Pick<Exchange, "response">,
  operation: OperationId,
  { as, target }: { as: Credentials; target: Target },
): readonly Violation[] {
  const { shape, record } = operations[operation];
  const [path = "", query] = exchange.request.url.slice(target.baseUrl.length).split("?");
  const id = matchPath(path)?.id;
  const single: Exchange = {
    ...exchange,
    number: 1,
    probe: { operation, ...(id === undefined ? {} : { id }) },
    // Which part of a list a parameter selects is open.
    place: shape === "list" && query !== undefined ? { isFiltered: true } : {},
    operation,
    as,
    experiment: "",
    round: 0,
    ...(shape === "create" ? { marker: "" } : {}),
    requests: 1,
    waited: 0,
    sentAt: 0,
    receivedAt: 0,
  };
  // An id is known if it returns records.
  const { data = [] } = exchange.response === undefined ? {} : readEnvelope(exchange.response);
  const ids = id === undefined || data.length === 0 ? {} : { [record]: [id] };
  const facts = new Facts([single], { target: { ...target, ids }, runId: "", hasSecond: false, patience: 0 });
  return [judgeEnvelopes, judgeKnownIds, judgeCredentials]
    .flatMap((rule) => [...rule([single], facts)])
    .filter(({ status }) => status === "failed")
    .map(({ requirement, message }) => ({ by: "service", operation, rule: requirement, message }));
}

/** The credentials of a request, as rules name them. */
function readCredentials({ request: { headers } }: HttpExchange): Credentials | "other" {
  const authorization = headers["authorization"]?.trim();
  if (authorization === undefined) return "none";
  if (authorization === "") return "empty";
  if (/^bearer$/i.test(authorization)) return "no-token";
  if (!/\s/.test(authorization)) return "no-scheme";
  return /^bearer /i.test(authorization) ? "first" : "other";
}

const credentialProblems: Partial<Record<Credentials | "other", string>> = {
  none: "there is no `Authorization`",
  empty: "`Authorization` is empty",
  "no-token": "`Authorization` has no token after `Bearer`",
  "no-scheme": "`Authorization` has no word `Bearer` before the token",
  other: "`Authorization` is of another scheme",
};

/** What is wrong with the credentials of a request, without quoting them. */
function describeCredentials({ request: { headers } }: HttpExchange, as: Credentials | "other"): string | undefined {
  const problem = credentialProblems[as];
  const similar = as === "none" ? Object.keys(headers).find((name) => /^auth|bearer|token/.test(name)) : undefined;
  const hint = similar === undefined ? "" : ` (but \`${similar}\`)`;
  return problem && `${problem}${hint}; expected \`Authorization: Bearer <ACCESS_TOKEN>\``;
}

/** What the traffic showed, without secrets. */
export interface TrafficReport {
  readonly exchanges: number;
  readonly judged: number;
  /** Why exchanges were not judged, and how many. */
  readonly notJudged: Readonly<Record<string, number>>;
  /** Equal ones are counted; `first` is the first exchange: `GET /api/v1/users → 200`. */
  readonly violations: readonly (Violation & { readonly count: number; readonly first: string })[];
}

/** What one exchange showed, without secrets. */
export interface JudgedExchange {
  /** `GET /api/v1/users → 200`. */
  readonly exchange: string;
  readonly violations: readonly Violation[];
  /** Why it was not judged, if it was not. */
  readonly notJudged?: string;
}

/** What is kept of traffic, however long it is. */
const [maxViolations, maxTokens] = [300, 1000];

/** Judges the traffic of others by what each exchange shows; sends nothing. */
export class TrafficJudge {
  readonly #target;
  readonly #validate: Validate;
  readonly #redactor = new TrafficRedactor();
  readonly #violations = new Map<string, Violation & { count: number; first: string }>();
  readonly #notJudged = new Map<string, number>();
  /** The tokens that got an envelope, and the operations that returned one. */
  readonly #accepted = { tokens: new Set<string>(), operations: new Set<OperationId>() };
  #judged = 0;

  constructor(baseUrl: string, validate: Validate) {
    this.#target = targetSchema.parse({ baseUrl, allowWrites: false });
    this.#validate = validate;
  }

  /**
   * Judges an exchange. Never rejects.
   *
   * @param unread why it cannot be judged
   */
  async add(exchange: HttpExchange, unread?: string): Promise<JudgedExchange> {
    const { request, response } = exchange;
    try {
      this.#redactor.learn(exchange);
      const below = request.url.slice(this.#target.baseUrl.length);
      const shown = `${request.method} ${this.#redactor.url(below)} → ${response?.status ?? "no response"}`;
      const operation = matchRequest(request.method, below.replace(/\?.*$/s, ""));
      if (operation === "outside" && response !== undefined) return this.#leaveOut(shown, "not part of the interface");
      if (operation === "outside" || unread !== undefined) return this.#leaveOut(shown, unread ?? "");
      const violations =
        operation === "misplaced"
          ? [misplaced(request.method, this.#redactor.url(below))]
          : await this.#judge(exchange, operation);
      this.#judged += 1;
      const masked = violations.map((one) => ({ ...one, message: this.#redactor.text(one.message) }));
      for (const violation of masked) this.#count(violation, shown);
      return { exchange: shown, violations: masked };
    } catch (error) {
      // A fault of orgkit or Prism is nobody's violation, and must be visible; its message may quote the exchange.
      return this.#leaveOut(
        request.method,
        `orgkit itself failed (${error instanceof Error ? error.name : "unknown"})`,
      );
    }
  }

  report(): TrafficReport {
    const notJudged = Object.fromEntries(this.#notJudged);
    const exchanges = Object.values(notJudged).reduce((sum, count) => sum + count, this.#judged);
    return { exchanges, judged: this.#judged, notJudged, violations: [...this.#violations.values()] };
  }

  #leaveOut(exchange: string, notJudged: string): JudgedExchange {
    this.#notJudged.set(notJudged, (this.#notJudged.get(notJudged) ?? 0) + 1);
    return { exchange, violations: [], notJudged };
  }

  /** The rules quote the response in their messages, so they read it without secrets. */
  #judge({ request, response }: HttpExchange, operation: OperationId): Promise<readonly Violation[]> {
    const masked = {
      request,
      ...(response && { response: { ...response, body: this.#redactor.body(response.body) } }),
    };
    const mayReject = this.#mayReject(masked, operation);
    return judgeExchange(masked, operation, { target: this.#target, validate: this.#validate, mayReject });
  }

  /**
   * Whether a success may be a rejection: §7 leaves it open, so it may be a 2xx without an envelope. That is likely if
   * the operation returned an envelope for another token, and this token never got one.
   */
  #mayReject(exchange: HttpExchange, operation: OperationId): boolean {
    const { tokens, operations: served } = this.#accepted;
    if (!isSuccess(exchange)) return false;
    const token = exchange.request.headers["authorization"] ?? "";
    const { data, meta } = readEnvelope(exchange.response);
    if (data === undefined || meta === undefined) return served.has(operation) && !tokens.has(token);
    served.add(operation);
    if (tokens.size >= maxTokens) tokens.clear();
    tokens.add(token);
    return false;
  }

  /** Messages that differ only in values and numbers are about the same violation. */
  #count(violation: Violation, first: string): void {
    const { by, operation, rule, message } = violation;
    const key = `${by} ${operation} ${rule} ${message.replaceAll(/"[^"]*"|\d+/g, "")}`;
    const known = this.#violations.get(key);
    if (known !== undefined) known.count += 1;
    else if (this.#violations.size < maxViolations) this.#violations.set(key, { ...violation, count: 1, first });
  }
}

/** A request to the interface that matches none of its operations. */
function misplaced(method: string, path: string): Violation {
  const message = `the interface has no ${method} ${path.replace(/\?.*$/s, "")}`;
  return { by: "client", operation: undefined, rule: "§4", message };
}
