import type { OperationId } from "../../fixtures/contract/operations.ts";
import { writtenDialect } from "../../fixtures/dialect/declared.ts";
import type { Dialect } from "../../fixtures/dialect/dialect.ts";
import { dialectOf } from "../target/dialect.ts";
import { targetSchema } from "../target/target.ts";
import { createAcceptance } from "./acceptance.ts";
import { forPrism } from "./diagnostics.ts";
import type { Finding, Side } from "./finding.ts";
import { judgeReply } from "./judge-reply.ts";
import { createRequestJudge, misplaced } from "./judge-request.ts";
import type { OpenApiDocument } from "../../fixtures/interface/openapi-document.ts";
import { findPlace } from "./place.ts";
import { openPrism, type Prism } from "./prism.ts";
import type { Seen } from "./seen.ts";

/** What became of one exchange. */
export interface Judged {
  readonly operation: OperationId | undefined;
  readonly findings: readonly Finding[];
  /** Why it was not judged, where it was not. */
  readonly notJudged?: string;
}

/** Judges exchanges one by one. Each stands for itself, but that tokens are remembered which the target accepted. */
export type Judge = (seen: Seen) => Promise<Judged>;

export interface JudgeOptions {
  readonly baseUrl: string;
  readonly document: OpenApiDocument;
  readonly dialect?: Dialect | undefined;
  /** Whose breaches are looked for. */
  readonly sides: ReadonlySet<Side>;
  /** Loaded from its package by default. */
  readonly prism?: Prism;
}

/** @throws InputError where Prism is not installed */
export async function openJudge({ baseUrl, document, sides, ...options }: JudgeOptions): Promise<Judge> {
  const prism = options.prism ?? (await openPrism(document));
  const written = options.dialect && writtenDialect(options.dialect);
  const target = targetSchema.parse({ baseUrl, allowWrites: false, dialect: written });
  const dialect = dialectOf(target)?.filled;
  const judgeRequest = createRequestJudge(dialect);
  const acceptance = createAcceptance();

  async function judgeOperation(seen: Seen, operation: OperationId): Promise<readonly Finding[]> {
    const { input, output } = await prism.validate(forPrism(seen, operation, dialect));
    const isRefused = acceptance.isPerhapsRefused(seen, operation);
    const ofReply = isRefused ? [] : await judgeReply(seen, operation, target, output);
    return [...judgeRequest(seen, operation, input), ...ofReply];
  }

  return async (seen) => {
    const place = findPlace(seen.method, seen.path, dialect);
    if (place.kind === "outside") {
      return { operation: undefined, findings: [], notJudged: "no part of the interface" };
    }
    if (place.kind !== "operation") {
      const found = misplaced(seen, place.kind === "no method" ? place.path : undefined);
      return { operation: undefined, findings: [found].filter(({ side }) => sides.has(side)) };
    }
    const { operation } = place;
    if (seen.unread !== undefined) return { operation, findings: [], notJudged: seen.unread };
    const findings = await judgeOperation(seen, operation);
    return { operation, findings: findings.filter(({ side }) => sides.has(side)) };
  };
}
