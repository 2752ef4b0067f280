import type { OperationId } from "../../fixtures/contract/operations.ts";
import { readEnvelope } from "../target/envelope.ts";
import { isSuccess, type HttpExchange } from "../target/exchange.ts";
import { targetSchema } from "../target/target.ts";
import { judgeExchange, matchRequest, type Violation } from "./judge-exchange.ts";
import type { Validate } from "./prism.ts";
import { TrafficRedactor } from "./traffic-redactor.ts";

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
    const { tokens, operations } = this.#accepted;
    if (!isSuccess(exchange)) return false;
    const token = exchange.request.headers["authorization"] ?? "";
    const { data, meta } = readEnvelope(exchange.response);
    if (data === undefined || meta === undefined) return operations.has(operation) && !tokens.has(token);
    operations.add(operation);
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
