import type { OperationId } from "../../fixtures/contract/operations.ts";
import { isDeclared, writtenDialect } from "../../fixtures/dialect/declared.ts";
import type { Dialect } from "../../fixtures/dialect/dialect.ts";
import { contractText } from "../../fixtures/interface/contract-text.ts";
import { parseContract } from "../../fixtures/interface/contract.ts";
import { openApiDocument, type OpenApiDocument } from "../../fixtures/interface/openapi-document.ts";
import { dialectOf } from "../target/dialect.ts";
import { readEnvelope } from "../target/envelope.ts";
import { isSuccess } from "../target/exchange.ts";
import { targetSchema } from "../target/target.ts";
import type { Finding, Passed } from "./finding.ts";
import { createRequestJudge, misplaced } from "./judge-request.ts";
import { judgeResponse } from "./judge-response.ts";
import { findPlace } from "./place.ts";
import { openPrism, type Prism } from "./prism.ts";

/** The result for one exchange. */
export interface Judged {
  readonly operation: OperationId | undefined;
  readonly findings: readonly Finding[];
  /** Why it was not judged, if it was not. */
  readonly notJudged?: string;
}

/** Judges single exchanges: sends nothing, and keeps only the tokens that the target accepted. */
export type Judge = (exchange: Passed) => Promise<Judged>;

export interface JudgeOptions {
  readonly baseUrl: string;
  readonly dialect?: Dialect | undefined;
  /** Imports the package by default. */
  readonly prism?: Prism;
}

/** @throws InputError if Prism is not installed */
export async function openJudge({ baseUrl, dialect: given, prism: loaded }: JudgeOptions): Promise<Judge> {
  const prism = loaded ?? (await openPrism(judgingDocument(given)));
  const written = given && writtenDialect(given);
  const target = targetSchema.parse({ baseUrl, allowWrites: false, dialect: written });
  const dialect = dialectOf(target)?.filled;
  const judgeRequest = createRequestJudge(dialect);
  const mayBeRejected = rememberAccepted();
  return async (exchange) => {
    const { method, url } = exchange.request;
    const [path = ""] = url.slice(target.baseUrl.length).split("?");
    const place = findPlace(method, path);
    if (place.kind === "outside") return { operation: undefined, findings: [], notJudged: "not part of the interface" };
    if (place.kind !== "operation") {
      return { operation: undefined, findings: [misplaced(method, path, place.template)] };
    }
    const { operation } = place;
    if (exchange.unread !== undefined) return { operation, findings: [], notJudged: exchange.unread };
    const { input, output } = await prism(exchange, operation, dialect);
    const ofResponse = mayBeRejected(exchange, operation)
      ? []
      : await judgeResponse(exchange, operation, target, output);
    return { operation, findings: [...judgeRequest(exchange, operation, input), ...ofResponse] };
  };
}

/** The OpenAPI document to judge by: the contract, and what a dialect declares to be wrong. */
export function judgingDocument(dialect?: Dialect): OpenApiDocument {
  const declares = (key: string): boolean => dialect !== undefined && isDeclared(dialect, key);
  return openApiDocument(parseContract(contractText()), dialect, { url: "/", declares });
}

/** The maximum number of tokens to keep. */
const maxTokens = 1000;

/**
 * Whether a success may be a rejection: §7 leaves it open, so it may be a 2xx without an envelope. That is likely if
 * the operation returned an envelope for another token, and this token never got one.
 */
export function rememberAccepted(): (exchange: Passed, operation: OperationId) => boolean {
  const accepted = new Set<string>();
  const served = new Set<OperationId>();
  return (exchange, operation) => {
    if (!isSuccess(exchange)) return false;
    const token = exchange.request.headers["authorization"] ?? "";
    const { data, meta } = readEnvelope(exchange.response);
    if (data === undefined || meta === undefined) return served.has(operation) && !accepted.has(token);
    served.add(operation);
    if (accepted.size >= maxTokens) accepted.clear();
    accepted.add(token);
    return false;
  };
}
