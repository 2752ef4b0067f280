import type { OperationId } from "../../fixtures/contract/operations.ts";
import { counted } from "../../fixtures/values/text.ts";
import { obligationName, type Obligation } from "../requirements/catalogue.ts";
import {
  composeReport,
  type ClientViolation,
  type Finding,
  type Report,
  type TargetFindings,
} from "../report/report.ts";
import { describeTarget, toFinding } from "../run/judge-target.ts";
import { selectObligations } from "../run/selection.ts";
import { newRunId } from "../target/body.ts";
import { readEnvelope } from "../target/envelope.ts";
import { isSuccess, type HttpExchange } from "../target/exchange.ts";
import type { Target } from "../target/target.ts";
import { orgkitVersion } from "../report/version.ts";
import { pathBelow, type TrafficExchange } from "./exchange.ts";
import { judgeReply, type RuleOutcome } from "./judge-reply.ts";
import { misplacedRequest, type RequestJudge, type RequestViolation } from "./judge-request.ts";
import { Mask, tokenVariable } from "./mask.ts";
import { matchRequest } from "./match-request.ts";

/** A violation in one exchange, without secrets. */
export interface Violation {
  /** Who broke the contract: the client with its request, or the target with its reply. */
  readonly side: "request" | "reply";
  readonly operation: OperationId | undefined;
  /** The id of the requirement, or a JSON pointer into the OpenAPI document. */
  readonly rule: string;
  readonly message: string;
  readonly isNew: boolean;
}

/** What one exchange showed. */
export interface JudgedExchange {
  readonly operation: OperationId | undefined;
  readonly violations: readonly Violation[];
  /** Why it was not judged, if it was not. */
  readonly notJudged?: string;
}

export interface TrafficJudgeOptions {
  readonly target: Target;
  /** By default, requests are not judged. */
  readonly judgeRequest?: RequestJudge | undefined;
  readonly judgesReplies?: boolean;
}

/** What is known of the traffic besides its exchanges. */
export type TrafficSource = Pick<NonNullable<Report["traffic"]>, "files" | "notes"> & { readonly startedAt: Date };

/** How often a requirement was checked on an operation, and the exchanges that show its outcome. */
interface Tally {
  seen: number;
  failed: number;
  message: string;
  readonly evidence: HttpExchange[];
}

/** The maximum number of exchanges per failure. */
const maxEvidence = 3;

/** The maximum number of different violations by clients. */
const maxClientViolations = 300;

/**
 * Judges the traffic of others by what each exchange shows; sends nothing. What it keeps does not grow with the number
 * of exchanges.
 */
export class TrafficJudge {
  readonly mask = new Mask();
  readonly #options: TrafficJudgeOptions;
  readonly #accepted = new AcceptedTokens();
  readonly #tallies = new Map<string, Tally>();
  readonly #clientViolations = new Map<string, ClientViolation>();
  readonly #leftOut = new Map<string, number>();
  /** Violations of clients beyond the maximum. */
  #unlisted = 0;
  #judged = 0;
  #total = 0;

  constructor(options: TrafficJudgeOptions) {
    this.#options = options;
  }

  async add(exchange: TrafficExchange): Promise<JudgedExchange> {
    const { target, judgeRequest, judgesReplies = true } = this.#options;
    const { method } = exchange.request;
    const path = pathBelow(target.baseUrl, exchange);
    const match = matchRequest(method, path);
    const operation = match.kind === "operation" ? match.operation : undefined;
    this.mask.learn(exchange);
    const notJudged =
      match.kind === "outside" ? "not part of the interface" : operation === undefined ? undefined : exchange.unread;
    if (notJudged !== undefined) {
      this.leaveOut(notJudged);
      return { operation, violations: [], notJudged };
    }
    const requestViolations =
      judgeRequest === undefined
        ? []
        : operation === undefined
          ? [misplacedRequest(method, path, match.kind === "misplaced" ? match.template : undefined)]
          : await judgeRequest(exchange, operation);
    const outcomes =
      operation === undefined || !judgesReplies || this.#accepted.mayBeRejection(exchange, operation)
        ? []
        : await judgeReply(exchange, operation, target);
    this.#judged += 1;
    this.#total += 1;
    return {
      operation,
      violations: [
        ...requestViolations.flatMap((violation) => this.#countRequest(violation, exchange)),
        ...outcomes.flatMap((outcome) => this.#countReply(outcome, operation, exchange)),
      ],
    };
  }

  /** Counts an exchange that is not judged, or has no complete response. */
  leaveOut(reason: string, count = 1): void {
    this.#total += count;
    this.#leftOut.set(reason, (this.#leftOut.get(reason) ?? 0) + count);
  }

  report({ startedAt, files, notes }: TrafficSource): Report {
    const { target } = this.#options;
    const judged = selectObligations({}).filter(({ requirement }) => requirement.level !== "observed");
    const clientViolations = [...this.#clientViolations.values()].toSorted((left, right) => right.count - left.count);
    const findings: TargetFindings = {
      run: {
        ...describeTarget(target, newRunId()),
        startedAt: startedAt.toISOString(),
        durationMs: Date.now() - startedAt.getTime(),
        traffic: {
          files,
          entries: this.#total,
          used: this.#judged,
          leftOut: [...this.#leftOut]
            .map(([reason, count]) => ({ reason, count }))
            .toSorted((left, right) => right.count - left.count),
          notes: this.#unlisted === 0 ? notes : [...notes, `Further violations by clients: ${this.#unlisted}.`],
          ...(this.#options.judgeRequest === undefined ? {} : { clientViolations }),
        },
      },
      findings: judged.map((obligation) => this.#toFinding(obligation)),
    };
    return composeReport(orgkitVersion, findings, { variables: [tokenVariable], flags: [] });
  }

  #countRequest({ operation, rule, place, message }: RequestViolation, exchange: TrafficExchange): Violation[] {
    const key = `${operation} ${rule} ${place}`;
    const sameViolation = this.#clientViolations.get(key);
    if (sameViolation === undefined && this.#clientViolations.size >= maxClientViolations) {
      this.#unlisted += 1;
      return [];
    }
    const violation: ClientViolation = sameViolation ?? {
      operation: operation ?? null,
      rule,
      message: this.mask.text(message),
      count: 0,
      exchange: this.mask.exchange(exchange),
    };
    this.#clientViolations.set(key, { ...violation, count: violation.count + 1 });
    return [{ side: "request", operation, rule, message: violation.message, isNew: sameViolation === undefined }];
  }

  #countReply(
    { id, outcome: { status, message } }: RuleOutcome,
    operation: OperationId | undefined,
    exchange: TrafficExchange,
  ): Violation[] {
    const isFailed = status === "failed";
    if (!isFailed && status !== "passed") return [];
    const name = `${id} ${operation}`;
    const tally = this.#tallies.get(name) ?? { seen: 0, failed: 0, message: "", evidence: [] };
    this.#tallies.set(name, tally);
    const isNew = isFailed && tally.failed === 0;
    if (isNew || tally.seen === 0) {
      tally.message = this.mask.text(message);
      tally.evidence.length = 0;
    }
    if (tally.evidence.length < (isFailed ? maxEvidence : 1)) tally.evidence.push(this.mask.exchange(exchange));
    tally.seen += 1;
    if (!isFailed) return [];
    tally.failed += 1;
    return [{ side: "reply", operation, rule: id, message: this.mask.text(message), isNew }];
  }

  #toFinding(obligation: Obligation): Finding {
    const { target, judgesReplies = true } = this.#options;
    const tally = this.#tallies.get(obligationName(obligation));
    if (tally === undefined) {
      const needsDialect = obligation.requirement.level === "declared" && target.dialect === undefined;
      return toFinding(obligation, {
        status: "skipped",
        evidence: [],
        message: !judgesReplies
          ? "only requests are judged (--side)"
          : needsDialect
            ? "no dialect (--dialect)"
            : "the traffic does not show it",
        ...(needsDialect && judgesReplies ? { lack: "dialect" as const } : {}),
      });
    }
    const { seen, failed, message, evidence } = tally;
    const count = counted(seen, "exchange");
    return toFinding(obligation, {
      status: failed > 0 ? "failed" : "passed",
      message: failed > 0 ? `${message} (in ${failed} of ${count})` : `in ${count}: ${message}`,
      evidence,
    });
  }
}

/** The maximum number of tokens to keep. */
const maxTokens = 1000;

/** The tokens that a target accepted, and the operations on which it accepted one. */
class AcceptedTokens {
  readonly #tokens = new Set<string>();
  readonly #operations = new Set<OperationId>();

  /**
   * Whether a success may be a rejection: §7 leaves it open, so it may be a 2xx without an envelope. That is likely if
   * the operation returned an envelope for another token, and this token never got one.
   */
  mayBeRejection(exchange: TrafficExchange, operation: OperationId): boolean {
    if (!isSuccess(exchange)) return false;
    const token = exchange.request.headers["authorization"] ?? "";
    const { data, meta } = readEnvelope(exchange.response);
    if (data === undefined || meta === undefined) return this.#operations.has(operation) && !this.#tokens.has(token);
    this.#operations.add(operation);
    if (this.#tokens.size >= maxTokens) this.#tokens.clear();
    this.#tokens.add(token);
    return false;
  }
}
